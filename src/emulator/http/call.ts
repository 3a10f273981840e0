import type { State } from '../state/state.ts';
import type { Body } from './body/body.ts';

/** One request that passed the door: authenticated, its ids well formed, its body read. */
export interface Call {
  readonly state: State;
  /** Values from the path, decoded; GUIDs in lower case. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** The body as JSON, for the few that are no object. */
  readonly json: unknown;
  /** The body as it was sent, for the one that is a form. */
  readonly text: string;
  /** Id of the account that the header named; empty where the route needs none. */
  readonly accountId: string;
  /** Where the caller found this service, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The address that the request came from. */
  readonly clientAddress: string;
  /** The one account that the token is good for, or null. */
  readonly tokenAccountId: string | null;
  /** The fault `shift`: the first item of this list has vanished since the page before. */
  readonly isShifted: boolean;
}

/** What a handler answers. Names in `body` are PascalCase (SERVICE C). */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML that goes out in place of `body`: for the few routes that a browser comes to. */
  readonly page?: string;
  /** A text that goes out as it is in place of `body`, which says the same: what a third party said. */
  readonly raw?: { readonly contentType: string; readonly text: string };
}

/**
 * What an operation does outside this service before it can answer, such as a request to a third
 * party. No transaction is open meanwhile; `finish` runs in one of its own.
 */
export interface Errand {
  readonly run: () => Promise<(state: State) => Reply>;
}

/** The service says no: a status and `{"Message": …}` (SERVICE A.7 [T]). Undoes what the call did. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = { Message: message }) {
    super(message);
    this.status = status;
    this.body = body;
  }

  toReply(): Reply {
    return { status: this.status, body: this.body };
  }
}

/** A reply with status 200. */
export function answer(body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, body, headers };
}

/** A value of the path that the route is known to have. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) {
    throw new Error(`The route has no value named '${name}'.`);
  }
  return value;
}

/** A refusal with status 404. */
export function notFound(what: string): Refusal {
  return new Refusal(404, `${what} could not be found.`);
}
