import {
  type Address,
  findByAddress,
  parseObjectAddress,
  toFieldAddress,
  toFieldPath,
} from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import {
  type AccountDiff,
  type AnyDiff,
  type ConnectorDiff,
  type CycleDiff,
  isGoneVariable,
  isProtected,
} from '../../../model/diff/field-diff.ts';
import { listKeptRuns } from '../../../model/diff/kept-runs.ts';
import { readOutcome } from '../../../model/diff/outcome.ts';
import { findAwaitedRun, isRunning } from '../../../model/diff/run-state.ts';
import { toShownDesired } from '../../../model/fields/to-shown-value.ts';
import { listUnfilledSlots } from '../../../model/live/steps/list-slots.ts';
import { toDriftPart, toShownMember } from '../../../model/observed/unmanaged.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import { listDeferred } from '../list-deferred.ts';
import { listObserved } from './list-observed.ts';
import { listUncompared } from './list-uncompared.ts';

/** Lists the notices of an account: situations that the plan does not change. */
export function listNotices(diff: AccountDiff): Notice[] {
  const { movedFrom: was } = diff.state;
  return [
    ...(was === undefined
      ? []
      : [{ kind: 'renamed', address: diff.account.address, was } as const]),
    ...[...(diff.state.renamed ?? [])].map(
      ([address, from]): Notice => ({ kind: 'renamed', address, was: keyOf(from) }),
    ),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(listProtection),
    ...listLeaving(diff),
    ...(diff.isAccountFirst
      ? [{ kind: 'account-first', address: diff.account.address } as const]
      : []),
    ...listDeposedNotices(diff),
    ...diff.connectors.flatMap(listConsent),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(listManual),
    ...diff.manualDeletes.map(
      (record): Notice => ({ kind: 'delete-by-hand', address: record.address }),
    ),
    ...diff.cycles.flatMap(listWaiting),
    ...listRunsOfRemoved(diff),
    ...diff.cycles.flatMap(listUnknownRun),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(listObserved),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
      listUncompared(object, diff),
    ),
    ...listIgnored(diff),
    ...diff.cycles.flatMap(listUnchecked),
    ...diff.cycles.flatMap(listUnfilled),
    ...listInterrupted(diff),
    ...(diff.part?.notices ?? []),
    ...listUnmanaged(diff),
  ];
}

// Fields that need manual action.
function listManual(object: AnyDiff): Notice[] {
  const { address, fields: diffs } = object;
  return diffs.flatMap((field): Notice[] => {
    const { path } = field;
    const { value, at } = field.desired;
    // Activation sends the schedule.
    if (readOutcome(field).notice !== 'by-hand' || path === 'schedule') return [];
    const gone = isGoneVariable(object, field) ? { isGone: true as const } : {};
    return [{ kind: 'by-hand', address, path, wants: toShownDesired(value), at, ...gone }];
  });
}

// The change itself reports a cycle that this plan deposes.
function listDeposedNotices({ cycles, state }: AccountDiff): Notice[] {
  return cycles
    .filter(({ address }) => state.deposed?.has(address) !== true)
    .flatMap(({ address: successor, deposed }) =>
      deposed.map(({ address, run }): Notice => {
        return { kind: 'makes-way', address, successor, isRunning: isRunning(run) };
      }),
    );
}

function keyOf(address: Address): string {
  return parseObjectAddress(address)?.key ?? address;
}

// A create writes the protection to state.
function listProtection(object: AnyDiff): Notice[] {
  const { address, live, record } = object;
  const isWritten = isProtected(object);
  if (live === null || isWritten === (record?.isProtected === true)) return [];
  return [{ kind: 'protection', address, isProtected: isWritten }];
}

// The next apply records it; a create does too.
function listLeaving({ account, desired }: AccountDiff): Notice[] {
  const { address, live, record } = account;
  const isLeaving = desired.isLeaving === true;
  if (live === null || isLeaving === (record?.leavingSince !== undefined)) return [];
  return [{ kind: 'leaving', address, isLeaving }];
}

function listConsent(connector: ConnectorDiff): Notice[] {
  const { auth, name, at } = connector.desired.desired;
  if (auth.kind !== 'oauth' || connector.live?.authenticated === true) return [];
  return [{ kind: 'waits', address: connector.address, name, user: auth.user, at }];
}

function listWaiting(cycle: CycleDiff): Notice[] {
  const { address, runState, runPlan, desired } = cycle;
  if (runPlan.kind !== 'wait') return [];
  switch (runPlan.for) {
    case 'schedule': {
      const { activityAt: at, ownedActivity } = desired.bound.desired;
      const isLeft = ownedActivity?.schedule != null ? ({ isLeft: true } as const) : {};
      return [{ kind: 'not-started', address, at, ...isLeft }];
    }
    case 'run-over':
      return [runState, ...cycle.deposed.map(({ run }) => run)].flatMap((run): Notice[] =>
        run.kind === 'running-once'
          ? [{ kind: 'single-run', address, moment: run.on.at, paths: listDeferred(cycle) }]
          : [],
      );
    case 'sign-in': {
      const { connectors } = runPlan;
      return isRunning(runState)
        ? [{ kind: 'edit-waits', address, paths: listDeferred(cycle), connectors }]
        : [{ kind: 'stays-paused', address, connectors }];
    }
    // The values that a person sets have notices of their own.
    case 'manual':
      return [];
  }
}

// Said of the run, instead of the write that requested it.
function listUnknownRun({ address, record, runState }: CycleDiff): Notice[] {
  const run = record?.run;
  if (run?.isUnknown !== true || run.schedule.kind !== 'once') return [];
  if (findAwaitedRun(runState) !== null) return [];
  return [{ kind: 'run-unknown', address, moment: run.schedule.at }];
}

// Cycles that Git removed are deleted after their run.
function listRunsOfRemoved(diff: AccountDiff): Notice[] {
  if (diff.desired.cycles.kind !== 'set') return [];
  return listKeptRuns(diff).map(({ address, run }) => {
    return { kind: 'single-run', address, moment: run.at, paths: [], isRemoved: true };
  });
}

function listIgnored({ desired, ignoredAbsences = [], unmanaged = [] }: AccountDiff): Notice[] {
  const unknown = { kind: 'unknown' } as const;
  return [
    ...unmanaged.flatMap(({ address, path, was, is, ignored, parts, isUpgrade }): Notice[] => {
      if (ignored === undefined) return [];
      const { until, reason, at } = ignored;
      const [wants, now] = [toShownMember(was), toShownMember(is)];
      return [
        {
          ...{ kind: 'ignored', address, path, until, reason, wants, is: now, at },
          ...(parts === undefined ? {} : { parts: parts.map(toDriftPart) }),
          ...(isUpgrade === undefined ? {} : { isUpgrade }),
        },
      ];
    }),
    ...ignoredAbsences.map(({ address, ignored: { until, reason, at } }): Notice => {
      return {
        kind: 'ignored',
        address,
        path: null,
        until,
        reason,
        wants: unknown,
        is: unknown,
        at,
      };
    }),
    ...desired.ignores.flatMap(({ path, until, reason, at, isOver }): Notice[] => {
      const address = toFieldAddress(desired.address, toFieldPath(...path));
      return isOver === true ? [{ kind: 'ignore-over', address, until, reason, at }] : [];
    }),
  ];
}

function listUnchecked(cycle: CycleDiff): Notice[] {
  const { desired } = cycle.desired.bound;
  const hasNames =
    cycle.desired.shape !== null ||
    (desired.mappings.length === 0 && desired.visibilities.length === 0);
  return hasNames ? [] : [{ kind: 'names-unchecked', address: cycle.address }];
}

// The service supplies the connectors of a new cycle.
function listUnfilled({ address, live, desired }: CycleDiff): Notice[] {
  if (live !== null) return [];
  const { at } = desired.bound.desired.origin;
  return listUnfilledSlots(desired).map(({ name: slot }) => ({
    kind: 'slot-unfilled',
    address,
    slot,
    at,
  }));
}

function listInterrupted(diff: AccountDiff): Notice[] {
  const named = new Set(diff.cycles.map((cycle) => cycle.address));
  // A run of a part reads only some cycles.
  const isNamed = (address: Address) => named.has(address) || diff.part !== undefined;
  const toDelete = new Set(diff.liveOnlyCycles.map((pair) => pair.record?.address));
  const isDeleted = (address: Address) =>
    diff.desired.cycles.kind === 'set' && toDelete.has(address) && !named.has(address);
  const work = diff.state.isAtWork === true ? { isAtWork: true as const } : {};
  const pauses = [...diff.state.pauses.values()].filter(({ address }) => !isDeleted(address));
  return [
    ...pauses.map(({ address, pausedAt: since, reason }): Notice => {
      const cycle = findByAddress(diff.cycles, address);
      const remains = cycle === undefined ? null : classifyRemains(cycle);
      return {
        kind: 'paused-by-us',
        address,
        since,
        reason,
        isNamed: isNamed(address),
        ...(remains === null ? {} : { remains }),
        ...work,
      };
    }),
    // A create without an object is refused, or no longer in the manifest.
    ...[...diff.state.creates.values()]
      .filter(({ address }) => isObject(address))
      .map(({ address, begunAt: since }): Notice => {
        const orphaned = isOrphaned(address, diff) ? { isOrphaned: true as const } : {};
        return { kind: 'create-interrupted', address, since, ...orphaned, ...work };
      }),
    ...[...diff.state.writes.values()]
      .filter(({ address }) => diff.state.objects.get(address)?.run?.isUnknown !== true)
      .map(({ address, begunAt, does }): Notice => {
        return { kind: 'write-interrupted', address, since: begunAt, does, ...work };
      }),
  ];
}

// A run of a part does not read what Git has.
function isOrphaned(address: Address, { connectors, cycles, part }: AccountDiff): boolean {
  const entry = toReplacement(address) ?? address;
  const isNamed = [...connectors, ...cycles].some((each) => each.address === entry);
  return part === undefined && !isNamed;
}

// Null if the next apply starts it.
function classifyRemains({
  runState,
  runPlan,
}: CycleDiff): 'paused' | 'running' | 'waiting' | null {
  if (isRunning(runState)) return 'running';
  if (runPlan.kind === 'wait') return 'waiting';
  return runPlan.kind === 'leave' ? 'paused' : null;
}

function isObject(address: Address): boolean {
  return parseObjectAddress(address) !== null;
}

function listUnmanaged(diff: AccountDiff): Notice[] {
  const managesConnectors = diff.desired.connectors.kind === 'set';
  const managesCycles = diff.desired.cycles.kind === 'set';
  return [
    ...(managesConnectors ? diff.liveOnlyConnectors : [])
      .filter((pair) => pair.record === null)
      .map((pair): Notice => ({ kind: 'foreign', object: 'connector', name: pair.live.name })),
    ...(managesCycles ? diff.liveOnlyCycles : [])
      .filter((pair) => pair.record === null)
      .map((pair): Notice => ({ kind: 'foreign', object: 'cycle', name: pair.live.name })),
  ];
}
