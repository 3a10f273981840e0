import type { YAMLError } from 'yaml';

/** What the parser says, up to where it quotes the text, which may be a secret. */
const quoting =
  /^(Block scalar header includes extra characters|Invalid escape sequence|[^:]+(?=: ")).*$/;

/** What is wrong with a YAML text, in the words of its parser and without a word of the text. */
export function formatYamlError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'Nested too deeply to be read';
  if (code === 'TAG_RESOLVE_FAILED') return 'A tag that cannot be read';
  if (code === 'BAD_DIRECTIVE') return 'A directive that cannot be read';
  return (message.split('\n')[0] ?? message).replace(quoting, '$1');
}
