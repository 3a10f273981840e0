import type { Schedule } from '../../../model/desired/schedule.ts';
import {
  type Deposed,
  findDeposedSchedule,
  isEffectivelyRunning,
} from '../../../model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Cutover } from '../running/decide-cutover.ts';
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
export function makeCutoverOperations(
  cycle: CycleDiff,
  account: AccountDiff,
  cutover: {
    readonly decision: Extract<Cutover, { readonly kind: 'goes' }>;
    readonly schedule: Schedule | null;
    readonly after: readonly string[];
    /** True if `makeDeposedStops` stops them before. */
    readonly isStopped: boolean;
  },
): Operation[] {
  const { decision, schedule, after, isStopped } = cutover;
  const { stops, deposed } = decision;
  const [first] = stops;
  const window =
    first === undefined || schedule === null
      ? []
      : makeWindow(cycle, account, { first, stops, schedule, after });
  const ready = window.length === 0 ? after : idsOf(window.slice(-1));
  const deletes = deposed.flatMap(({ address, live }) =>
    makeOperationChain(
      address,
      [
        ...(window.length === 0 && !isStopped && isBusy(live)
          ? [makePauseDraft(live.name, null)]
          : []),
        makeDeleteDraft(live.name),
      ],
      { after: ready, window: null },
    ),
  );
  return [...window, ...deletes];
}

/** Makes the stops of deposed cycles before a window of their running replacement starts it again. */
export function makeDeposedStops(
  deposed: readonly Deposed[],
  after: readonly string[],
): Operation[] {
  return deposed
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
  { state }: AccountDiff,
  cutover: {
    readonly first: Deposed;
    readonly stops: readonly Deposed[];
    readonly schedule: Schedule;
    readonly after: readonly string[];
  },
): Operation[] {
  const { stops, schedule, after } = cutover;
  const window = cutover.first.address;
  const pauses = stops.flatMap((each) => {
    // A cycle that we stopped because its single run is unknown does not start again.
    const restart = isEffectivelyRunning(each, state)
      ? (findDeposedSchedule(each, state) ?? schedule)
      : null;
    return makeOperationChain(each.address, [makePauseDraft(each.live.name, restart)], {
      after,
      window,
    });
  });
  const { name } = desired.bound.desired;
  const start = makeOperationChain(address, [makeActivateDraft(name, schedule)], {
    after: idsOf(pauses),
    window,
  });
  return [...pauses, ...start];
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map(({ id }) => id);
}
