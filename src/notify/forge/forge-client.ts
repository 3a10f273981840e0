import type { Answer, RequestLine } from '../../model/diagnostic/api-failure.ts';
import type { SecretValue } from '../../model/secret/secret.ts';
import type { Http } from '../../wire/http.ts';
import { makeFailureBase, sendWithRetries } from '../../wire/send-with-retries.ts';
import { ShapeError, toItems, toWire, type Wire } from '../../wire/shape.ts';

/** One request to a forge. */
export type ForgeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Relative to the address of the API, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A POST that reads and changes nothing. */
  readonly isQuestion?: true;
  /** Prefix of the path, where it is not that of the API. */
  readonly root?: string;
};

/** Connection to a forge, with its credentials. */
export type ForgeConnection = {
  /** Connection to the host of the API. */
  readonly http: Http;
  /** Path prefix of the API, without a trailing slash. */
  readonly root: string;
  readonly token: SecretValue;
  readonly headers: (token: string) => Readonly<Record<string, string>>;
};

/** More pages than anyone reads; a longer thread is a fault of its own. */
const maxPages = 100;
const pageSize = 100;
const maxItems = '10,000';

/**
 * Client of a forge. A request that creates a post is sent once; the caller looks for the post
 * before it sends again.
 */
export class ForgeClient {
  readonly #connection: ForgeConnection;

  constructor(signedIn: ForgeConnection) {
    this.#connection = signedIn;
  }

  get root(): string {
    return this.#connection.root;
  }

  /** Sends it and reads the answer. */
  async ask<T>(asked: ForgeRequest, read: (answer: Wire) => T): Promise<Answer<T>> {
    const { http, token, headers } = this.#connection;
    const { method, path, query, body, root = this.root } = asked;
    const isQuestion = method === 'GET' || asked.isQuestion === true;
    const line: RequestLine = { method, path, account: null };
    const answer = await sendWithRetries(http, {
      line,
      target: `${root}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'cyclectl',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers(token.reveal()),
      },
      body: body === undefined ? null : JSON.stringify(body),
      effect: isQuestion ? 'read' : 'write',
      repeat: method === 'POST' && !isQuestion ? 'never' : 'safe',
      reading: 'json',
      secrets: [token.reveal()],
    });
    if (!answer.ok) return answer;
    try {
      return { ok: true, value: read(toWire(answer.value.json)) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const kind = isQuestion ? 'unexpected-shape' : 'outcome-unknown';
      return { ok: false, failure: { ...makeFailureBase(line, error.message, 1), kind } };
    }
  }

  /** `ask`, for an answer that the caller does not need. */
  write(asked: ForgeRequest): Promise<Answer<null>> {
    return this.ask(asked, () => null);
  }

  /** All pages of a list; fails for a list longer than `maxPages`. */
  async list<T>(asked: ForgeRequest, read: (item: Wire) => T): Promise<Answer<readonly T[]>> {
    const all: T[] = [];
    for (let page = 1; page <= maxPages; page += 1) {
      const found = await this.#askPage(asked, page, read);
      if (!found.ok) return found;
      all.push(...found.value);
      if (found.value.length < pageSize) return { ok: true, value: all };
    }
    return makeTooLongFailure(asked, `the list has more than ${maxItems} entries`);
  }

  /** The first item of which `read` makes a value; later pages are not read. */
  async find<T>(asked: ForgeRequest, read: (item: Wire) => T | null): Promise<Answer<T | null>> {
    for (let page = 1; page <= maxPages; page += 1) {
      const found = await this.#askPage(asked, page, read);
      if (!found.ok) return found;
      const first = found.value.find((item) => item !== null);
      if (first !== undefined) return { ok: true, value: first };
      if (found.value.length < pageSize) return { ok: true, value: null };
    }
    return makeTooLongFailure(asked, `no match among the first ${maxItems} entries of the list`);
  }

  #askPage<T>(
    asked: ForgeRequest,
    page: number,
    read: (item: Wire) => T,
  ): Promise<Answer<readonly T[]>> {
    const query = { ...asked.query, per_page: String(pageSize), page: String(page) };
    return this.ask({ ...asked, query }, (answer) => toItems(answer).map(read));
  }
}

function makeTooLongFailure({ method, path }: ForgeRequest, message: string): Answer<never> {
  const base = makeFailureBase({ method, path, account: null }, message, 1);
  return { ok: false, failure: { ...base, kind: 'unexpected-shape' } };
}
