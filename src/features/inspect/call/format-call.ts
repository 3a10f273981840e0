import { formatIndentedJson } from '../../../kit/json/format-indented-json.ts';
import { formatUnseen, toVisible, toVisibleJson } from '../../../kit/text/visible-text.ts';
import type { CallRequest } from '../../../model/live/method-call.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';

/**
 * The text of an answer: JSON indented, XML and anything else as it came. On a screen what it would act upon
 * is shown as what it is; JSON says the same either way.
 */
export function formatAnswer(text: string, isOnScreen: boolean): string {
  const json = formatJson(text.replace(/^\uFEFF/, ''));
  if (json !== null) return `${json}\n`;
  return isOnScreen ? endLine(formatUnseen(text, escapeCharacter)) : text;
}

/** Indented JSON; null when it is none. The ends of its lines stand outside of its texts. */
function formatJson(text: string): string | null {
  return formatIndentedJson(text)?.split('\n').map(toVisibleJson).join('\n') ?? null;
}

function escapeCharacter(sign: string): string {
  return sign === '\n' || sign === '\r' || sign === '\t' ? sign : toVisible(sign);
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** A request that would be sent, as text; its body is the JSON that goes over the wire, secrets masked. */
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

/** The same as data. */
export function formatCallRequestJson({ method, path, account, body }: CallRequest): string {
  const sent = formatSafeJson({ method, path, account });
  return `${formatDocumentHead('call')},"run":${sent},\n"body":${toVisibleJson(formatBody(body))}}\n`;
}

// A secret in it prints as a fixed word.
function formatBody(body: unknown): string {
  return JSON.stringify(body);
}

/** RequestBody is a text within the JSON: it is shown once more as what it says. */
function formatInnerBody(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('RequestBody' in body)) return [];
  const { RequestBody } = body;
  return typeof RequestBody === 'string'
    ? ['', 'RequestBody:', formatAnswer(RequestBody, true).trimEnd()]
    : [];
}
