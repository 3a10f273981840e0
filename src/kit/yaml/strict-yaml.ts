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

/** Words for errors that the parser's own do not explain. */
const summaries: Partial<Record<YAMLError['code'], string>> = {
  RESOURCE_EXHAUSTION: 'Nested too deeply',
  TAG_RESOLVE_FAILED: 'Unreadable tag',
  BAD_DIRECTIVE: 'Unreadable directive',
  BLOCK_AS_IMPLICIT_KEY: 'The value of this key goes on with another key',
  MULTILINE_IMPLICIT_KEY: 'This line has no key with a value',
};

/** The error of a YAML text, without any content of it. */
export function formatYamlError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  const known = summaries[code];
  if (known !== undefined) return known;
  if (/^Missing closing ["']quote/.test(message)) return 'A quote is not closed';
  return (message.split('\n')[0] ?? message).replace(quoting, '$1');
}
