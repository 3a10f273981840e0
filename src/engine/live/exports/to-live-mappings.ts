import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import {
  type ExportedCycle,
  type ExportedMapping,
  type ExportedStep,
  parseStepSource,
} from '../../../model/live/exported-cycle.ts';
import type { LiveMapping, NamedItem, RemoteId } from '../../../model/live/live.ts';
import type { ExportTrust } from './export-trust.ts';

/** The mappings of one slot of a step, and where other cycles have the same. */
export type ExportedSlot = {
  readonly exported: ExportedCycle;
  readonly step: ExportedStep;
  readonly slot: MappingSlot;
  /** The template of the cycle, or its name. */
  readonly origin: string;
};

/**
 * Converts the mappings of an export; null while a kind of fact in it is not proven. `isPlain` leaves
 * out those of sensitive targets.
 */
export function toLiveMappings(
  trust: ExportTrust,
  { exported, step, slot }: ExportedSlot,
  isPlain = false,
): readonly LiveMapping[] | null {
  const items = step.step[slot];
  // An export leaves out texts of sensitive parameters (SERVICE E.2 [D]).
  if (!isPlain && items.some(({ isSensitive }) => isSensitive)) return null;
  if (slot === 'parameters' && !step.marksSecrets) return null;
  const mapped = indexMappings(step.mappings[slot], items);
  if (mapped === null) return null;
  const mappings: LiveMapping[] = [];
  for (const { id, name, isSensitive } of items) {
    if (isSensitive) continue;
    const mapping = mapped.get(id);
    const isLaunchProven = trust.isProven(toLaunchKind(mapping), toLaunch(mapping), 'mappings');
    const live =
      mapping === undefined
        ? trust.isProven(toAbsent(slot), name, 'mappings')
          ? makeUnmapped(id, slot)
          : null
        : toProven(trust, mapping, exported);
    if (live === null || !isLaunchProven) return null;
    mappings.push(live);
  }
  return mappings;
}

/** Learns from mappings that were read both ways. */
export function observeMappings(
  trust: ExportTrust,
  { exported, step, slot, origin }: ExportedSlot,
  live: readonly LiveMapping[],
): void {
  const items = step.step[slot];
  const mapped = indexMappings(step.mappings[slot], items);
  if (mapped === null) return;
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const is of live) {
    const item = byId.get(is.targetId);
    if (item === undefined || item.isSensitive) continue;
    const mapping = mapped.get(is.targetId);
    if (isSameLaunch(mapping, is)) trust.agree(toLaunchKind(mapping), toLaunch(mapping));
    else trust.refute(toLaunchKind(mapping));
    if (mapping === undefined) {
      if (isUnmapped(is)) trust.agree(toAbsent(slot), item.name);
      else trust.refute(toAbsent(slot));
      continue;
    }
    const { code } = mapping;
    const value = toLive(mapping, is.type ?? '', exported);
    if (value === null || !isSameJson(toFacts(value), toFacts(is)))
      trust.refute(toValueKind(mapping));
    else {
      trust.agreeOnWord('mapping', code, is.type);
      // A text with merge fields has ids of its own cycle in it.
      const isOwnText = value.value?.includes('{{') !== true;
      const at = [origin, step.step.name, slot, item.name].join('\n');
      const place = isOwnText ? ({ of: 'mappings', at } as const) : null;
      trust.agree(toValueKind(mapping), formatValue(value, exported), place);
    }
  }
}

function toLaunchKind(mapping: ExportedMapping | undefined): string {
  return mapping === undefined ? 'launch of no mapping' : 'launch';
}

function toLaunch(mapping: ExportedMapping | undefined): string {
  return String(mapping === undefined ? false : mapping.isLaunchVisible);
}

// An export that does not show it would agree with each mapping that people do not see.
function isSameLaunch(mapping: ExportedMapping | undefined, is: LiveMapping): boolean {
  if (mapping !== undefined && mapping.isLaunchVisible === undefined)
    return is.isLaunchVisible === undefined;
  return (mapping?.isLaunchVisible ?? false) === (is.isLaunchVisible ?? false);
}

function toAbsent(slot: MappingSlot): string {
  return `absent ${slot}`;
}

function toValueKind({ code }: ExportedMapping): string {
  return `value of mapping ${code ?? ''}`;
}

// Without the ids of one cycle, so that values of several cycles can be equal.
function formatValue(mapping: LiveMapping, { steps }: ExportedCycle): string {
  const { type, value, sourceStepId, sourceFieldId, triggerValue, triggerLabel } = mapping;
  const source = steps.find(({ step: { id } }) => id === sourceStepId)?.step;
  const field = source?.responses.find(({ id }) => id === sourceFieldId)?.name;
  return JSON.stringify([type, value, source?.name, field, triggerValue, triggerLabel]);
}

// Null for a mapping of an unknown target, or two of one.
function indexMappings(
  mappings: readonly ExportedMapping[],
  items: readonly NamedItem[],
): ReadonlyMap<RemoteId, ExportedMapping> | null {
  const known = new Set(items.map(({ id }) => id));
  const found = new Map<RemoteId, ExportedMapping>();
  for (const mapping of mappings) {
    const { targetId } = mapping;
    if (targetId === null || !known.has(targetId) || found.has(targetId)) return null;
    found.set(targetId, mapping);
  }
  return found;
}

function toProven(
  trust: ExportTrust,
  mapping: ExportedMapping,
  exported: ExportedCycle,
): LiveMapping | null {
  const word = trust.findWord('mapping', mapping.code) ?? null;
  const live = word === null ? null : toLive(mapping, word, exported);
  if (live === null) return null;
  const value = formatValue(live, exported);
  return trust.isProven(toValueKind(mapping), value, 'mappings') ? live : null;
}

const none = {
  value: null,
  sourceStepId: null,
  sourceFieldId: null,
  triggerValue: null,
  triggerLabel: null,
};

// The form of a value by the word of its mapping; null where it has another form.
function toLive(
  { targetId, value, label, isLaunchVisible }: ExportedMapping,
  word: string,
  { steps }: ExportedCycle,
): LiveMapping | null {
  if (targetId === null) return null;
  const launch = isLaunchVisible === undefined ? {} : { isLaunchVisible };
  const mapping = { ...none, targetId, type: word, ...launch };
  switch (word) {
    case 'PreviousStep': {
      const from = parseStepSource(value);
      const source = steps.find(({ step: { id } }) => id === from?.step);
      if (source === undefined || from === null) return null;
      return { ...mapping, sourceStepId: source.step.id, sourceFieldId: from.field };
    }
    case 'Lookup':
      return { ...mapping, triggerValue: value, triggerLabel: label };
    case 'Ignore':
      return mapping;
    default:
      return { ...mapping, value };
  }
}

function makeUnmapped(targetId: RemoteId, slot: MappingSlot): LiveMapping {
  return {
    ...none,
    targetId,
    type: slot === 'fields' ? 'Ignore' : null,
    isLaunchVisible: false,
  };
}

function isUnmapped({ type }: LiveMapping): boolean {
  return type === null || type === 'Ignore';
}

// Facts of a mapping; its visibility at launch is another one.
function toFacts({ isLaunchVisible: _, ...facts }: LiveMapping): object {
  return facts;
}
