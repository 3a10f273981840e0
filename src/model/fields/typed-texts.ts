import { isMappingSource } from '../desired/mapping.ts';
import type { PlainValue } from './field-value.ts';

/** Lists texts of a value that people type; names of steps, fields and variables are none. */
export function listTypedTexts(value: PlainValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.map(String);
  if (!isMappingSource(value)) return [];
  switch (value.kind) {
    case 'value':
      return [value.value];
    case 'expression':
      return [value.expression];
    case 'option':
      return [value.option];
    case 'lookup':
      return [value.value, value.label ?? ''];
    case 'unknown':
      return [value.value ?? '', value.lookup ?? '', value.label ?? ''];
    default:
      return [];
  }
}
