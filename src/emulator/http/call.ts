import type { State } from '../state/state.ts';
import type { Body } from './body/body.ts';
import type { Reply } from './reply.ts';

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

/**
 * What an operation does outside this service before it can answer, such as a request to a third
 * party. No transaction is open meanwhile; `finish` runs in one of its own.
 */
export interface DeferredReply {
  readonly run: () => Promise<(state: State) => Reply>;
}

/** A value of the path that the route is known to have. */
export function readParam(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) {
    throw new Error(`The route has no value named '${name}'.`);
  }
  return value;
}
