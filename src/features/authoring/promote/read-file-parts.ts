import { isJsonObject, type Json, type JsonObject } from '../../../kit/json/json.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { CycleFile, FileMapping } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { normaliseExpression } from '../../../model/desired/expression.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';

/** Mapping with its path in a manifest. */
export type LabelledMapping = FileMapping & { readonly path: FieldPath };

/** Lists of mappings of a step in a file. */
export const lists = { parameters: 'CycleParameters', fields: 'CycleFieldMappings' } as const;

/** Lists the mappings of a cycle file with their paths in a manifest. */
export function listMappings({ steps }: Pick<CycleFile, 'steps'>): LabelledMapping[] {
  return steps.flatMap(({ label, mappings }) =>
    mappings.map((mapping) => ({
      ...mapping,
      path: toFieldPath('steps', label, mapping.slot, mapping.target),
    })),
  );
}

/** Normalises the expression of a source for comparison. */
export function normaliseSource(source: unknown, shape: CycleShape): Json {
  const value = source as Json;
  if (!isJsonObject(value) || typeof value.expression !== 'string') return value;
  return { ...value, expression: normaliseExpression(value.expression, shape) };
}

/** Lists all texts in a value. */
export function listJsonTexts(value: Json | null): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => listJsonTexts(item as Json));
}

/** Reads the tags of a cycle file. */
export function readTags({ VersionedCycle }: JsonObject): Json {
  return isJsonObject(VersionedCycle) ? (VersionedCycle.Tags ?? []) : [];
}

/** Reads the target name of a mapping. */
export function toLabel(mapping: Json): string {
  if (!isJsonObject(mapping)) return '';
  const { ParameterId, Field } = mapping;
  return String(isJsonObject(Field) ? (Field.Id ?? '') : (ParameterId ?? ''));
}

/** Returns whether a change alone is a reason to change a file: layout and method descriptions are none. */
export function isSignificant({ kind }: CycleFileChange): boolean {
  return kind !== 'layout' && kind !== 'described' && kind !== 'opaque';
}

/** Settings of which each is judged by itself. */
export const judgedAlone: ReadonlySet<string> = new Set(['Description', 'Tags']);
