import { findByKey } from '../../kit/find-by-key.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import { type FieldPath, parsePath, toFieldPath } from '../../model/address.ts';
import type { NamedCycle } from '../../model/desired/bound.ts';
import { parseStepTarget, type StepTarget } from '../../model/desired/launch-path.ts';
import {
  type IntervalName,
  intervals,
  type LiveSchedule,
  type Schedule,
} from '../../model/desired/schedule.ts';
import { toMappingSource } from '../../model/desired/to-mapping-source.ts';
import { listUserTags } from '../../model/diff/identity.ts';
import type { cycleSettings } from '../../model/fields/cycle-fields.ts';
import type {
  DesiredValue,
  LiveFields,
  LiveValue,
  StoredValue,
} from '../../model/fields/field-value.ts';
import { fieldTable } from '../../model/fields/fields.ts';
import type { CycleShape } from '../../model/live/cycle-shape.ts';
import type { LiveCycle, LiveMapping, RemoteId, TemplateItem } from '../../model/live/live.ts';
import type { CycleDetails } from '../../model/live/reading.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';
import { findOwnRun } from '../../model/state/own-run.ts';

/** A live cycle, and the names of its ids. */
export type CycleObservation = {
  readonly live: LiveCycle;
  readonly reading: CycleDetails;
  readonly templates: readonly TemplateItem[];
  /** Desired or sent schedules, to recognise a live schedule of the same cadence. */
  readonly schedules: readonly (Schedule | null)[];
  /** Key of an installed connector, or its live name in quotes. */
  readonly nameConnector: (id: RemoteId) => string;
  readonly record: ObjectRecord | null;
};

type OwnProperty =
  | 'name'
  | 'description'
  | 'successHours'
  | 'erroredHours'
  | (typeof cycleSettings)[number];

/** Managed fields of a live cycle, with names. */
export function toCycleFields(named: NamedCycle, observation: CycleObservation): LiveFields {
  const { live } = observation;
  const own = fieldTable.flatMap((row): [FieldPath, LiveValue][] => {
    if (row.kind !== 'cycle' || row.property === null || row.path === 'tags') return [];
    const value = live[row.property as OwnProperty];
    // A field that cannot be cleared has a value, which the service does not show.
    const isHidden = value === null && row.clear === 'no';
    const path = toFieldPath(...row.path.split('/'));
    return [[path, isHidden ? { kind: 'not-readable' } : { kind: 'plain', value }]];
  });
  const read = [...named.fields.keys()].flatMap((path): [FieldPath, LiveValue][] => {
    const value = readPath(path, named, observation);
    return value === null ? [] : [[path, value]];
  });
  return new Map<FieldPath, LiveValue>([
    ...own,
    [toFieldPath('tags'), { kind: 'plain', value: listUserTags(live.tags) }],
    [toFieldPath('from', 'template'), { kind: 'plain', value: nameTemplate(observation) }],
    [toFieldPath('from', 'file'), readStructure(observation)],
    [toFieldPath('state'), { kind: 'plain', value: isAtWork(observation) ? 'active' : 'paused' }],
    [
      toFieldPath('schedule'),
      live.schedule === null
        ? { kind: 'not-readable' }
        : { kind: 'plain', value: matchSchedule(live.schedule, observation.schedules) },
    ],
    ...read,
  ]);
}

// A cycle that waits for a single run of ours rests otherwise.
function isAtWork({ live, record }: CycleObservation): boolean {
  return live.status === 'Active' && findOwnRun({ live, record }) === null;
}

function nameTemplate(observation: CycleObservation): string | null {
  const { templateId } = observation.live;
  return observation.templates.find((template) => template.id === templateId)?.name ?? templateId;
}

// The export is read only if state has another structure than the file, or none.
function readStructure({ reading }: CycleObservation): LiveValue {
  return reading.structure === undefined
    ? { kind: 'not-readable' }
    : { kind: 'plain', value: reading.structure.digest };
}

function readPath(
  path: FieldPath,
  named: NamedCycle,
  observation: CycleObservation,
): LiveValue | null {
  const [section, name = ''] = parsePath(path);
  if (section === 'variables') {
    if (observation.reading.shape.hidesVariables === true) return { kind: 'not-readable' };
    const found = observation.reading.shape.variables.find((item) => item.displayName === name);
    return { kind: 'plain', value: found?.value ?? null };
  }
  if (section === 'connectors') return readSlot(name, named, observation);
  const at = parseStepTarget(path);
  if (at === null) return null;
  if (at.isLaunch) return readVisibility(at, observation);
  const sides = [named.fields.get(path)?.value, observation.record?.applied[path]];
  return readMapping(at, observation, sides.some(isVariable));
}

function readSlot(name: string, named: NamedCycle, observation: CycleObservation): LiveValue {
  const slot = named.slots.find((item) => item.name === name);
  if (slot === undefined || slot.isDoubtful === true) return { kind: 'not-readable' };
  const used = observation.reading.shape.steps
    .filter((step) => slot.steps.includes(step.label))
    .map((step) =>
      step.connectorId === null ? '(none)' : observation.nameConnector(step.connectorId),
    );
  // Steps are in the order of the edges only where these were read.
  return { kind: 'plain', value: [...new Set(used)].sort(compareTexts).join(', ') };
}

function findMapping(at: StepTarget, { reading }: CycleObservation): LiveMapping | undefined {
  const step = findByKey(reading.shape.steps, 'label', at.step);
  const target = step && findByKey(step[at.slot], 'name', at.target);
  const mappings = reading[at.slot].get(step?.id ?? '');
  return target && mappings && findByKey(mappings, 'targetId', target.id);
}

function readVisibility(at: StepTarget, observation: CycleObservation): LiveValue {
  const mapping = findMapping(at, observation);
  if (mapping === undefined) return { kind: 'plain', value: null };
  const { isLaunchVisible: value } = mapping;
  return value === undefined ? { kind: 'not-readable' } : { kind: 'plain', value };
}

function readMapping(
  at: StepTarget,
  observation: CycleObservation,
  isOfVariable: boolean,
): LiveValue {
  const { shape } = observation.reading;
  const mapping = findMapping(at, observation);
  // The mapping has the system name of the variable, and display names are hidden. It certainly
  // differs from a source of another kind.
  if (mapping?.type === 'Variable' && shape.hidesVariables === true) {
    if (isOfVariable) return { kind: 'not-readable' };
    return { kind: 'plain', value: { kind: 'variable', variable: mapping.value ?? '' } };
  }
  // A deleted variable may have had the name in the manifest.
  if (mapping?.type === 'Variable' && !hasVariable(shape, mapping.value)) {
    const variable = `${mapping.value ?? ''} (gone)`;
    return { kind: 'plain', value: { kind: 'variable', variable } };
  }
  return { kind: 'plain', value: mapping === undefined ? null : toMappingSource(mapping, shape) };
}

function isVariable(side: DesiredValue | StoredValue | undefined): boolean {
  if (side?.kind !== 'plain' || typeof side.value !== 'object' || side.value === null) return false;
  return 'variable' in side.value;
}

/** True if a cycle has a variable; a mapping may use either of its names (SERVICE I.21). */
function hasVariable({ variables }: CycleShape, name: string | null): boolean {
  return variables.some(
    ({ systemName, displayName }) => name === systemName || name === displayName,
  );
}

/**
 * Returns the known schedule that equals a live one, else the live one. A restart sends the next
 * time of the cadence, so the start may differ; without a written start any is equal.
 */
export function matchSchedule(
  live: LiveSchedule,
  known: readonly (Schedule | null)[],
): LiveSchedule {
  return known.find((schedule) => schedule !== null && isSameCadence(live, schedule)) ?? live;
}

function isSameCadence(live: LiveSchedule, known: Schedule): boolean {
  if (live.kind !== 'every' || known.kind !== 'every' || live.every !== known.every) return false;
  if (known.startAt === undefined || live.startAt === undefined) return true;
  const apartMs = Date.parse(live.startAt) - Date.parse(known.startAt);
  return apartMs % toMs(live.every) === 0;
}

function toMs(every: IntervalName): number {
  return intervals[every] * 60_000;
}
