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
 * The requests by which a cycle that is whole takes the place of others: in one window those that run are stopped and
 * drained, and it is started; then they are deleted. So never two of them run. One that rests needs no window.
 */
export function makeCutoverOperations(
  cycle: CycleDiff,
  account: AccountDiff,
  exchange: {
    readonly judged: Extract<Cutover, { readonly kind: 'goes' }>;
    readonly schedule: Schedule | null;
    readonly after: readonly string[];
  },
): Operation[] {
  const { judged, schedule, after } = exchange;
  const { stops, deposed } = judged;
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
        ...(window.length === 0 && isBusy(live) ? [makePauseDraft(live.name, null)] : []),
        makeDeleteDraft(live.name),
      ],
      { after: ready, window: null },
    ),
  );
  return [...window, ...deletes];
}

// One that has stopped may still have transactions to end.
function isBusy({ status, inProgressCount }: Deposed['live']): boolean {
  return status === 'Active' || inProgressCount > 0;
}

function makeWindow(
  { address, desired }: CycleDiff,
  { memory }: AccountDiff,
  exchange: {
    readonly first: Deposed;
    readonly stops: readonly Deposed[];
    readonly schedule: Schedule;
    readonly after: readonly string[];
  },
): Operation[] {
  const { stops, schedule, after } = exchange;
  const window = exchange.first.address;
  const pauses = stops.flatMap((each) => {
    // One that is stopped only since nobody knows whether it runs is not to run again for that.
    const restart = isEffectivelyRunning(each, memory)
      ? (findDeposedSchedule(each, memory) ?? schedule)
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
