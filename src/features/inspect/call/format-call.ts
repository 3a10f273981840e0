import { parseJsonText } from '../../../kit/json/json.ts';
import { formatUnseen, toVisible, toVisibleJson } from '../../../kit/text/visible-text.ts';
import type { CallRequest } from '../../../model/live/method-call.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { Paint } from '../../../reports/text/paint.ts';

/**
 * Formats a response: JSON indented, all else unchanged. On a screen, escapes control characters
 * that would act on it.
 */
export function formatAnswer(text: string, isOnScreen: boolean): string {
  const json = formatJson(text.replace(/^\uFEFF/, ''));
  if (json !== null) return `${json}\n`;
  return isOnScreen ? endLine(formatUnseen(text, escapeCharacter)) : text;
}

/** Indents JSON; null when the text is not JSON. */
function formatJson(text: string): string | null {
  return formatIndentedJson(text)?.split('\n').map(toVisibleJson).join('\n') ?? null;
}

function escapeCharacter(sign: string): string {
  return sign === '\n' || sign === '\r' || sign === '\t' ? sign : toVisible(sign);
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Formats a request that would be sent, with the JSON body of the wire and secrets masked. */
export function formatCallRequest(request: CallRequest, paint: Paint): string {
  const { method, path, account, body } = request;
  const lines = [
    paint.bold(`${method} ${toVisible(path)}`),
    `account ${toVisible(account)}`,
    '',
    formatJson(formatBody(body)) ?? '',
    ...formatInnerBody(body),
    '',
    'Nothing was sent.',
  ];
  return `${lines.join('\n')}\n`;
}

/** Formats the request as data. */
export function formatCallRequestJson({ method, path, account, body }: CallRequest): string {
  // Secrets become a fixed word where they are serialised.
  const sent: unknown = JSON.parse(formatBody(body));
  return formatDocument('call', { run: { method, path, account }, body: sent });
}

// Serialises secrets as a fixed word.
function formatBody(body: unknown): string {
  return JSON.stringify(body);
}

/** Repeats RequestBody below, because it is a text within the JSON. */
function formatInnerBody(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('RequestBody' in body)) return [];
  const { RequestBody } = body;
  return typeof RequestBody === 'string'
    ? ['', 'RequestBody:', formatAnswer(RequestBody, true).trimEnd()]
    : [];
}

/**
 * JSON with a line for each member and item. Its texts and numbers stay as they were written, so that
 * no digit is lost; null when it is not JSON. Deep nesting costs no stack.
 */
export function formatIndentedJson(text: string): string | null {
  if (parseJsonText(text) === undefined) return null;
  let indented = '';
  let before = '';
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const isEnd = token === '}' || token === ']';
    const isAfterStart = before === '{' || before === '[';
    if (isEnd) depth -= 1;
    if (isEnd ? !isAfterStart : isAfterStart || before === ',') {
      indented += `\n${'  '.repeat(depth)}`;
    }
    indented += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth += 1;
    before = token;
  }
  return indented;
}
