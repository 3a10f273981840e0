import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, toFieldPath } from '../../../model/address.ts';
import { type Schedule, selectRunningSchedule } from '../../../model/desired/schedule.ts';
import {
  type Deposed,
  findDeposedSchedule,
  hasDeposedRun,
  isEffectivelyRunning,
} from '../../../model/desired/scope/deposed.ts';
import { isChanged, isKept } from '../../../model/diff/disposition.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { hasEarlierTag } from '../../../model/diff/identity.ts';
import { listAwaitingConsent } from '../../../model/diff/used-connectors.ts';
import { toLastingRun } from '../../../model/state/account-state.ts';
import { findOwnRun } from '../../../model/state/own-run.ts';

/** Decision about the run state of a cycle. */
export type Running = {
  readonly isRunning: boolean;
  /** Desired state of the manifest; null if it is not managed. */
  readonly wants: 'active' | 'paused' | null;
  /** Connectors that need a person to sign in before activation; empty if none. */
  readonly waitsFor: readonly Address[];
  /** True if an interrupted run of ours paused it. */
  readonly isPausedByUs: boolean;
  /** Schedule to run on: from the manifest, from before our pause, last sent, or read. */
  readonly schedule: Schedule | null;
  /** Current schedule: as read, else as last sent. Null if it is paused or unknown. */
  readonly runsOn: Schedule | null;
  readonly canPause: boolean;
  /** True if it waits for manual steps that the service does not offer to cyclectl. */
  readonly waitsForPerson: boolean;
  /** True if a deposed cycle runs, or ran until we stopped it for the cutover. */
  readonly takesOver: boolean;
  /** True if the single run that Git asks for took place, in it or in a deposed cycle. */
  readonly isSpent: boolean;
  /** True if its single run may have taken place: a person has to confirm it. */
  readonly isUnknown: boolean;
};

/** Decides if a cycle runs, must run, and can run. */
export function decideRunning(cycle: CycleDiff, account: AccountDiff): Running {
  const { activity } = cycle.desired.bound.desired;
  // A single run of ours ends by itself.
  const isOnItsOwn = activity.kind !== 'set' || findOwnRun(cycle) !== null;
  const wants = isOnItsOwn ? null : activity.value.kind;
  const written = activity.kind === 'set' ? activity.value.schedule : null;
  const pause = account.state.pauses.get(cycle.address) ?? null;
  const isRunning = cycle.live?.status === 'Active';
  const isPausedByUs = pause !== null && cycle.live !== null && !isRunning;
  const before = account.deposed.get(cycle.address) ?? [];
  const atWork = before.filter((each) => isEffectivelyRunning(each, account.state));
  const takesOver = atWork.length > 0;
  const startsAgain = wants !== 'paused' && (isRunning || isPausedByUs || takesOver);
  // While the steps of a new cycle are unknown, a start without schedule must be a webhook, which
  // apply verifies.
  const isUnread = cycle.live === null && cycle.desired.shape === null;
  const byWebhook =
    cycle.desired.startsByWebhook || isUnread ? ({ kind: 'webhook' } as const) : null;
  const run = toLastingRun(cycle.record?.run ?? null);
  const sent = run?.schedule ?? null;
  const read = cycle.live?.schedule ?? null;
  // An unmanaged schedule is the one that it runs on.
  const runs = isRunning ? selectRunningSchedule(sent, read) : null;
  const taken = findScheduleOf(atWork, cycle, account);
  const schedule = written ?? runs ?? pause?.schedule ?? taken ?? sent ?? read ?? byWebhook;
  return {
    isRunning,
    wants,
    waitsFor:
      wants === 'active' || startsAgain ? listAwaitingConsent(cycle, account.connectors) : [],
    isPausedByUs,
    schedule,
    runsOn: isRunning ? (read ?? sent ?? byWebhook) : null,
    canPause: account.capabilities.cycles,
    waitsForPerson: !isRunning && cycle.fields.some((field) => isKept(field, 'not-offered')),
    takesOver,
    isSpent:
      !isRunning &&
      (hasDeposedRun(written, before, account.state) || (pause === null && isSent(written, cycle))),
    isUnknown: !isRunning && run?.isUnknown === true && isSameJson(run.schedule, schedule),
  };
}

// A webhook and a timer do not start each other's cycles.
function findScheduleOf(
  atWork: readonly Deposed[],
  { desired }: CycleDiff,
  { state }: AccountDiff,
): Schedule | null {
  const [first] = atWork;
  const taken = first === undefined ? null : findDeposedSchedule(first, state);
  return (taken?.kind === 'webhook') === desired.startsByWebhook ? taken : null;
}

// A single run is not sent twice, unless we stopped it meanwhile.
function isSent(schedule: Schedule | null, { record }: CycleDiff): boolean {
  const sent = record?.applied[toFieldPath('schedule')];
  return schedule?.kind === 'once' && sent?.kind === 'plain' && isSameJson(sent.value, schedule);
}

/** True if this plan activates the cycle. */
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
    (field) => (field.path === 'state' || field.path === 'schedule') && isChanged(field),
  );
}

/** Lists the fields that edit a cycle: all changes except run state and origin. */
export function listEdits(cycle: CycleDiff): CycleDiff['fields'] {
  const others = new Set<string>(['state', 'schedule', 'from/template', 'from/file']);
  return cycle.fields.filter((field) => isChanged(field) && !others.has(field.path));
}

/** True if this plan pauses, edits and restarts a running cycle. */
export function isWindowNeeded(cycle: CycleDiff, running: Running): boolean {
  if (!running.isRunning || running.wants === 'paused') return false;
  return isEdited(cycle) || isRetagged(cycle, running);
}

/** True if a renamed cycle gets the tag of its new key; false if its pause could not be ended. */
export function isRetagged(cycle: CycleDiff, running: Running): boolean {
  const { isRunning, canPause, waitsFor, schedule } = running;
  const isStuck = isRunning && (waitsFor.length > 0 || schedule === null);
  return canPause && !isStuck && hasEarlierTag(cycle);
}

/** True if the cycle has a change that needs a pause. */
export function isEdited(cycle: CycleDiff): boolean {
  return isRescheduled(cycle) || listEdits(cycle).length > 0;
}

/** True if this plan changes the schedule. */
export function isRescheduled(cycle: CycleDiff): boolean {
  return cycle.fields.some((field) => field.path === 'schedule' && isChanged(field));
}
