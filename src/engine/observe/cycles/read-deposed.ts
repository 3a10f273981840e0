import type { Address } from '../../../model/address.ts';
import type { CyclePair } from '../../../model/desired/bound.ts';
import { type Deposed, toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { LiveAccount, LiveStep } from '../../../model/live/live.ts';
import type { AccountListing, CycleDetails, Structures } from '../../../model/live/reading.ts';
import { hasContents } from '../../../model/observed/contents.ts';
import type { CycleRef, ServiceReader } from '../../../model/ports.ts';
import type { AccountState, ObjectRecord } from '../../../model/state/account-state.ts';
import { toContents } from '../../diff/to-contents.ts';
import { readWholeCycle } from '../../live/read-cycle.ts';
import { observeRun } from '../../running/observe-run.ts';

/** Finds the deposed cycles of the manifest's cycles, and reads their webhook steps. */
export async function readDeposed(
  reader: ServiceReader,
  {
    account,
    pairs,
    structures,
    state,
    listing,
  }: {
    readonly account: LiveAccount | null;
    readonly state: AccountState;
    readonly pairs: readonly CyclePair[];
    readonly structures: Structures;
    readonly listing: Pick<AccountListing, 'connectors'>;
  },
): Promise<Answer<ReadonlyMap<Address, readonly Deposed[]>>> {
  const wanted = new Set(
    pairs.flatMap((pair) => (pair.kind === 'live-only' ? [] : [pair.desired.desired.address])),
  );
  const names = new Map(listing.connectors?.map(({ id, name }) => [id, name]));
  const found = new Map<Deposed['address'], readonly Deposed[]>();
  for (const pair of pairs) {
    if (pair.kind !== 'live-only' || pair.record === null || account === null) continue;
    const { live, record } = pair;
    const { address } = record;
    const replacement = toReplacement(address);
    if (replacement === null || !wanted.has(replacement)) continue;
    const looked = await readSteps(reader, { account: account.id, cycle: live.id }, record);
    if (!looked.ok) return looked;
    const { steps, details } = looked.value;
    const webhooks = steps.filter((step) => step.isWebhook).map(({ name }) => name);
    const contents =
      details === null
        ? {}
        : { contents: toContents(noLines, { reading: details, connectors: names }) };
    const differs = structures.get(live.id)?.differences ?? [];
    const before = found.get(replacement) ?? [];
    const pause = state.pauses.get(address) ?? null;
    const run = observeRun({ live, record, pause, startsByWebhook: false });
    const isWriteOpen = state.writes.has(address);
    found.set(
      replacement,
      [...before, { address, live, run, isWriteOpen, record, webhooks, differs, ...contents }].sort(
        byAddress,
      ),
    );
  }
  return { ok: true, value: found };
}

const noLines = { fields: new Map(), slots: [] };

// All of a cycle that was looked at whole, because its replacement loses what others changed in it.
async function readSteps(
  reader: ServiceReader,
  at: CycleRef,
  record: ObjectRecord,
): Promise<Answer<{ readonly steps: readonly LiveStep[]; readonly details: CycleDetails | null }>> {
  if (!hasContents(record)) {
    const steps = await reader.listSteps(at.account, at.cycle);
    return steps.ok ? { ok: true, value: { steps: steps.value, details: null } } : steps;
  }
  const details = await readWholeCycle(reader, at);
  if (!details.ok) return details;
  return { ok: true, value: { steps: details.value.shape.steps, details: details.value } };
}

function byAddress(left: Deposed, right: Deposed): number {
  return left.address < right.address ? -1 : 1;
}
