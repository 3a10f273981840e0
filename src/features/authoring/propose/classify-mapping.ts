import type { WrittenMapping, WrittenSecret } from '../../../model/manifest/manifest.generated.ts';

/** Detects a reference to a secret; a description refers to variables alone. */
export function isReference(value: unknown): value is WrittenSecret {
  return typeof value === 'object' && value !== null && 'env' in value;
}

/** Classifies the source of a mapping: `text` (secrets too), `step`, `variable`, `expression` … */
export function classifyMapping(mapping: WrittenMapping): string {
  if (typeof mapping !== 'object' || isReference(mapping)) return 'text';
  return Object.keys(mapping)[0] ?? 'text';
}
