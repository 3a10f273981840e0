import { parseBoundedJson, TooMuchJsonError } from '../kit/json/bounded-json.ts';
import type { RefusedItem } from '../model/diagnostic/api-failure.ts';
import { type HttpAnswer, type HttpReply, isTooMany } from './http-reply.ts';
import { readOptionalId, readOptionalText, ShapeError, toWire } from './shape.ts';

/**
 * A usable answer: status, JSON (`undefined` if the body is empty or not read as JSON), text as
 * received, and number of pages.
 */
export type Received = {
  readonly status: number;
  readonly json: unknown;
  readonly text: string;
  readonly totalPages: number | null;
};

/** Reasons that a reply is not a usable answer. */
export type ReplyFailure =
  /** A clear refusal. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly item: RefusedItem | null;
    }
  /** Not done; retry later. */
  | { readonly kind: 'too-many'; readonly retryAfterMs: number | null; readonly message: string }
  /** The outcome is unknown, unless it was not sent. */
  | {
      readonly kind: 'no-word';
      readonly status: number | null;
      readonly wasSent: boolean;
      readonly retryAfterMs: number | null;
      readonly message: string;
    }
  /** A success status with an unreadable body. */
  | { readonly kind: 'garbled'; readonly message: string };

/** Meaning of a reply for its request. */
export type ClassifiedReply =
  | { readonly kind: 'received'; readonly received: Received }
  | ReplyFailure;

/** Limits for parsed JSON, above any list of methods and any export, and below the memory. */
const maxJson = { values: 4_000_000, levels: 200 };

/** Format of a successful answer: JSON of the service, or text of a third party. */
export type Reading = 'json' | 'text';

/** Classifies a reply by the next step that it allows; statuses as in SERVICE A.7 and A.8. */
export function classifyReply(reply: HttpReply, reading: Reading): ClassifiedReply {
  if (reply.kind === 'garbled') return reply;
  if (reply.kind === 'no-answer') {
    const { wasSent, message } = reply;
    return { kind: 'no-word', status: null, wasSent, retryAfterMs: null, message };
  }
  const { status, retryAfterMs } = reply;
  if (status < 300) return readReceived(reply, reading);
  if (status < 400) return { kind: 'refused', status, message: formatRedirect(reply), item: null };
  const message = readMessage(reply);
  if (status === 404 && reading === 'json' && !isOwnWord(reply)) {
    const why = formatPacking(reply);
    const reported = 'a 404 that is not in the format of the service';
    return { kind: 'garbled', message: why === null ? reported : `${reported}: ${why}` };
  }
  // GitHub reports some rate limits in the message alone.
  if (isTooMany(reply) || (status === 403 && /\brate limit\b/i.test(message))) {
    return { kind: 'too-many', retryAfterMs, message };
  }
  // 501 is a missing capability, not an outage.
  if (status === 408 || (status >= 500 && status !== 501)) {
    return { kind: 'no-word', status, wasSent: true, retryAfterMs, message };
  }
  return { kind: 'refused', status, message, item: readItem(reply) };
}

function readReceived(answer: HttpAnswer, reading: Reading): ClassifiedReply {
  const { status } = answer;
  const totalPages = readTotalPages(answer.totalPages);
  const packing = formatPacking(answer);
  if (packing !== null) return { kind: 'garbled', message: packing };
  if (reading === 'text') {
    return {
      kind: 'received',
      received: { status, json: undefined, text: answer.text, totalPages },
    };
  }
  const text = answer.text.replace(/^\uFEFF/, '').trim();
  if (text === '') {
    return { kind: 'received', received: { status, json: undefined, text, totalPages } };
  }
  if (isHtml(answer)) return { kind: 'garbled', message: 'the answer is a web page, not JSON' };
  try {
    return { kind: 'received', received: { status, json: parseJson(text), text, totalPages } };
  } catch (error) {
    return { kind: 'garbled', message: formatNoJson(text, error) };
  }
}

function parseJson(text: string): unknown {
  return parseBoundedJson(text, maxJson);
}

// Leave out the parser's message because it quotes the text, which may hold a credential.
function formatNoJson(text: string, error: unknown): string {
  if (error instanceof TooMuchJsonError) {
    return `the answer has ${error.message}, the most that cyclectl reads`;
  }
  if (text.includes('\0')) return 'the answer is not JSON in UTF-8; it looks like UTF-16';
  if (text.includes('\uFFFD'))
    return 'the answer is not JSON in UTF-8; it is binary or in another encoding';
  return `the answer is not JSON (${text.length} characters; it may be cut off)`;
}

/** First bytes of gzip as UTF-8 reads them, because some senders omit Content-Encoding. */
const gzipStart = '\x1f\uFFFD';

/** Says why a compressed answer is unreadable, since none is requested; null for a plain one. */
function formatPacking({ contentEncoding, text }: HttpAnswer): string | null {
  if (contentEncoding !== null && contentEncoding.trim().toLowerCase() !== 'identity') {
    return `the answer is compressed as ${contentEncoding}, which was not requested`;
  }
  if (!text.startsWith(gzipStart)) return null;
  return 'the answer is compressed as gzip, which was not requested, and has no Content-Encoding';
}

// True for a 404 of the service. One of a proxy proves nothing about the object.
function isOwnWord({ text }: HttpAnswer): boolean {
  if (text.trim() === '') return true;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function readTotalPages(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header.trim())) return null;
  return Number(header);
}

function isHtml(answer: HttpAnswer): boolean {
  return /html/i.test(answer.contentType ?? '') || answer.text.trimStart().startsWith('<');
}

function formatRedirect(answer: HttpAnswer): string {
  const base = 'the service redirects, and cyclectl follows no redirects';
  if (answer.location === null || !URL.canParse(answer.location)) return base;
  return `the service redirects to ${new URL(answer.location).origin}, and cyclectl follows no redirects`;
}

/**
 * Message of the service (SERVICE A.7): Message, ModelState, or OAuth's error; else the text if it
 * is plain.
 */
function readMessage(answer: HttpAnswer): string {
  const packing = formatPacking(answer);
  if (packing !== null) return packing;
  if (isHtml(answer)) return 'the answer is a web page, not JSON';
  try {
    const json = parseJson(answer.text);
    if (typeof json === 'string') return json;
    if (typeof json !== 'object' || json === null) return '';
    return listMessages(json).join('; ');
  } catch {
    // Not JSON: plain text of a proxy or an old handler.
    return answer.text.trim();
  }
}

/** ParameterId and TargetName of a refused method call (SPEC 2.8). */
function readItem(answer: HttpAnswer): RefusedItem | null {
  if (answer.status !== 400) return null;
  try {
    const wire = toWire(parseJson(answer.text));
    const item = {
      id: readOptionalId(wire, 'ParameterId'),
      name: readOptionalText(wire, 'TargetName'),
    };
    return item.id === null && item.name === null ? null : item;
  } catch (error) {
    // A refusal in another format names no item.
    if (error instanceof SyntaxError || error instanceof ShapeError) return null;
    throw error;
  }
}

const messageNames = ['message', 'error', 'error_description'];

function listMessages(json: object): readonly string[] {
  const entries = Object.entries(json).map(([name, value]) => [name.toLowerCase(), value] as const);
  const plain = entries.filter(([name]) => messageNames.includes(name)).map(([, value]) => value);
  const modelState = entries.find(([name]) => name === 'modelstate')?.[1];
  return [...plain, ...listModelState(modelState)].filter(
    (text) => typeof text === 'string' && text !== '',
  );
}

function listModelState(modelState: unknown): readonly unknown[] {
  if (typeof modelState !== 'object' || modelState === null) return [];
  return Object.entries(modelState).flatMap(([field, texts]: [string, unknown]) =>
    [texts]
      .flat()
      .filter((text) => typeof text === 'string')
      .map((text) => `${field}: ${text}`),
  );
}
