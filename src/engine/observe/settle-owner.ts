import { accountAddress } from '../../model/address.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { LiveAccount } from '../../model/live/live.ts';
import { type AccountMemory, moveMemory } from '../../model/memory/memory.ts';
import type { StoreReader } from '../../model/ports.ts';
import { writeStateCommand } from '../../model/report/advice/state-command.ts';

/**
 * Says whose account of the service it is, before anything is compared: one has one owner. Where another
 * key of Git is bound to it and no manifest has that key any more, the account was renamed, and what is
 * remembered is read under its new key. Nothing is written here.
 */
export async function settleOwner(
  { store, keys }: { readonly store: StoreReader; readonly keys: ReadonlySet<string> },
  asked: {
    readonly desired: DesiredAccount;
    readonly account: LiveAccount | null;
    readonly memory: AccountMemory;
  },
): Promise<{ readonly memory: AccountMemory } | { readonly refused: Diagnostic }> {
  const { desired, account, memory } = asked;
  if (account === null || memory.objects.has(desired.address)) return { memory };
  const owners = await store.listOwners(account.id);
  const [owner, ...others] = owners.filter((key) => key !== desired.key);
  if (owner === undefined) return { memory };
  const rival = [owner, ...others].find((key) => keys.has(key));
  if (rival !== undefined) return { refused: reportRival(desired, rival) };
  const second = others[0];
  if (second !== undefined) return { refused: reportTwo(desired, [owner, ...others]) };
  return { memory: moveMemory(await store.readMemory(owner), memory) };
}

function reportRival(desired: DesiredAccount, rival: string): Diagnostic {
  return report(desired, {
    summary: `${desired.key} has the id ${desired.id}, and ${rival}, which has a manifest too, is bound to that account`,
    remedy: `Give each its own id. If ${rival} means another account now, let the earlier one go, which changes nothing in the service: ${writeForget(desired, rival)}`,
  });
}

function reportTwo(desired: DesiredAccount, owners: readonly string[]): Diagnostic {
  const forget = owners.slice(1).map((key) => writeForget(desired, key));
  return report(desired, {
    summary: `${desired.key} has the id ${desired.id}, and ${owners.join(' and ')} are all bound to that account`,
    remedy: `Keep what is remembered under one of these keys, and let the others go, which changes nothing in the service: ${forget.join('; ')}`,
  });
}

function writeForget({ environment }: DesiredAccount, key: string): string {
  return writeStateCommand('forget', { environment, address: accountAddress(key) });
}

function report(
  { at, address }: DesiredAccount,
  words: { readonly summary: string; readonly remedy: string },
): Diagnostic {
  return { code: 'account-bound-elsewhere', severity: 'error', at, address, ...words };
}
