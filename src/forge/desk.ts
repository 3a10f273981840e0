import type { Answer, RequestLine } from '../model/api-failure.ts';
import type { SecretValue } from '../model/secret.ts';
import { carry, makeFailureBase } from '../wire/courier.ts';
import type { Http } from '../wire/http.ts';
import { ShapeError, toItems, toWire, type Wire } from '../wire/shape.ts';

/** One request to a forge. */
export type Asked = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** Below the address of the interface, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** How a forge is signed in to. */
export type SignedIn = {
  readonly http: Http;
  readonly token: SecretValue;
  readonly headers: (token: string) => Readonly<Record<string, string>>;
};

/** More pages than anybody reads; a thread as long as that is a fault of its own. */
const mostPages = 100;
const pageSize = 100;

/** Asks a forge. What makes a new post is sent once; the caller looks before it is sent again. */
export class Desk {
  readonly #signedIn: SignedIn;

  constructor(signedIn: SignedIn) {
    this.#signedIn = signedIn;
  }

  /** Sends it and reads the answer. */
  async ask<T>(asked: Asked, read: (answer: Wire) => T): Promise<Answer<T>> {
    const { http, token, headers } = this.#signedIn;
    const { method, path, query, body } = asked;
    const line: RequestLine = { method, path, account: null };
    const answer = await carry(http, {
      line,
      target: `${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      headers: {
        accept: 'application/json',
        'user-agent': 'cyclectl',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers(token.reveal()),
      },
      body: body === undefined ? null : JSON.stringify(body),
      effect: method === 'GET' ? 'read' : 'write',
      repeat: method === 'POST' ? 'never' : 'safe',
      reading: 'json',
      secrets: [token.reveal()],
    });
    if (!answer.ok) return answer;
    try {
      return { ok: true, value: read(toWire(answer.value.json)) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const kind = method === 'GET' ? 'unexpected-shape' : 'outcome-unknown';
      return { ok: false, failure: { ...makeFailureBase(line, error.message, 1), kind } };
    }
  }

  /** The same where the answer says nothing that is needed. */
  tell(asked: Asked): Promise<Answer<null>> {
    return this.ask(asked, () => null);
  }

  /** All pages of a list. A list that ends nowhere is an answer that cannot be relied on. */
  async list<T>(asked: Asked, read: (item: Wire) => T): Promise<Answer<readonly T[]>> {
    const all: T[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const query = { ...asked.query, per_page: String(pageSize), page: String(page) };
      const found = await this.ask({ ...asked, query }, (answer) => toItems(answer).map(read));
      if (!found.ok) return found;
      all.push(...found.value);
      if (found.value.length < pageSize) return { ok: true, value: all };
    }
    const line = { method: asked.method, path: asked.path, account: null };
    const base = makeFailureBase(line, `the list has more than ${mostPages} pages`, 1);
    return { ok: false, failure: { ...base, kind: 'unexpected-shape' } };
  }
}
