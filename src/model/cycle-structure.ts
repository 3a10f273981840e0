import { writeCanonicalJson } from '../kit/canonical-json.ts';
import { hashText } from '../kit/hash.ts';
import type { Json, JsonObject } from '../kit/json.ts';
import { isJsonObject } from '../kit/json.ts';
import type { CycleFile, FileStep } from './cycle-file.ts';

/**
 * Digest of what of a cycle file cannot be written to a cycle that is there: its steps, what does their work, their
 * edges, which variables it has, and its settings. Mappings, values, name, description and tags can be written;
 * where a step is drawn and how its connector describes a method say nothing of the cycle.
 */
export function digestStructure(file: CycleFile): string {
  const parts = [
    file.steps.map(listStep),
    file.edges.map(({ tail, head, settings }) => [tail, head, settings]),
    file.variables.map(({ name }) => name).sort(),
    withoutProse(file.settings),
  ];
  return hashText(writeCanonicalJson(parts));
}

function listStep(step: FileStep): unknown {
  const { label, method, connector, settings } = step;
  const unknown = step.mappings.flatMap(({ slot, target, source }) =>
    source.kind === 'other' ? [[slot, target, source.written]] : [],
  );
  return [label, method, connector, withoutLayout(settings), unknown];
}

function withoutLayout(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isLayoutKey(name)));
}

function withoutProse({ VersionedCycle, ...settings }: JsonObject): Json {
  if (!isJsonObject(VersionedCycle)) return settings;
  const { Tags: _, ...versioned } = VersionedCycle;
  return { ...settings, VersionedCycle: versioned };
}

/** Whether a member says only where something is drawn on the screen of the console. */
export function isLayoutKey(name: string): boolean {
  return /^DisplayPosition(?:Left|Top)$/.test(name);
}
