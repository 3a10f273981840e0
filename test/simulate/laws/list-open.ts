import type { StoreReader } from '../../../src/model/ports.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';

/** All that a store has, as plain JSON. */
export async function readStore(store: StoreReader): Promise<unknown> {
  const states = [];
  for (const account of await store.listAccounts()) {
    const { objects, creates, pauses, writes } = await store.readState(account);
    const all = [objects, creates, pauses, writes].map((each) => [...each.values()]);
    states.push({ account, all });
  }
  const runs = [];
  for (const run of await store.listRuns(1000)) {
    const accounts = [];
    for await (const account of store.readRunAccounts(run.id)) accounts.push(account);
    runs.push({ run, accounts });
  }
  const locks = (await store.listLocks()).map(({ account, fence }) => ({ account, fence }));
  return { states, runs, locks };
}

/** Unfinished entries of a store: creates, pauses, writes, locks and runs. */
export async function listOpen(store: StoreReader): Promise<string[]> {
  const open: string[] = [];
  for (const account of await store.listAccounts()) {
    const state = await store.readState(account);
    open.push(...listIntents(state));
  }
  // The next step of a rollout takes its lock from whoever died.
  const locks = (await store.listLocks()).filter(({ account }) => !account.startsWith('fleet/'));
  for (const { account, holder } of locks)
    open.push(`the lock of ${account}, held by ${holder.id}`);
  for (const { id, end } of await store.listRuns(1000))
    if (end === null) open.push(`the run ${id}`);
  return open;
}

function listIntents({ creates, pauses, writes }: AccountState): string[] {
  return [
    ...[...creates.keys()].map((address) => `the create of ${address}`),
    ...[...pauses.keys()].map((address) => `the pause of ${address}`),
    ...[...writes.keys()].map((address) => `the write of ${address}`),
  ];
}

/** Which object of the service each address is bound to. */
export async function readBindings(store: StoreReader): Promise<Record<string, string>> {
  const bound: [string, string][] = [];
  for (const account of await store.listAccounts()) {
    const { objects } = await store.readState(account);
    for (const { address, remoteId } of objects.values()) bound.push([address, remoteId]);
  }
  return Object.fromEntries(bound.sort(([left], [right]) => (left < right ? -1 : 1)));
}
