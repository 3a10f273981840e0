import { type Address, fieldAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, FieldVerdict } from '../../../../model/diff/verdict.ts';
import { showLive } from '../../../../model/fields/show-value.ts';
import type { ShownValue } from '../../../../model/plan/change.ts';
import { mayHoldToken } from '../../../../model/secret/may-hold-token.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';

/**
 * Says in the sentence itself what it is about, since an account has many fields of one name, and what the service has
 * there as people may see it: who writes it by hand needs both.
 */
export function nameField(diff: AccountDiff, diagnostic: Diagnostic): Diagnostic {
  const { address, summary, code } = diagnostic;
  if (address === undefined) return diagnostic;
  const named = summary.includes(address)
    ? diagnostic
    : { ...diagnostic, summary: `${address}: ${summary[0]?.toLowerCase()}${summary.slice(1)}` };
  const verdict = code === 'secret-not-written' ? undefined : findVerdict(diff, address);
  const live = verdict === undefined ? null : show(verdict);
  return live === null ? named : { ...named, live };
}

function findVerdict(diff: AccountDiff, address: Address): FieldVerdict | undefined {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles];
  return objects
    .flatMap((object) => object.verdicts.map((verdict) => ({ verdict, of: object.address })))
    .find(({ verdict, of }) => fieldAddress(of, verdict.path) === address)?.verdict;
}

// What looks like a secret is left out too, and so is an address of a webhook that works for whoever has it.
function show(verdict: FieldVerdict): ShownValue | null {
  const { path } = verdict;
  const shown = showLive(verdict);
  if (shown.kind !== 'plain' || isSecretName(path)) return null;
  const texts = listTexts(shown.value);
  if (texts.some(isSecretText)) return null;
  return path === 'errorWebhook/url' && texts.some(mayHoldToken) ? null : shown;
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listTexts);
}
