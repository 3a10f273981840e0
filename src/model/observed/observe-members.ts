import { type FieldPath, toFieldPath } from '../address.ts';
import type { LiveSchedule } from '../desired/schedule.ts';
import { type AnyDiff, isCycleDiff } from '../diff/field-diff.ts';
import { listUserTags } from '../diff/identity.ts';
import type { RunState } from '../diff/run-state.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { fieldTable } from '../fields/fields.ts';
import type { LiveConnector, LiveCycle } from '../live/live.ts';

/** The compared members of an object by path. One that the service does not show is absent. */
export type Members = ReadonlyMap<FieldPath, PlainValue>;

const none: Members = new Map();

/**
 * Reads the compared members of a live object, secrets included: never store or show one without
 * `HiddenTexts`. None of an object that is known by its id alone.
 */
export function observeMembers(object: AnyDiff): Members {
  const { live } = object;
  if (live === null || ('isRecalled' in live && live.isRecalled === true)) return none;
  const own = listOwn(object.kind, live);
  if (isCycleDiff(object)) {
    return new Map([
      ...own,
      [toFieldPath('tags'), listUserTags(object.live?.tags ?? [])],
      ...listRunning(object.runState, object.live),
      ...(object.contents?.members ?? []),
    ]);
  }
  return new Map('properties' in live ? listLiveConnector(live) : own);
}

function listOwn(
  kind: AnyDiff['kind'],
  shown: object,
): readonly (readonly [FieldPath, PlainValue])[] {
  const live = shown as Readonly<Record<string, unknown>>;
  return fieldTable.flatMap((row) => {
    if (row.kind !== kind || row.property === null) return [];
    const value = live[row.property] as PlainValue;
    // A setting of a cycle always has a value; null means that the service does not show it.
    if (value === null && kind === 'cycle' && row.clear === 'no') return [];
    return [[toFieldPath(...row.path.split('/')), value] as const];
  });
}

/** Lists what a list of the service shows of a connector. */
export function listLiveConnector(live: LiveConnector): [FieldPath, PlainValue][] {
  return [
    [toFieldPath('displayName'), live.name],
    [toFieldPath('description'), live.description],
    [toFieldPath('connector', 'version'), live.release.version],
    [toFieldPath('auth'), live.authenticated],
    ...live.properties.map(({ name, value }): [FieldPath, PlainValue] => [
      toFieldPath('properties', name),
      value,
    ]),
  ];
}

/** Lists what a list of the service shows of a cycle, but for its activity. */
export function listLiveCycle(live: LiveCycle): readonly (readonly [FieldPath, PlainValue])[] {
  return [
    ...listOwn('cycle', live),
    [toFieldPath('tags'), listUserTags(live.tags)],
    ...listSchedule(live.status === 'Active' ? live.schedule : null),
  ];
}

// A single run ends by itself, and a start moves the time of a schedule but not its cadence.
function listRunning(run: RunState, live: LiveCycle | null): [FieldPath, PlainValue][] {
  const isActive = run.kind === 'running' || run.kind === 'paused-by-us';
  const schedule = run.kind === 'running' ? live?.schedule : null;
  return [[toFieldPath('state'), isActive ? 'active' : 'paused'], ...listSchedule(schedule)];
}

function listSchedule(schedule: LiveSchedule | null | undefined): [FieldPath, PlainValue][] {
  if (schedule?.kind !== 'every') return [];
  return [[toFieldPath('schedule'), { kind: 'every', every: schedule.every }]];
}
