import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, toFieldPath } from '../../../model/address.ts';
import { type Schedule, selectRunningSchedule } from '../../../model/desired/schedule.ts';
import {
  type Deposed,
  findDeposedSchedule,
  hasDeposedRun,
  isEffectivelyRunning,
} from '../../../model/desired/scope/deposed.ts';
import { hasEarlierTag } from '../../../model/desired/scope/renamed-cycle.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { listAwaitingConsent } from '../../../model/diff/list-awaiting-consent.ts';

/** What a plan does about a cycle's running. */
export type Running = {
  readonly isRunning: boolean;
  /** The manifest's word; null where it is not managed. */
  readonly wants: 'active' | 'paused' | null;
  /** Connectors that a person must sign in before it can be activated; empty when it can. */
  readonly waitsFor: readonly Address[];
  /** We paused it and were interrupted. */
  readonly isPausedByUs: boolean;
  /** What to run it on: the manifest's schedule, what we paused it from, what we last sent, or what was read. */
  readonly schedule: Schedule | null;
  /** What it runs on now: as read, else as we last sent it. Null where it rests or nobody knows. */
  readonly runsOn: Schedule | null;
  /** Whether the service offers to stop it. */
  readonly canPause: boolean;
  /** It is not started before a person has done by hand what the service offers no way to do. */
  readonly waitsForPerson: boolean;
  /** One that makes way for it runs, or did until we stopped it for that. */
  readonly takesOver: boolean;
  /** The single run that Git asks for was had, by it or by one that makes way for it. */
  readonly isSpent: boolean;
  /** Nobody knows whether the single run that it is to have was had: a person says so. */
  readonly isUnknown: boolean;
};

/** Judges whether a cycle runs, shall run, and can. */
export function decideRunning(cycle: CycleDiff, account: AccountDiff): Running {
  const { activity } = cycle.desired.bound.desired;
  const wants = activity.kind === 'set' ? activity.value.kind : null;
  const written = activity.kind === 'set' ? activity.value.schedule : null;
  const pause = account.memory.pauses.get(cycle.address) ?? null;
  const isRunning = cycle.live?.status === 'Active';
  const isPausedByUs = pause !== null && cycle.live !== null && !isRunning;
  const before = account.deposed.get(cycle.address) ?? [];
  const atWork = before.filter((each) => isEffectivelyRunning(each, account.memory));
  const takesOver = atWork.length > 0;
  const startsAgain = wants !== 'paused' && (isRunning || isPausedByUs || takesOver);
  // Where the steps of a new cycle are not known yet, what needs no schedule can only be a webhook; apply
  // looks whether it is.
  const isUnread = cycle.live === null && cycle.desired.shape === null;
  const byWebhook =
    cycle.desired.startsByWebhook || isUnread ? ({ kind: 'webhook' } as const) : null;
  const sent = cycle.record?.run?.schedule ?? null;
  const read = cycle.live?.schedule ?? null;
  // A schedule that Git does not manage is the one that it runs on, whoever set it.
  const runs = isRunning ? selectRunningSchedule(sent, read) : null;
  const rhythm = findScheduleOf(atWork, cycle, account);
  const schedule = written ?? runs ?? pause?.schedule ?? rhythm ?? sent ?? read ?? byWebhook;
  const run = cycle.record?.run ?? null;
  return {
    isRunning,
    wants,
    waitsFor:
      wants === 'active' || startsAgain ? listAwaitingConsent(cycle, account.connectors) : [],
    isPausedByUs,
    schedule,
    runsOn: isRunning ? (read ?? sent ?? byWebhook) : null,
    canPause: account.capabilities.cycles,
    waitsForPerson: !isRunning && cycle.fields.some((field) => field.isManual === true),
    takesOver,
    isSpent:
      !isRunning &&
      (hasDeposedRun(written, before, account.memory) || (pause === null && isHad(written, cycle))),
    isUnknown: !isRunning && run?.isUnknown === true && isSameJson(run.schedule, schedule),
  };
}

// A webhook and a clock do not start each other's cycles.
function findScheduleOf(
  atWork: readonly Deposed[],
  { desired }: CycleDiff,
  { memory }: AccountDiff,
): Schedule | null {
  const [first] = atWork;
  const rhythm = first === undefined ? null : findDeposedSchedule(first, memory);
  return (rhythm?.kind === 'webhook') === desired.startsByWebhook ? rhythm : null;
}

// What was sent one time is not sent again, unless we stopped it meanwhile.
function isHad(schedule: Schedule | null, { record }: CycleDiff): boolean {
  const sent = record?.applied[toFieldPath('schedule')];
  return schedule?.kind === 'once' && sent?.kind === 'plain' && isSameJson(sent.value, schedule);
}

/** Whether this plan activates the cycle. */
export function isToActivate(cycle: CycleDiff, running: Running): boolean {
  if (
    running.isUnknown ||
    running.isRunning ||
    running.waitsFor.length > 0 ||
    running.waitsForPerson
  )
    return false;
  const takesOver = running.takesOver && !running.isSpent;
  if ((running.isPausedByUs || takesOver) && running.wants !== 'paused') return true;
  if (running.wants !== 'active' || running.isSpent) return false;
  if (cycle.live === null) return true;
  return cycle.fields.some(
    (field) => (field.path === 'state' || field.path === 'schedule') && field.isChange,
  );
}

/** The verdicts that edit a cycle: all that differ but its running and what it is made from. */
export function listEdits(cycle: CycleDiff): CycleDiff['fields'] {
  const others = new Set<string>(['state', 'schedule', 'from/template', 'from/file']);
  return cycle.fields.filter((field) => field.isChange && !others.has(field.path));
}

/** Whether a running cycle is paused, edited and started again by this plan. */
export function isWindowNeeded(cycle: CycleDiff, running: Running): boolean {
  if (!running.isRunning || running.wants === 'paused') return false;
  return isEdited(cycle) || isRetagged(cycle, running);
}

/** Whether the tag that a renamed cycle is known by follows its key now: not where a pause could not be ended. */
export function isRetagged(cycle: CycleDiff, running: Running): boolean {
  const { isRunning, canPause, waitsFor, schedule } = running;
  const isStuck = isRunning && (waitsFor.length > 0 || schedule === null);
  return canPause && !isStuck && hasEarlierTag(cycle);
}

/** Whether something of the cycle differs that may be changed only while it rests. */
export function isEdited(cycle: CycleDiff): boolean {
  return isRescheduled(cycle) || listEdits(cycle).length > 0;
}

/** Whether this plan runs a cycle on another schedule than it has. */
export function isRescheduled(cycle: CycleDiff): boolean {
  return cycle.fields.some((field) => field.path === 'schedule' && field.isChange);
}
