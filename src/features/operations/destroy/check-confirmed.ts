import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** Whether a person has named exactly the accounts of which something is to be destroyed; null: nobody was there. */
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
          ? 'Nothing was destroyed: there is nobody to type the key'
          : `Nothing was destroyed: it is about ${accounts.join(', ')}, and what was given is ${names}`,
      remedy: `Look at what would go; if it shall, type the key of the account, or give ${flags}.`,
    },
  ];
}
