import { type Address, toFieldAddress, toFieldPath } from '../../../model/address.ts';
import type { DesiredAccount, DesiredCycle } from '../../../model/desired/desired.ts';
import { selectRunningSchedule, toNextRunTime } from '../../../model/desired/schedule.ts';
import { isOfObject } from '../../../model/desired/scope/ignored.ts';
import { findRule } from '../../../model/desired/scope/ownership.ts';
import { listOwnKeys, toIdentityTag } from '../../../model/diff/identity.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { CycleStatus, KnownSchedule, NextRun } from '../../../model/report/status.ts';
import {
  type AccountState,
  type ObjectRecord,
  type SentActivation,
  toEffectiveRun,
} from '../../../model/state/account-state.ts';
import { findOwnRun } from '../../../model/state/own-run.ts';
import { restoreStarts } from '../../../model/state/restore-starts.ts';
import { withOwnedActivity } from '../../bind/resolve-activity.ts';

/** Cycle that exists or that Git wants, with its address. */
type Named = {
  readonly address: Address | null;
  readonly live: LiveCycle | null;
  readonly desired: DesiredCycle | null;
};

/** Lists the cycles of an account: those of the manifest in its order, then the rest. */
export function toCycleStatuses(
  account: {
    readonly desired: DesiredAccount;
    readonly state: AccountState;
    readonly live: readonly LiveCycle[];
  },
  now: string,
): readonly CycleStatus[] {
  const { desired, live } = account;
  const today = now.slice(0, 'YYYY-MM-DD'.length);
  const state = restoreStarts(account.state, live, { rules: desired.ownership, today });
  return listNamed(account).map((named) => toStatus(named, { ...account, state }, now));
}

function listNamed({
  desired,
  state,
  live,
}: {
  readonly desired: DesiredAccount;
  readonly state: AccountState;
  readonly live: readonly LiveCycle[];
}): readonly Named[] {
  const bound = new Map([...state.objects.values()].map((each) => [each.remoteId, each.address]));
  const wanted = desired.cycles.kind === 'set' ? [...desired.cycles.value.values()] : [];
  const free = live.filter(({ id }) => !bound.has(id));
  const found = new Map<LiveCycle, DesiredCycle>();
  const ours = wanted.map((cycle): Named => {
    const { address } = cycle;
    const known = live.find(({ id }) => bound.get(id) === address) ?? findUnbound(cycle, free);
    if (known !== null) found.set(known, cycle);
    return { address, live: known, desired: cycle };
  });
  const others = live
    .filter((each) => !found.has(each))
    .map((each): Named => ({ address: bound.get(each.id) ?? null, live: each, desired: null }));
  return [...ours, ...others];
}

// Matches an unbound cycle by tag or name, if exactly one matches.
function findUnbound(cycle: DesiredCycle, free: readonly LiveCycle[]): LiveCycle | null {
  const tags = listOwnKeys(cycle).map(toIdentityTag);
  const tagged = free.filter((each) => each.tags.some((tag) => tags.includes(tag)));
  const named = tagged.length > 0 ? tagged : free.filter(({ name }) => name === cycle.name);
  return named.length === 1 ? (named[0] ?? null) : null;
}

function toStatus(
  { address, live, desired }: Named,
  account: { readonly desired: DesiredAccount; readonly state: AccountState },
  now: string,
): CycleStatus {
  const { state: accountState } = account;
  const record = address === null ? undefined : accountState.objects.get(address);
  const pause = address === null ? undefined : accountState.pauses.get(address);
  const run = record?.run ?? null;
  const state = live?.status ?? null;
  const isOwnRun = findOwnRun({ live, record: record ?? null }) !== null;
  const isOther =
    record !== undefined && !isOwnRun && isStartedByOthers(record, live, accountState);
  const isHidden = isOther || run?.isOver === true;
  const schedule = toKnownSchedule(isHidden ? null : toEffectiveRun(run), live);
  return {
    address,
    name: live?.name ?? desired?.name ?? '',
    state,
    ...(desired === null
      ? { wants: null }
      : toDesiredStatus(desired, { live, record: record ?? null }, account)),
    ...(live === null && record !== undefined ? toGoneStatus(record, account.desired) : {}),
    errors: live?.errorCount ?? 0,
    warnings: live?.warningCount ?? 0,
    ...(live?.lastSuccess === undefined ? {} : { lastSuccess: live.lastSuccess }),
    schedule,
    next: toNextRun(schedule, { state, run }, now),
    notSignedIn: live?.connectors.filter(({ authenticated }) => !authenticated).length ?? 0,
    ...(pause === undefined ? {} : { pausedByUsSince: pause.pausedAt }),
    ...(run?.isUnknown === true && !isOwnRun ? { isRunUnknown: true } : {}),
  };
}

const statePath = toFieldPath('state');

const schedulePath = toFieldPath('schedule');

// Detects a start by others: a cycle that we left paused or never saw runs on an unknown schedule.
// Skips webhooks, which have none.
function isStartedByOthers(
  { address, applied, run, remoteId }: ObjectRecord,
  live: LiveCycle | null,
  { writes }: AccountState,
): boolean {
  if (live?.status !== 'Active' || run?.schedule.kind === 'webhook') return false;
  if (live.id !== remoteId) return true;
  if (writes.get(address)?.start?.cycleId === remoteId) return false;
  const state = applied[statePath];
  const isLeftAtRest = state?.kind === 'plain' && state.value === 'paused';
  return isLeftAtRest || applied[schedulePath]?.origin === 'assumed';
}

// Reads the state that the manifest wants, and its current owner.
function toDesiredStatus(
  desired: DesiredCycle,
  { live, record }: { readonly live: LiveCycle | null; readonly record: ObjectRecord | null },
  account: { readonly desired: DesiredAccount; readonly state: AccountState },
): Pick<CycleStatus, 'wants' | 'stateOwner' | 'ignoredUntil'> {
  const rules = account.desired.ownership;
  const isInterrupted = account.state.creates.has(desired.address);
  const { activity, ownedActivity } = withOwnedActivity(desired, rules, {
    live,
    record,
    isInterrupted,
  });
  if (activity.kind === 'set') return { wants: activity.value.kind };
  if (ownedActivity === undefined) return { wants: null };
  const { kind: wants, owners } = ownedActivity;
  if (owners.state === 'managed') return { wants };
  const rule = findRule(rules, { kind: 'cycle', address: desired.address }, statePath);
  const until = rule?.ignored?.until;
  return {
    wants,
    stateOwner: owners.state,
    ...(until === undefined ? {} : { ignoredUntil: until }),
  };
}

function toGoneStatus(
  { address }: ObjectRecord,
  { address: account, ignores }: DesiredAccount,
): Pick<CycleStatus, 'isGone' | 'ignoredUntil'> {
  const left = ignores.find(
    (each) =>
      each.isOver !== true &&
      isOfObject(each) &&
      toFieldAddress(account, toFieldPath(...each.path)) === address,
  );
  return { isGone: true, ...(left === undefined ? {} : { ignoredUntil: left.until }) };
}

/** The schedule that a cycle runs on, from the last one sent and the one that the service shows. */
export function toKnownSchedule(
  run: SentActivation | null,
  live: Pick<LiveCycle, 'schedule' | 'unlistedMinutes'> | null,
): KnownSchedule {
  const unlisted = live?.unlistedMinutes;
  if (unlisted !== undefined) return { from: 'shown', unlistedMinutes: unlisted };
  const picked = selectRunningSchedule(run?.schedule ?? null, live?.schedule ?? null);
  if (picked === null) return { from: 'nowhere' };
  return run !== null && picked === run.schedule
    ? { from: 'sent', schedule: picked, sentAt: run.activatedAt }
    : { from: 'shown', schedule: picked };
}

/**
 * The estimated next run of a cycle. An interval counts from the sent StartTime, else from the
 * activation; it has no time zone. An interval that only the service shows has no known start.
 */
export function toNextRun(
  known: KnownSchedule,
  cycle: { readonly state: string | null; readonly run: SentActivation | null },
  now: string,
): NextRun {
  if (cycle.state !== 'Active') return { kind: 'none' };
  if (!('schedule' in known)) return { kind: 'unknown' };
  const { schedule } = known;
  switch (schedule.kind) {
    case 'webhook':
      return { kind: 'on-call' };
    case 'once':
      return {
        kind: Date.parse(schedule.at) < Date.parse(now) ? 'past' : 'expected',
        at: schedule.at,
      };
    case 'every': {
      const sent = known.from === 'sent' ? cycle.run : null;
      const anchor = sent?.sent.startTime ?? sent?.activatedAt ?? schedule.startAt;
      if (anchor === undefined) return { kind: 'unknown' };
      return { kind: 'expected', at: toNextRunTime(anchor, schedule.every, now) };
    }
  }
}
