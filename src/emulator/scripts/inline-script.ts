import type { CallValue } from '../calls/method-call.ts';
import { formatList, isRecord } from '../calls/request/location.ts';
import type { State } from '../state/state.ts';
import { runScript } from './run-script.ts';

// A value that starts with `=` is an inline script (SERVICE C [R2][D]). Assumption: a JavaScript
// expression with merge fields as values, or as text within quotes. It cannot send requests.

/** Expression of a text, or null if it is no script. */
export function readInlineScript(text: string | null): string | null {
  return text?.startsWith('=') ? text.slice(1) : null;
}

/**
 * Expression with its merge fields replaced. Third-party data becomes a literal, or escaped text
 * within quotes, so that it never runs.
 */
export function formatInlineScript(
  expression: string,
  form: RegExp,
  read: (match: RegExpMatchArray) => CallValue,
): string {
  let quote = '';
  let filled = '';
  let at = 0;
  for (const match of expression.matchAll(form)) {
    const before = expression.slice(at, match.index);
    quote = findOpenQuote(before, quote);
    filled += before + formatLiteral(read(match), quote);
    at = match.index + match[0].length;
  }
  return filled + expression.slice(at);
}

/** Quote that is open after a piece of source that started inside `open`; empty for none. */
function findOpenQuote(source: string, open: string): string {
  let quote = open;
  for (const [part] of source.matchAll(/\\.|["'`]/gs)) {
    quote = quote === '' && part.length === 1 ? part : part === quote ? '' : quote;
  }
  return quote;
}

function formatLiteral(value: CallValue, quote: string): string {
  return quote === ''
    ? JSON.stringify(value)
    : JSON.stringify(formatList(value)).slice(1, -1).replaceAll(/['`$]/g, '\\$&');
}

/** Values of inline scripts by target id, or the reason for none. */
export async function runInlineScripts(
  { outside }: State,
  scripts: ReadonlyMap<number, string>,
): Promise<{ readonly values: ReadonlyMap<number, CallValue> } | { readonly reason: string }> {
  if (scripts.size === 0) {
    return { values: new Map() };
  }
  const outcome = await runScript({
    script: `return [${[...scripts.values()].map((each) => `(${each}\n)`).join(',')}];`,
    names: {},
    limits: outside.limits,
    send: async () => ({ error: 'An inline script sends no requests.' }),
    closing: outside.closing,
  });
  if (outcome.kind === 'failed') {
    return { reason: outcome.reason };
  }
  const results = outcome.value as readonly unknown[];
  const ids = [...scripts.keys()];
  return { values: new Map(ids.map((id, index) => [id, toCallValue(results[index])])) };
}

/** Data as a value of a call: objects become JSON text, undefined becomes null. */
export function toCallValue(value: unknown): CallValue {
  if (Array.isArray(value)) {
    return value.length === 0 ? null : value.map(toCallValue);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : isRecord(value)
      ? JSON.stringify(value)
      : null;
}
