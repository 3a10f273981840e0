import type { WrittenMapping, WrittenSecret } from '../../../model/manifest/manifest.generated.ts';

/** Whether a value stands as a reference to a secret; a description refers to variables alone. */
export function isReference(value: unknown): value is WrittenSecret {
  return typeof value === 'object' && value !== null && 'env' in value;
}

/** Which kind of source a mapping has: `text`, which a secret is too, `step`, `variable`, `expression` … */
export function classifyMapping(mapping: WrittenMapping): string {
  if (typeof mapping !== 'object' || isReference(mapping)) return 'text';
  return Object.keys(mapping)[0] ?? 'text';
}
