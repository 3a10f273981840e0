import type { CommandContext } from '../../../app/context.ts';
import { formatLackOfAnswer } from '../../../app/output/terminal.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Address, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../../model/ports.ts';

/** Asks which accounts of the state to destroy. Throws `OperationalError` if there is none, or no answer. */
export async function askAccounts(
  { terminal }: CommandContext,
  store: Pick<StoreReader, 'listBindings'>,
): Promise<readonly Address[]> {
  const bindings = await store.listBindings();
  const options = bindings
    .map(({ account, externalId, remoteId }) => {
      return { value: account, label: account, hint: externalId ?? remoteId };
    })
    .toSorted((one, other) => compareTexts(one.value, other.value));
  const chosen =
    options.length === 0
      ? null
      : await terminal.ask.choose({ question: 'Destroy which accounts?', options, isMany: true });
  if (chosen !== null) return chosen.map(toAccountAddress);
  const why = options.length === 0 ? 'the state has no account' : formatLackOfAnswer(terminal);
  throw new OperationalError(`destroy needs the objects to delete, and ${why}`, {
    remedy: 'Pass the address of each account, connector or cycle, or --fleet FLEET --leaving.',
  });
}

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
