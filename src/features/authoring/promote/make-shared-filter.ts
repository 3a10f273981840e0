import { findDocument } from '../../../engine/observe/find-document.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { findOrigin, listOrigins } from '../../../engine/validate/layers/list-origins.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { toFieldAddress } from '../../../model/address.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatPlace } from '../adopt-drift/shared-changes.ts';
import { deleteLoneEdits, type FieldEdit } from '../merge/accept/accepted.ts';
import type { AcceptedFilter } from '../merge/merge-manifests.ts';
import type { ConflictAnswer, PromoteRun } from './promotion.ts';

type SharedRun = Pick<PromoteRun, 'context' | 'environmentMapping' | 'conflicts'>;

/**
 * Makes the filter of a row that leaves out values that Git has otherwise in the two environments, because a
 * layer of one account has one for both; unless the answer is to take them.
 */
export async function makeSharedFilter(
  { context, environmentMapping: { from, to }, conflicts }: SharedRun,
  entry: AccountEntry,
): Promise<AcceptedFilter> {
  const [here, there] = [
    await findDocument({ ...context, environment: from }, entry),
    await findDocument({ ...context, environment: to }, entry),
  ];
  const classify = (edit: FieldEdit): ConflictAnswer | 'shared' | null => {
    const [own, other] = [here, there].map(({ document }) =>
      readPointer(document?.written, toPointer(edit.path)),
    );
    if (own === other || isSameJson(own ?? null, other ?? null)) return 'shared';
    const address = toFieldAddress(edit.address, edit.field);
    const source = edit.kind === 'remove' ? null : edit.value;
    conflicts?.note({ address, source, target: other ?? null });
    return conflicts?.find(address) ?? null;
  };
  return ({ edits, diagnostics }) => {
    const classified = edits.map((edit) => ({ edit, answer: classify(edit) }));
    const left = classified.filter(({ answer }) => answer === null || answer === 'keep');
    if (left.length === 0) return { edits, diagnostics };
    const dropped = new Set(left.map(({ edit }) => edit));
    const kept = deleteLoneEdits(edits.filter((edit) => !dropped.has(edit)));
    const reported = left.map(({ edit, answer }) =>
      answer === 'keep' ? reportKept(edit, entry, to) : reportOwn(edit, { context, entry, to }),
    );
    return { edits: kept, diagnostics: [...diagnostics, ...reported] };
  };
}

function reportKept({ address, field }: FieldEdit, { at }: AccountEntry, to: string): Diagnostic {
  return reportWarning('value-of-elsewhere', {
    summary: `Git keeps its values for it, because ${to} has another one`,
    at,
    address: toFieldAddress(address, field),
    remedy: 'To promote it instead, pass --take with its address.',
  });
}

function reportOwn(
  { address, field, path }: FieldEdit,
  {
    context: { environment, environments },
    entry,
    to,
  }: { readonly context: RunContext; readonly entry: AccountEntry; readonly to: string },
): Diagnostic {
  const origins = [environment, to].flatMap((name) => {
    const scope = { environment: name, variables: environments.get(name)?.variables ?? null };
    const raw = entry.document;
    return raw === null ? [] : (findOrigin(listOrigins(raw, scope, toPointer(path))) ?? []);
  });
  const [origin] = origins;
  return reportError('value-of-elsewhere', {
    summary: `Git has another value for it in ${to}; promote writes one for both environments`,
    at: origin?.at ?? entry.at,
    address: toFieldAddress(address, field),
    remedy: `Pass --keep with its address to leave it so, or --take to promote it all the same.${
      origin === undefined
        ? ''
        : ` Or change it for ${environment} where it comes from: ${formatPlace(origin)}.`
    }`,
  });
}
