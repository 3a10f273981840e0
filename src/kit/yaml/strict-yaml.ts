import { isScalar } from 'yaml';

/**
 * YAML 1.2, core schema only. Readers and editors share these options, so that a written text reads
 * back the same.
 */
export const strictYaml = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const;

/** The name under which an entry of a map is known: `1: x` has the key `1`. Null for a key that is no text. */
export function readKeyName(key: unknown): string | null {
  if (!isScalar(key)) return null;
  if (typeof key.value === 'string') return key.value;
  return key.source === undefined || key.source === '' ? null : key.source;
}
