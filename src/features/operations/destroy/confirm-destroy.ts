import type { CommandContext } from '../../../app/context.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

/**
 * Asks for the keys of accounts instead of a yes, because a typed key was read. Null: no terminal
 * to ask on.
 */
export async function readKeys(
  { terminal }: CommandContext,
  accounts: readonly string[],
): Promise<readonly string[] | null> {
  const typed: string[] = [];
  for (const account of accounts) {
    const word = await terminal.ask.readWord(
      `This cannot be undone. To confirm, type the key "${toVisible(account)}":`,
    );
    if (word === null) return null;
    typed.push(word);
    if (word !== account) break;
  }
  return typed;
}

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
    reportError('not-confirmed', {
      summary:
        confirmed === null
          ? 'Nothing was destroyed: no key was typed or passed'
          : `Nothing was destroyed: expected ${accounts.join(', ')}, got ${names}`,
      remedy: `Review the plan. To destroy it, type the key of the account, or pass ${flags}.`,
    }),
  ];
}
