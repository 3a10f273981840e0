import type { State } from '../state/state.ts';
import type { Body } from './body/body.ts';
import type { Reply } from './reply.ts';

/** One accepted request: authenticated, valid ids, parsed body. */
export interface Call {
  readonly state: State;
  /** Values from the path, decoded; GUIDs in lower case. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** Body as JSON, for the few operations that take no object. */
  readonly json: unknown;
  /** Body as sent, for the one operation that takes a form. */
  readonly text: string;
  /** Account id of the header; empty if the route needs none. */
  readonly accountId: string;
  /** Address at which the caller reached this service, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** The address that the request came from. */
  readonly clientAddress: string;
  /** Account that the token is limited to, or null. */
  readonly tokenAccountId: string | null;
  /** Fault `shift`: the first item of this list is gone since the previous page. */
  readonly isShifted: boolean;
}

/**
 * Work outside the service before an answer, such as a request to a third party. It runs without a
 * transaction; `finish` runs in its own.
 */
export interface DeferredReply {
  readonly run: () => Promise<(state: State) => Reply>;
}

/** Value of a path parameter of the route. */
export function readParam(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) {
    throw new Error(`The route has no value named '${name}'.`);
  }
  return value;
}
