import type { CallValue } from '../calls/method-call.ts';
import { formatList, isRecord } from '../calls/request/location.ts';
import type { State } from '../state/state.ts';
import { runScript } from './run-script.ts';

// A value that begins with `=` is an inline script (SERVICE C [R2][D]). Its words are an assumption, as
// no source shows one: an expression of JavaScript, in which a merge field stands for its value, between
// quotes for its text. It runs as scripts of methods do, but sends no requests.

/** The expression of a text, or null where the text is no script. */
export function readInlineScript(text: string | null): string | null {
  return text?.startsWith('=') ? text.slice(1) : null;
}

/**
 * An expression with its merge fields filled. What a third party said stays data: outside of quotes it
 * is a literal, between quotes it cannot end them.
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

/** The quote that is open after a piece of source, which began inside of `open`; empty: none. */
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

/** Values of inline scripts by the ids of what they are for, or why there are none. */
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
  return { values: new Map(ids.map((id, place) => [id, toCallValue(results[place])])) };
}

/** Data as a value of a call: an object is JSON text, and what is nothing is null. */
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
