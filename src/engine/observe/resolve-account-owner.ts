import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import type { StoreReader } from '../../model/ports.ts';
import { type AccountState, mergeMovedState } from '../../model/state/account-state.ts';

/**
 * Resolves the key that owns an account before a comparison, because each account has one owner. If
 * another bound key has no manifest any more, the account was renamed and its state moves. Writes
 * nothing.
 */
export async function resolveAccountOwner(
  { store, keys }: { readonly store: StoreReader; readonly keys: ReadonlySet<string> },
  asked: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly state: AccountState;
  },
): Promise<{ readonly state: AccountState } | { readonly refused: Diagnostic }> {
  const { desired, account, state } = asked;
  if (account === null || state.objects.has(desired.address)) return { state };
  const owners = await store.listOwners(account.id);
  const [owner, ...others] = owners.filter((key) => key !== desired.key);
  if (owner === undefined) return { state };
  const rival = [owner, ...others].find((key) => keys.has(key));
  if (rival !== undefined) return { refused: reportRival(desired, rival) };
  const second = others[0];
  if (second !== undefined) return { refused: reportTwo(desired, [owner, ...others]) };
  return { state: mergeMovedState(await store.readState(owner), state) };
}

function reportRival(desired: DesiredAccount, rival: string): Diagnostic {
  return report(desired, {
    summary: `${desired.key} has the id ${desired.id}, but ${rival}, which also has a manifest, is bound to that account`,
    remedy: `Give each its own id: put back the one of ${rival}, or rename ${rival} if it is another account now.`,
  });
}

function reportTwo(desired: DesiredAccount, owners: readonly string[]): Diagnostic {
  return report(desired, {
    summary: `${desired.key} has the id ${desired.id}, but ${owners.join(' and ')} are all bound to that account`,
    remedy:
      'Give the account back the name that it had: cyclectl state list shows what each name is bound to.',
  });
}

function report(
  { at, address }: DesiredAccount,
  words: { readonly summary: string; readonly remedy: string },
): Diagnostic {
  return { code: 'account-bound-elsewhere', severity: 'error', at, address, ...words };
}
