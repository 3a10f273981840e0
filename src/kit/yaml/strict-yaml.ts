import { isScalar, type YAMLError } from 'yaml';

/** The message of the parser without its quote of the text, which may be a secret. */
const quoting =
  /^(Block scalar header includes extra characters|Invalid escape sequence|[^:]+(?=: ")).*$/;

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

/** The error of a YAML text in the words of its parser, without any content. */
export function formatYamlError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'Nested too deeply';
  if (code === 'TAG_RESOLVE_FAILED') return 'Unreadable tag';
  if (code === 'BAD_DIRECTIVE') return 'Unreadable directive';
  return (message.split('\n')[0] ?? message).replace(quoting, '$1');
}
