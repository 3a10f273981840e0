import { toPointer } from '../../kit/json-pointer.ts';
import { editYaml, type RefusedEdit } from '../../kit/yaml/edit-yaml.ts';
import { fieldAddress } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { RawDocument } from '../../model/manifest.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import type { FoundAccount } from './found-account.ts';
import { takeOver } from './take-over.ts';
import type { FieldEdit } from './taken.ts';

/** A manifest file after it took over what the service has. */
export type MergedText = {
  readonly text: string;
  /** The fields that were written, in the order of the file's documents. */
  readonly written: readonly Pick<FieldEdit, 'address' | 'field'>[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Writes what somebody else has changed in the service into the file that says it, one account or several of them at
 * once. Everything else of the file stays byte for byte; a value that is shared by an anchor is left and told.
 */
export function mergeManifests(text: string, accounts: readonly FoundAccount[]): MergedText {
  const taken = accounts.map((account) => ({
    ...account,
    ...takeOver(account),
  }));
  const edits = taken.flatMap(({ raw, edits: own }) =>
    own.map((edit) => ({ ...edit, documentIndex: raw.documentIndex, raw })),
  );
  const { text: merged, refused } = editYaml(text, edits);
  const left = new Set(refused.map(({ edit }) => edit));
  const written = edits.filter((edit) => !left.has(edit));
  return {
    text: merged,
    written: written.map(({ address, field }) => ({ address, field })),
    diagnostics: [...taken.flatMap(({ diagnostics }) => diagnostics), ...refused.map(tell)],
  };
}

type Edit = FieldEdit & { readonly documentIndex: number; readonly raw: RawDocument };

function tell({ edit, why, at: place }: RefusedEdit<Edit>): Diagnostic {
  const { raw, address, field } = edit;
  const pointer = toPointer(edit.path);
  const at = raw.isWritten(pointer) ? raw.spanOf(pointer) : raw.keySpanOf(pointer);
  const where = { severity: 'error' as const, at, address: fieldAddress(address, field) };
  if (why === 'form' || place === null) {
    const summary = `${field} has moved in the service, and cannot be written here without a change of what stands around it`;
    return { code: 'value-not-written', summary, ...where };
  }
  const other: SourceSpan = {
    file: raw.file,
    ...place,
    endLine: place.line,
    endColumn: place.column,
    pointer: '',
  };
  const isAlias = why === 'alias';
  const summary = isAlias
    ? `${field} is an alias, and has moved in the service`
    : `${field} is an anchor of others, and has moved in the service`;
  const says = isAlias ? 'its anchor' : 'an alias that would change with it';
  return { code: 'value-of-anchor', summary, ...where, related: [{ at: other, says }] };
}
