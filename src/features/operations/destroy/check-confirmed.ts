import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** Requires the exact keys of all accounts to destroy; null without a person to ask. */
export function checkConfirmed(
  accounts: readonly string[],
  confirmed: readonly string[] | null,
): Diagnostic[] {
  const distinct = [...new Set(confirmed ?? [])].sort();
  if (confirmed !== null && isSameJson(distinct, [...accounts].sort())) return [];
  const names = distinct.map((name) => JSON.stringify(name)).join(', ');
  const flags = accounts.map((account) => `--confirm ${formatArgument(account)}`).join(' ');
  return [
    {
      code: 'not-confirmed',
      severity: 'error',
      summary:
        confirmed === null
          ? 'Nothing was destroyed: no terminal to type the key'
          : `Nothing was destroyed: expected ${accounts.join(', ')}, got ${names}`,
      remedy: `Review the plan. To destroy it, type the key of the account, or pass ${flags}.`,
    },
  ];
}
