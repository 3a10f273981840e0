import type { Schedule } from '../../../model/desired/schedule.ts';
import {
  isAtWork,
  type Predecessor,
  readRhythm,
} from '../../../model/desired/scope/predecessor.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/verdict.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Exchange } from '../running/judge-exchange.ts';
import { chainDrafts, draftActivate, draftDelete, draftPause } from './chain-drafts.ts';

/**
 * The requests by which a cycle that is whole takes the place of others: in one window those that run are stopped and
 * drained, and it is started; then they are deleted. So never two of them run. One that rests needs no window.
 */
export function makeExchangeOperations(
  cycle: CycleDiff,
  account: AccountDiff,
  exchange: {
    readonly judged: Extract<Exchange, { readonly kind: 'goes' }>;
    readonly schedule: Schedule | null;
    readonly after: readonly string[];
  },
): Operation[] {
  const { judged, schedule, after } = exchange;
  const { stops, predecessors } = judged;
  const [first] = stops;
  const window =
    first === undefined || schedule === null
      ? []
      : makeWindow(cycle, account, { first, stops, schedule, after });
  const ready = window.length === 0 ? after : idsOf(window.slice(-1));
  const deletes = predecessors.flatMap(({ address, live }) =>
    chainDrafts(
      address,
      [
        ...(window.length === 0 && isBusy(live) ? [draftPause(live.name, null)] : []),
        draftDelete(live.name),
      ],
      { after: ready, window: null },
    ),
  );
  return [...window, ...deletes];
}

// One that has stopped may still have transactions to end.
function isBusy({ status, inProgressCount }: Predecessor['live']): boolean {
  return status === 'Active' || inProgressCount > 0;
}

function makeWindow(
  { address, desired }: CycleDiff,
  { memory }: AccountDiff,
  exchange: {
    readonly first: Predecessor;
    readonly stops: readonly Predecessor[];
    readonly schedule: Schedule;
    readonly after: readonly string[];
  },
): Operation[] {
  const { stops, schedule, after } = exchange;
  const window = exchange.first.address;
  const pauses = stops.flatMap((each) => {
    // One that is stopped only since nobody knows whether it runs is not to run again for that.
    const restart = isAtWork(each, memory) ? (readRhythm(each, memory) ?? schedule) : null;
    return chainDrafts(each.address, [draftPause(each.live.name, restart)], { after, window });
  });
  const { name } = desired.bound.desired;
  const start = chainDrafts(address, [draftActivate(name, schedule)], {
    after: idsOf(pauses),
    window,
  });
  return [...pauses, ...start];
}

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map(({ id }) => id);
}
