import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import { findUnfinished, listPending } from '../../../src/engine/run/journal/journal-run.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { AccountPlan } from '../../../src/model/plan/plan.ts';
import type { StoreReader } from '../../../src/model/ports.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import type { DumpedAccount, DumpedCycle } from '../../worlds/console/dumped.ts';
import { drawWindowed } from '../../worlds/rough/rough-oracle.ts';
import type { Simulation } from '../simulation.ts';
import { demandNone } from './violation.ts';

/** Single runs by the id of their cycle: how often each may have been requested since its plan. */
export type SingleRuns = Map<string, number>;

const law = 'single run';

type Window = {
  readonly before: readonly DumpedAccount[];
  readonly after: readonly DumpedAccount[];
  readonly records: readonly RequestRecord[];
};

/**
 * A planned single run is requested at most once, also after lost answers and deaths. A cycle that
 * waits for one is left as it is, unless a person names it: `named` has their ids.
 */
export function checkSingleRuns(
  { singleRuns, simulated, tally }: Simulation,
  { before, after, records }: Window,
  named: ReadonlySet<string> | 'all',
): void {
  for (const record of records) {
    const id = /\/cycles\/([^/]+)\/activate$/.exec(record.path)?.[1] ?? '';
    const known = singleRuns.get(id);
    if (known === undefined || isRefused(record)) continue;
    singleRuns.set(id, known + 1);
    tally.count('single run: requested');
    demandNone(law, 'requested again', known > 0 ? [id, records] : []);
  }
  if (named === 'all') return;
  const nowMs = Date.parse(simulated.emulator.control.advance('0s'));
  const waiting = listCycles(before).filter((each) => isWaiting(each, nowMs));
  for (const cycle of waiting.filter(({ id }) => !named.has(id))) {
    const now = listCycles(after).find(({ id }) => id === cycle.id);
    const isSame = now?.status === 'Active' && drawWindowed(now) === drawWindowed(cycle);
    demandNone(law, 'stopped or changed before its time', isSame ? [] : [cycle, now]);
    tally.count('single run: waits');
  }
}

/** What is reported of each run is true: done ones were requested, failed ones were not. */
export function checkReported(
  { singleRuns, simulated }: Simulation,
  planned: readonly PlannedAccount[],
  outcomes: readonly AccountOutcome[],
): void {
  const ids = listRunIds(planned);
  for (const { operation, result } of outcomes.flatMap((each) => each.outcomes)) {
    const id = ids.get(operation.address);
    if (id === undefined) continue;
    const times = singleRuns.get(id) ?? 0;
    const isTrue = result === 'unknown' || (result === 'done' ? times === 1 : times === 0);
    if (operation.action.kind === 'run-cycle')
      demandNone(law, `${result}, and requested ${times} times`, isTrue ? [] : [operation]);
    if (operation.action.kind !== 'cancel-run' || result !== 'done') continue;
    const cycle = listCycles(simulated.dump()).find((each) => each.id === id);
    demandNone(law, 'cancelled, and active', cycle?.status === 'Active' ? [cycle] : []);
  }
}

/** Ids of the cycles whose single run a resume has still to stop: it continues a cancellation. */
export async function listCancelled(store: StoreReader): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const unfinished = await findUnfinished(store);
  if (unfinished === null) return ids;
  for await (const { plan } of listPending(store, unfinished)) {
    const known = listIds([plan]);
    for (const { action, address } of plan.operations)
      if (action.kind === 'cancel-run') ids.add(known.get(address) ?? '');
  }
  return ids;
}

/** The ids of the cycles that a plan of single runs is about, by their addresses. */
export function listRunIds(planned: readonly PlannedAccount[]): ReadonlyMap<string, string> {
  return listIds(planned.flatMap((each) => (each.kind === 'planned' ? [each.plan] : [])));
}

function listIds(plans: readonly AccountPlan[]): ReadonlyMap<string, string> {
  return new Map(
    plans.flatMap(({ expects }) => expects.map(({ address, id }) => [`${address}`, `${id}`])),
  );
}

// The service has certainly not done it: any other answer, or none, may come of one that it did.
function isRefused({ status }: RequestRecord): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408;
}

function isWaiting({ status, activation }: DumpedCycle, nowMs: number): boolean {
  return status === 'Active' && activation?.runOnce === true && (activation.runAtMs ?? 0) > nowMs;
}

function listCycles(accounts: readonly DumpedAccount[]): readonly DumpedCycle[] {
  return accounts.flatMap(({ cycles }) => cycles);
}
