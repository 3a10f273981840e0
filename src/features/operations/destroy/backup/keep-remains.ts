import { type Answer, isNotOffered } from '../../../../model/diagnostic/api-failure.ts';
import type { AccountDiff } from '../../../../model/diff/verdict.ts';
import type { RunId } from '../../../../model/memory/run-id.ts';
import type { Print } from '../../../../model/plan/expectation.ts';
import type { Clock, Keeper, ServiceReader } from '../../../../model/ports.ts';
import type { Doom } from '../doom.ts';
import { findDoomed } from '../find-doomed.ts';
import { readRemains } from './read-remains.ts';
import type { CycleRemains } from './remains.ts';
import { writeRemains } from './write-remains.ts';

/** What keeping the remains of an account needs. */
export type Keeping = {
  readonly reader: ServiceReader;
  readonly clock: Clock;
  readonly keeper: Keeper;
  readonly print: Print;
  readonly run: RunId;
};

/** Reads all that is about to be destroyed of an account, and keeps it. The answer is where; nothing is kept in part. */
export async function keepRemains(
  { reader, clock, keeper, print, run }: Keeping,
  { diff, doom }: { readonly diff: AccountDiff; readonly doom: Doom },
): Promise<Answer<string>> {
  const { cycles, connectors, isAccount } = findDoomed(diff, doom);
  const { live } = diff.account;
  if (live === null) throw new Error(`${doom.account} is not there and has no remains`);
  const catalogue = await reader.listCatalogue(live.id);
  // Without it nobody knows which properties are secrets, and all of them count as such.
  if (!catalogue.ok && !isNotOffered(catalogue)) return catalogue;
  const read: {
    readonly live: CycleRemains;
    readonly record: (typeof cycles)[number]['record'];
  }[] = [];
  for (const pair of cycles) {
    const remains = await readRemains(reader, live.id, pair.live);
    if (!remains.ok) return remains;
    read.push({ live: remains.value, record: pair.record });
  }
  const { record } = diff.account;
  const { account, id } = doom;
  const { environment } = diff.desired;
  const text = writeRemains(
    {
      head: { run, at: clock.now(), environment, account, id },
      account: isAccount && record !== null ? { live, record } : null,
      connectors,
      cycles: read,
      releases: catalogue.ok ? catalogue.value : [],
      memory: diff.memory,
    },
    print,
  );
  return { ok: true, value: await keeper.keep(account, text) };
}
