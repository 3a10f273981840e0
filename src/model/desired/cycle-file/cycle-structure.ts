import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import type { JsonObject } from '../../../kit/json/json.ts';
import { isJsonObject } from '../../../kit/json/json.ts';
import type { CycleFile, FileEdge, FileStep } from './cycle-file.ts';

/**
 * Digest of what of a cycle file cannot be written to a cycle that is there: its steps, what does their work, their
 * edges, which variables it has, and its settings. Mappings, values, name, description and tags can be written;
 * where a step is drawn and how its connector describes a method say nothing of the cycle. Files of one digest differ in
 * nothing that `isStructural` names: order means nothing, and null is absent.
 */
export function toStructureDigest(file: CycleFile): string {
  const settings = Object.entries(listSettings(file)).filter(([name]) => !isNonStructural(name));
  const parts = [
    file.steps.map((step) => formatCanonicalJson(listStep(step))).sort(),
    file.edges.map(formatEdge).sort(),
    file.variables.map(({ name }) => name).sort(),
    withoutNulls(Object.fromEntries(settings)),
  ];
  return toHash(formatCanonicalJson(parts));
}

function listStep(step: FileStep): unknown {
  const { label, method, connector, settings } = step;
  const unknown = step.mappings.flatMap(({ slot, target, source }) =>
    source.kind === 'other' ? [formatCanonicalJson([slot, target, source.written])] : [],
  );
  return [label, method, connector, withoutNulls(withoutLayout(settings)), unknown.sort()];
}

function withoutLayout(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isLayoutKey(name)));
}

function withoutNulls(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

/** An edge as a text that is the same for the same edge. */
export function formatEdge({ tail, head, settings }: FileEdge): string {
  return formatCanonicalJson([tail, head, withoutNulls(withoutLayout(settings))]);
}

/** What a file says of the cycle as a whole, whichever part of the export has it. */
export function listSettings({ settings, description, tags }: CycleFile): JsonObject {
  const { VersionedCycle, ...others } = settings;
  return {
    ...others,
    ...(isJsonObject(VersionedCycle) ? VersionedCycle : {}),
    Description: description ?? '',
    Tags: [...tags].sort(),
  };
}

/** Whether a setting of the whole is no part of the structure: it can be written, or is of templates alone. */
export function isNonStructural(name: string): boolean {
  return /^(?:Description|Tags|Published)$/.test(name);
}

/** Whether a member says only where something is drawn on the screen of the console. */
export function isLayoutKey(name: string): boolean {
  return /^DisplayPosition(?:Left|Top)$/.test(name);
}
