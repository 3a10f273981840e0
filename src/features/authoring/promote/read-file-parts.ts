import { isJsonObject, type Json, type JsonObject } from '../../../kit/json/json.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { CycleFile, FileMapping } from '../../../model/desired/cycle-file/cycle-file.ts';
import { normaliseExpression } from '../../../model/desired/expression.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';

/** A mapping with the path that it has in a manifest. */
export type LabelledMapping = FileMapping & { readonly path: FieldPath };

/** Every mapping of a cycle file, with the path that it has in a manifest. */
export function listMappings({ steps }: Pick<CycleFile, 'steps'>): LabelledMapping[] {
  return steps.flatMap(({ label, mappings }) =>
    mappings.map((mapping) => ({
      ...mapping,
      path: toFieldPath('steps', label, mapping.slot, mapping.target),
    })),
  );
}

/** A source with its expression in one form, to compare by. */
export function normaliseSource(source: unknown, shape: CycleShape): Json {
  const value = source as Json;
  if (!isJsonObject(value) || typeof value.expression !== 'string') return value;
  return { ...value, expression: normaliseExpression(value.expression, shape) };
}

/** Every text in a value, at whatever depth. */
export function listJsonTexts(value: Json | null): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => listJsonTexts(item as Json));
}

/** The tags of a cycle as its file has them. */
export function readTags({ VersionedCycle }: JsonObject): Json {
  return isJsonObject(VersionedCycle) ? (VersionedCycle.Tags ?? []) : [];
}

/** The name of what a mapping writes to. */
export function toLabel(mapping: Json): string {
  if (!isJsonObject(mapping)) return '';
  const { ParameterId, Field } = mapping;
  return String(isJsonObject(Field) ? (Field.Id ?? '') : (ParameterId ?? ''));
}
