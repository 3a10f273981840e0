import type { Deposed } from '../../../model/desired/scope/deposed.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { RunPlan } from '../../../model/diff/run-plan.ts';
import { isEffectivelyRunning } from '../../../model/diff/run-state.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  makeActivateDraft,
  makeDeleteDraft,
  makeOperationChain,
  makePauseDraft,
} from './make-operation-chain.ts';

/**
 * Makes the requests of a cutover: one window stops and drains the running cycles and starts their
 * replacement, then they are deleted. So two of them never run. Paused cycles need no window.
 */
export function makeDeposedOperations(cycle: CycleDiff, after: readonly string[]): Operation[] {
  const { runPlan: plan, deposed } = cycle;
  if (!cycle.deletesDeposed) return [];
  const window = plan.kind === 'cutover' ? makeWindow(cycle, plan, after) : [];
  const ready = window.length === 0 ? after : idsOf(window.slice(-1));
  // A window stopped them before.
  const isStopped = plan.kind === 'cutover' || plan.kind === 'window';
  const deletes = deposed.flatMap(({ address, live }) =>
    makeOperationChain(
      address,
      [
        ...(!isStopped && isBusy(live) ? [makePauseDraft(live.name, null)] : []),
        makeDeleteDraft(live.name),
      ],
      { after: ready, window: null },
    ),
  );
  return [...window, ...deletes];
}

/** Makes the stops of deposed cycles before a window of their running replacement starts it again. */
export function makeDeposedStops(cycle: CycleDiff, after: readonly string[]): Operation[] {
  return (cycle.deletesDeposed ? cycle.deposed : [])
    .filter(({ live }) => isBusy(live))
    .flatMap(({ address, live }) =>
      makeOperationChain(address, [makePauseDraft(live.name, null)], { after, window: null }),
    );
}

// A stopped cycle may still have running transactions.
function isBusy({ status, inProgressCount }: Deposed['live']): boolean {
  return status === 'Active' || inProgressCount > 0;
}

function makeWindow(
  { address, desired }: CycleDiff,
  { from, on }: Extract<RunPlan, { readonly kind: 'cutover' }>,
  after: readonly string[],
): Operation[] {
  const window = from[0]?.address ?? null;
  const pauses = from.flatMap(({ address: old, live, run }) => {
    // A cycle that may only be starting does not start again.
    const restart = isEffectivelyRunning(run) ? (run.restartOn ?? on) : null;
    return makeOperationChain(old, [makePauseDraft(live.name, restart)], { after, window });
  });
  const { name } = desired.bound.desired;
  const start = makeOperationChain(address, [makeActivateDraft(name, on)], {
    after: idsOf(pauses),
    window,
  });
  return [...pauses, ...start];
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map(({ id }) => id);
}
