import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import type { JsonObject } from '../../../kit/json/json.ts';
import { isJsonObject } from '../../../kit/json/json.ts';
import type { CycleFile, FileEdge, FileStep } from './cycle-file.ts';

/**
 * Digest of the parts of a cycle file that cannot be written to an existing cycle: all that
 * `isStructural` names. Order, layout and descriptions of methods are excluded; null is absent.
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

/** Settings of the cycle as a whole, from any part of the export. */
export function listSettings({ settings, description, tags }: CycleFile): JsonObject {
  const { VersionedCycle, ...others } = settings;
  return {
    ...others,
    ...(isJsonObject(VersionedCycle) ? VersionedCycle : {}),
    Description: description ?? '',
    Tags: [...tags].sort(),
  };
}

/** Returns whether a setting of the whole is writable, or of templates alone. */
export function isNonStructural(name: string): boolean {
  return /^(?:Description|Tags|Published)$/.test(name);
}

/** Returns whether a member only says where the console draws something. */
export function isLayoutKey(name: string): boolean {
  return /^DisplayPosition(?:Left|Top)$/.test(name);
}
