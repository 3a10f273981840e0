import type { YAMLError } from 'yaml';

/** The message of the parser without its quote of the text, which may be a secret. */
const quoting =
  /^(Block scalar header includes extra characters|Invalid escape sequence|[^:]+(?=: ")).*$/;

/** The error of a YAML text in the words of its parser, without any content. */
export function formatYamlError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'RESOURCE_EXHAUSTION') return 'Nested too deeply';
  if (code === 'TAG_RESOLVE_FAILED') return 'Unreadable tag';
  if (code === 'BAD_DIRECTIVE') return 'Unreadable directive';
  return (message.split('\n')[0] ?? message).replace(quoting, '$1');
}
