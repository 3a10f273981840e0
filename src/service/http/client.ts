import { findWriteCheck } from '../../kit/tasks/check-writes.ts';
import type { Answer, RequestLine } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId } from '../../model/live/live.ts';
import { listUnknownMembers, type MemberOf } from '../../model/observed/members.ts';
import { SecretValue } from '../../model/secret/secret.ts';
import type { Reading, Received } from '../../wire/classify-reply.ts';
import type { HttpRequest, Sender } from '../../wire/http.ts';
import {
  makeFailureBase,
  type RetryPolicy,
  sendWithRetries,
} from '../../wire/send-with-retries.ts';
import { ShapeError, toWire, type Wire } from '../../wire/shape.ts';
import type { AccessTokens } from './token.ts';

/** One call of the service's API, as the service writes it. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1.0`, made by `toPath`. */
  readonly path: string;
  /** Account of the request; null sends no account header. */
  readonly account: RemoteId | null;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON; a `SecretValue` is revealed when the request is made. */
  readonly body?: unknown;
  /** `never` for creates, and for requests whose effect must be read before a repetition. */
  readonly repeat: RetryPolicy;
};

/** Most unknown members that are noted, and characters of each. */
const maxUnknown = 50;
const maxNameLength = 80;

/** Makes calls: adds the token, selects the account, reads the answer. */
export class Client {
  readonly #http: Sender;
  readonly #tokens: AccessTokens;
  readonly #accountHeader: string;
  readonly #unknown = new Set<string>();

  constructor(http: Sender, tokens: AccessTokens, accountHeader: string) {
    this.#http = http;
    this.#tokens = tokens;
    this.#accountHeader = accountHeader;
  }

  /**
   * Makes a call. 401 means *not done*: renews the token and repeats the call once, even a create.
   */
  async send(call: Call, reading: Reading = 'json'): Promise<Answer<Received>> {
    const line = readLine(call);
    const { text, secrets } = formatBody(call.body);
    const check = makeCheck(call);
    for (let isRepeated = false; ; isRepeated = true) {
      const token = await this.#tokens.read();
      if (!token.ok) return token;
      const answer = await sendWithRetries(this.#http, {
        line,
        target: `/v1.0${call.path}${formatQuery(call.query)}`,
        headers: this.#makeHeaders(call, token.value, reading),
        body: text,
        effect: call.method === 'GET' ? 'read' : 'write',
        repeat: call.repeat,
        reading,
        secrets: [...secrets, token.value.reveal()],
        ...check,
      });
      if (answer.ok || answer.failure.kind !== 'unauthorized' || isRepeated) return answer;
      if (call.repeat === 'once') return answer;
      if (!this.#tokens.renew(token.value)) return answer;
    }
  }

  /** Makes a call and reads its answer. A write with an unreadable answer may have been done. */
  async ask<T>(call: Call, read: (answer: Wire) => T): Promise<Answer<T>> {
    const answer = await this.send(call);
    if (!answer.ok) return answer;
    try {
      return { ok: true, value: read(toWire(answer.value.json)) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      return makeShapeFailure(call, error.message);
    }
  }

  /** Notes the members of an answer that the table of members does not have, and gives it back. */
  noteMembers(of: MemberOf, wire: Wire): Wire {
    const { value } = wire;
    if (typeof value !== 'object' || value === null) return wire;
    for (const name of listUnknownMembers(of, Object.keys(value))) {
      if (this.#unknown.size >= maxUnknown) break;
      this.#unknown.add(`${of}.${name.slice(0, maxNameLength)}`);
    }
    return wire;
  }

  /** The noted members as `account.Name`, sorted. */
  listUnknownMembers(): readonly string[] {
    return [...this.#unknown].sort();
  }

  /** Makes a write and ignores the content of its answer. */
  async write(call: Call): Promise<Answer<null>> {
    const answer = await this.send(call);
    return answer.ok ? { ok: true, value: null } : answer;
  }

  #makeHeaders(call: Call, token: SecretValue, reading: Reading): Record<string, string> {
    const headers: Record<string, string> = {
      accept: reading === 'json' ? 'application/json' : '*/*',
      authorization: `Bearer ${token.reveal()}`,
    };
    if (call.account !== null) headers[this.#accountHeader] = call.account;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    return headers;
  }
}

/** Failure for an answer of an unexpected shape. */
export function makeShapeFailure(call: Call, message: string): Answer<never> {
  const kind = call.method === 'GET' ? 'unexpected-shape' : 'outcome-unknown';
  return { ok: false, failure: { ...makeFailureBase(readLine(call), message, 1), kind } };
}

/** A path of names and ids, percent-encoded because ids are free text (SERVICE A.1). */
export function toPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** Turns a 404 into null. */
export function toNullable<T>(answer: Answer<T>): Answer<T | null> {
  if (answer.ok || answer.failure.kind !== 'not-found') return answer;
  return { ok: true, value: null };
}

function readLine(call: Call): RequestLine {
  return { method: call.method, path: call.path, account: call.account };
}

function makeCheck({ method }: Call): Pick<HttpRequest, 'check'> {
  const check = method === 'GET' ? undefined : findWriteCheck();
  return check === undefined ? {} : { check };
}

function formatQuery(query: Call['query']): string {
  return query === undefined ? '' : `?${new URLSearchParams(query)}`;
}

function formatBody(body: unknown): { readonly text: string | null; readonly secrets: string[] } {
  const secrets: string[] = [];
  if (body === undefined) return { text: null, secrets };
  return { text: JSON.stringify(revealSecrets(body, secrets)), secrets };
}

/** The value with its secrets revealed; adds each to the list. */
function revealSecrets(value: unknown, secrets: string[]): unknown {
  if (value instanceof SecretValue) {
    const text = value.reveal();
    secrets.push(text);
    return text;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => revealSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, revealSecrets(item, secrets)]);
  return Object.fromEntries(entries);
}
