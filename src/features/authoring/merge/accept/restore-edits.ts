import { parsePointer } from '../../../../kit/json/json-pointer.ts';
import { toFieldAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import { parsePlaceholders } from '../../../../model/manifest/interpolation.ts';
import { formatSpan } from '../../../../model/source-span.ts';
import { readWritten, restorePlaceholders } from '../edits/restore-placeholders.ts';
import type { FoundAccount } from '../found-account.ts';
import { type Accepted, type FieldEdit, mergeAccepted } from './accepted.ts';

/**
 * Restores placeholders in the values of edits. Refuses an edit that replaces a placeholder,
 * because its variable is the right place to change.
 */
export function restoreEdits(edits: readonly FieldEdit[], found: FoundAccount): Accepted {
  return mergeAccepted(
    edits.map((edit): Accepted => {
      const value = edit.kind === 'set' ? edit.value : undefined;
      const kept = restorePlaceholders(found, edit.path, value);
      if ('lost' in kept)
        return { edits: [], diagnostics: [reportLostPlaceholder(edit, kept.lost, found)] };
      const written = edit.kind === 'set' ? { ...edit, value: kept.value } : edit;
      return { edits: [written], diagnostics: [] };
    }),
  );
}

function reportLostPlaceholder(
  { address, field }: FieldEdit,
  lost: string,
  found: FoundAccount,
): Diagnostic {
  const { document, variables, diff } = found;
  const text = readWritten(found, parsePointer(lost));
  const names = new Set(
    parsePlaceholders(String(text)).flatMap((piece) =>
      piece.kind === 'placeholder' ? [piece.name] : [],
    ),
  );
  const { environment } = diff.desired;
  const placed = [...names].flatMap((name) => {
    const variable = variables?.get(name.replace(/^vars\./, ''));
    return variable === undefined || !name.startsWith('vars.')
      ? []
      : [{ at: variable.at, says: `${name} of ${environment}` }];
  });
  const places = placed.map(({ at, says: text }) => `${text} at ${formatSpan(at)}`);
  const change = places.length === 0 ? 'Change its variable' : `Change ${places.join(' or ')}`;
  return {
    code: 'value-of-expression',
    severity: 'error',
    summary: `It comes from ${[...names].map((name) => `\${${name}}`).join(' and ')}, and changed in the service`,
    at: document.spanOf(lost),
    address: toFieldAddress(address, field),
    ...(placed.length === 0 ? {} : { related: placed }),
    remedy: `${change}, or replace the placeholder with the value.`,
  };
}
