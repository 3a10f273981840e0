import {
  type Address,
  type FieldPath,
  fieldAddress,
  type ObjectKind,
  parseObjectAddress,
  readCategoryKey,
  toFieldPath,
} from '../../model/address.ts';
import { isPart } from '../../model/desired/desired.ts';
import { isProtected } from '../../model/desired/protection.ts';
import { isSingleRun } from '../../model/desired/schedule.ts';
import type { Stay } from '../../model/desired/scope/undo.ts';
import type {
  AccountDiff,
  ConnectorDiff,
  CycleDiff,
  FieldVerdict,
} from '../../model/diff/verdict.ts';
import { rowOf } from '../../model/fields/fields.ts';
import { showDesired, showLive } from '../../model/fields/show-value.ts';
import { isWritable } from '../../model/live/capabilities.ts';
import { listUnfilled } from '../../model/live/find-slots.ts';
import { isGoneVariable } from '../../model/live/is-gone-variable.ts';
import type { Notice } from '../../model/plan/notice.ts';
import { writeSecretRef } from '../../model/secret/secret.ts';
import { findHeld } from './hold-back.ts';
import { judgeRunning } from './running/judge-running.ts';

type AnyDiff = AccountDiff['account'] | ConnectorDiff | CycleDiff;

/** What a person should know of an account and the plan does nothing about. */
export function listNotices(diff: AccountDiff): Notice[] {
  const { movedFrom: was } = diff.memory;
  return [
    ...(was === undefined
      ? []
      : [{ kind: 'renamed', address: diff.account.address, was } as const]),
    ...[...(diff.memory.renamed ?? [])].map(
      ([address, from]): Notice => ({ kind: 'renamed', address, was: keyOf(from) }),
    ),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(findProtection),
    ...(diff.isAccountFirst
      ? [{ kind: 'account-first', address: diff.account.address } as const]
      : []),
    ...findMakingWay(diff),
    ...diff.connectors.flatMap(findConsent),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(findByHand),
    ...diff.leftByHand.map(
      (record): Notice => ({ kind: 'delete-by-hand', address: record.address }),
    ),
    ...diff.cycles.flatMap((cycle) => findPaused(cycle, diff)),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap(findObserved),
    ...[diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
      findUncompared(object, diff),
    ),
    ...findIgnored(diff),
    ...diff.cycles.flatMap(findUnchecked),
    ...diff.cycles.flatMap(findLaunchVisible),
    ...diff.cycles.flatMap(findUnfilled),
    ...findInterrupted(diff),
    ...findNotUndone(diff),
    ...findForeign(diff),
  ];
}

// Of one that this very plan sets aside the change itself tells.
function findMakingWay({ predecessors, memory }: AccountDiff): Notice[] {
  return [...predecessors].flatMap(([successor, all]) =>
    memory.setAside?.has(successor) === true
      ? []
      : all.map(({ address, live }): Notice => {
          return { kind: 'makes-way', address, successor, isRunning: live.status === 'Active' };
        }),
  );
}

function keyOf(address: Address): string {
  return parseObjectAddress(address)?.key ?? address;
}

// What is made is remembered as it is written.
function findProtection(object: AnyDiff): Notice[] {
  const { address, live, record } = object;
  const isWritten = isProtected(object);
  if (live === null || isWritten === (record?.isProtected === true)) return [];
  return [{ kind: 'protection', address, isProtected: isWritten }];
}

function findConsent(connector: ConnectorDiff): Notice[] {
  const { auth, name, at } = connector.desired.desired;
  if (auth.kind !== 'oauth' || connector.live?.authenticated === true) return [];
  return [{ kind: 'waits', address: connector.address, name, user: auth.user, at }];
}

function findByHand(object: AnyDiff): Notice[] {
  const { address, verdicts } = object;
  return verdicts.flatMap((verdict): Notice[] => {
    const { path, isByHand } = verdict;
    const { value, at } = verdict.desired;
    // A schedule travels with the start.
    if (isByHand !== true || path === 'schedule') return [];
    const gone = isGoneVariable(object, verdict) ? { isGone: true as const } : {};
    return [{ kind: 'by-hand', address, path, wants: showDesired(value), at, ...gone }];
  });
}

function findPaused(cycle: CycleDiff, diff: AccountDiff): Notice[] {
  const running = judgeRunning(cycle, diff);
  const held = findHeld(cycle, diff);
  const { address } = cycle;
  if (held?.why === 'no-schedule') {
    const { activityAt: at, leftActivity } = cycle.desired.bound.desired;
    const isLeft = leftActivity?.schedule != null ? ({ isLeft: true } as const) : {};
    return [{ kind: 'not-started', address, at, ...isLeft }];
  }
  if (held?.why === 'run-unknown' && running.schedule?.kind === 'once') {
    return [{ kind: 'run-unknown', address, moment: running.schedule.at }];
  }
  if (held?.why === 'sign-in') {
    const { waitsFor: connectors } = running;
    return [{ kind: 'edit-waits', address, paths: held.paths, connectors }];
  }
  if (running.isRunning || running.waitsFor.length === 0) return [];
  return [{ kind: 'stays-paused', address, connectors: running.waitsFor }];
}

// What is as Git has it, or cannot be seen, has nothing to tell.
function findObserved({ address, live, verdicts }: AnyDiff): Notice[] {
  if (live === null) return [];
  return verdicts.flatMap((verdict): Notice[] => {
    const { path, desired, owner } = verdict;
    if (owner !== 'observed' || !isOther(verdict)) return [];
    const [wants, is] = [showDesired(desired.value), showLive(verdict)];
    if (verdict.ignored !== undefined) {
      const { until, reason, at } = verdict.ignored;
      return [{ kind: 'ignored', address, path, until, reason, wants, is, at }];
    }
    return [{ kind: 'observed', address, path, wants, is, at: desired.at }];
  });
}

function findIgnored({ desired, leftGone = [] }: AccountDiff): Notice[] {
  const unknown = { kind: 'unknown' } as const;
  return [
    ...leftGone.map(({ address, ignored: { until, reason, at } }): Notice => {
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
      const address = fieldAddress(desired.address, toFieldPath(...path));
      return isOver === true ? [{ kind: 'ignore-over', address, until, reason, at }] : [];
    }),
  ];
}

function isOther({ state, live }: FieldVerdict): boolean {
  return live?.kind !== 'not-readable' && state !== 'same' && state !== 'not-compared';
}

function findUncompared(object: AnyDiff, diff: AccountDiff): Notice[] {
  if (object.live === null) return [];
  const ours = object.verdicts.filter(({ owner }) => owner === undefined);
  return ours.flatMap((verdict): Notice[] => {
    const { address, kind } = object;
    const { path, state, applied } = verdict;
    const { value } = verdict.desired;
    if (value.kind === 'secret' && value.secret.fingerprint === null) {
      const { ref, lack = 'not-set' } = value.secret;
      return [{ kind: 'not-compared', address, path, from: writeSecretRef(ref), lack }];
    }
    if (state !== 'not-readable') return [];
    if (hasWrittenPrint(verdict)) return [{ kind: 'other-key', address, path }];
    if (verdict.isByHand === true || (applied !== null && applied.origin !== 'assumed')) return [];
    const what = nameUnverified(kind, verdict);
    // An undo or a revert sends nothing else.
    if (what !== null && isSendable(object, path, diff)) {
      return isPart(diff.desired) ? [] : [{ kind: 'never-verified', address, path, what }];
    }
    return applied === null ? [{ kind: 'not-readable', address, path }] : [];
  });
}

type Unverified = Extract<Notice, { readonly kind: 'never-verified' }>['what'];

// A single run is never asked for again.
function nameUnverified(
  kind: ObjectKind,
  { path, desired: { value } }: FieldVerdict,
): Unverified | null {
  if (value.kind === 'secret') return 'secret';
  if (kind === 'cycle' && path === toFieldPath('schedule')) {
    return isSingleRun(value.value) ? null : 'schedule';
  }
  return readCategoryKey(path) === null ? null : 'category';
}

// What `--rewrite` sends: a custom category is made, all else is written; but no schedule of a cycle that runs where
// nothing can pause it.
function isSendable(object: AnyDiff, path: FieldPath, diff: AccountDiff): boolean {
  const cycle = diff.cycles.find(({ address }) => address === object.address);
  if (cycle !== undefined && path === toFieldPath('schedule')) {
    const { isRunning, canPause } = judgeRunning(cycle, diff);
    if (isRunning && !canPause) return false;
  }
  return (
    readCategoryKey(path) !== null || isWritable(rowOf(object.kind, path), false, diff.capabilities)
  );
}

function hasWrittenPrint({ applied }: FieldVerdict): boolean {
  return applied?.kind === 'secret' && applied.written !== null;
}

function findUnchecked(cycle: CycleDiff): Notice[] {
  const hasNames =
    cycle.desired.shape !== null || cycle.desired.bound.desired.mappings.length === 0;
  return hasNames ? [] : [{ kind: 'names-unchecked', address: cycle.address }];
}

function findLaunchVisible({ address, launchVisible = [] }: CycleDiff): Notice[] {
  return launchVisible.map((each) => ({ kind: 'launch-visible', address, ...each }));
}

// What a new cycle uses then is the service's to bring.
function findUnfilled({ address, live, desired }: CycleDiff): Notice[] {
  if (live !== null) return [];
  const { at } = desired.bound.desired.origin;
  return listUnfilled(desired).map(({ name: slot }) => ({
    kind: 'slot-unfilled',
    address,
    slot,
    at,
  }));
}

function findInterrupted(diff: AccountDiff): Notice[] {
  const named = new Set(diff.cycles.map((cycle) => cycle.address));
  // An undo or a revert looks at some cycles alone.
  const isNamed = (address: Address) => named.has(address) || isPart(diff.desired);
  const doomed = new Set(diff.leftCycles.map((pair) => pair.record?.address));
  const isDeleted = (address: Address) =>
    diff.desired.cycles.kind === 'set' && doomed.has(address) && !named.has(address);
  // What only a person ends is told of by itself.
  const unknown = new Set(
    diff.cycles.flatMap((cycle) => (judgeRunning(cycle, diff).isUnknown ? [cycle.address] : [])),
  );
  const pauses = [...diff.memory.pauses.values()].filter(
    ({ address }) => !isDeleted(address) && !unknown.has(address),
  );
  return [
    ...pauses.map(({ address, pausedAt: since, reason }): Notice => {
      return { kind: 'paused-by-us', address, since, reason, isNamed: isNamed(address) };
    }),
    // What has no object of its own is refused, or named no more.
    ...[...diff.memory.creates.values()]
      .filter(({ address }) => isObject(address))
      .map(
        ({ address, begunAt }): Notice => ({ kind: 'create-interrupted', address, since: begunAt }),
      ),
    ...[...diff.memory.writes.values()].map(({ address, begunAt, does }): Notice => {
      return { kind: 'write-interrupted', address, since: begunAt, does };
    }),
  ];
}

function isObject(address: Address): boolean {
  return parseObjectAddress(address) !== null;
}

function findForeign(diff: AccountDiff): Notice[] {
  const managesConnectors = diff.desired.connectors.kind === 'set';
  return [
    ...(managesConnectors ? diff.leftConnectors : [])
      .filter((pair) => pair.record === null)
      .map((pair): Notice => ({ kind: 'foreign', object: 'connector', name: pair.live.name })),
    ...diff.leftCycles
      .filter((pair) => pair.record === null)
      .map((pair): Notice => ({ kind: 'foreign', object: 'cycle', name: pair.live.name })),
  ];
}

function findNotUndone({ desired: { undo }, account, connectors, cycles }: AccountDiff): Notice[] {
  if (undo === undefined) return [];
  const there = new Set([account, ...connectors, ...cycles].map(({ address }) => address));
  const gone = [...undo.fields.keys()]
    .filter((address) => !there.has(address))
    .map((address): Stay => ({ address, path: null, why: 'gone' }));
  return [...undo.stays, ...gone].map((stay) => ({ kind: 'not-undone', ...stay }));
}
