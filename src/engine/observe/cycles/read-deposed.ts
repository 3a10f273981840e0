import type { Address } from '../../../model/address.ts';
import type { CyclePair } from '../../../model/desired/bound.ts';
import { type Deposed, toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { LiveAccount } from '../../../model/live/live.ts';
import type { Structures } from '../../../model/live/reading.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { AccountState } from '../../../model/state/account-state.ts';
import { observeRun } from '../../running/observe-run.ts';

/** Finds the deposed cycles of the manifest's cycles, and reads their webhook steps. */
export async function readDeposed(
  reader: ServiceReader,
  {
    account,
    pairs,
    structures,
    state,
  }: {
    readonly account: LiveAccount | null;
    readonly state: AccountState;
    readonly pairs: readonly CyclePair[];
    readonly structures: Structures;
  },
): Promise<Answer<ReadonlyMap<Address, readonly Deposed[]>>> {
  const wanted = new Set(
    pairs.flatMap((pair) => (pair.kind === 'live-only' ? [] : [pair.desired.desired.address])),
  );
  const found = new Map<Deposed['address'], readonly Deposed[]>();
  for (const pair of pairs) {
    if (pair.kind !== 'live-only' || pair.record === null || account === null) continue;
    const { live, record } = pair;
    const { address } = record;
    const replacement = toReplacement(address);
    if (replacement === null || !wanted.has(replacement)) continue;
    const steps = await reader.listSteps(account.id, live.id);
    if (!steps.ok) return steps;
    const webhooks = steps.value.filter((step) => step.isWebhook).map(({ name }) => name);
    const differs = structures.get(live.id)?.differences ?? [];
    const before = found.get(replacement) ?? [];
    const pause = state.pauses.get(address) ?? null;
    const run = observeRun({ live, record, pause, startsByWebhook: false });
    const isWriteOpen = state.writes.has(address);
    found.set(
      replacement,
      [...before, { address, live, run, isWriteOpen, record, webhooks, differs }].sort(byAddress),
    );
  }
  return { ok: true, value: found };
}

function byAddress(left: Deposed, right: Deposed): number {
  return left.address < right.address ? -1 : 1;
}
