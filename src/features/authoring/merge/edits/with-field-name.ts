import { type Address, toFieldAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import { toShownLive } from '../../../../model/fields/to-shown-value.ts';
import type { ShownValue } from '../../../../model/plan/change.ts';
import { hasPossibleToken } from '../../../../model/secret/redact-address.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';

/**
 * Adds the name of the field to the summary, because an account has many of one name, and the live
 * value if people may see it, because they may write it manually.
 */
export function withFieldName(diff: AccountDiff, diagnostic: Diagnostic): Diagnostic {
  const { address, summary, code } = diagnostic;
  if (address === undefined) return diagnostic;
  const named = summary.includes(address)
    ? diagnostic
    : { ...diagnostic, summary: `${address}: ${summary[0]?.toLowerCase()}${summary.slice(1)}` };
  const field = code === 'secret-not-written' ? undefined : findFieldDiff(diff, address);
  const live = field === undefined ? null : toShown(field);
  return live === null ? named : { ...named, live };
}

function findFieldDiff(diff: AccountDiff, address: Address): FieldDiff | undefined {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects
    .flatMap((object) => object.fields.map((field) => ({ verdict: field, of: object.address })))
    .find(({ verdict: field, of }) => toFieldAddress(of, field.path) === address)?.verdict;
}

// Hides secret-like texts, and webhook URLs that need no password.
function toShown(field: FieldDiff): ShownValue | null {
  const { path } = field;
  const shown = toShownLive(field);
  if (shown.kind !== 'plain' || isSecretName(path)) return null;
  const texts = listTexts(shown.value);
  if (texts.some(isSecretText)) return null;
  return path === 'errorWebhook/url' && texts.some(hasPossibleToken) ? null : shown;
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
