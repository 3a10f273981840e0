import { readToken } from '../resources/accounts/token.ts';
import type { TokenRow } from '../resources/accounts/token-row.ts';

import type { State } from '../state/state.ts';
import { StoreEndedError } from '../state/store.ts';
import { Body, parseBody } from './body/body.ts';
import { ConnectionLost } from './broken-answer.ts';
import type { Call } from './call.ts';
import { Refusal, type Reply } from './reply.ts';
import { idForms, type Route } from './route.ts';

/** Header that selects the account; the operator chooses its name (SERVICE, head). */
export const accountHeader = 'X-Service-Account';

/** A request as received. */
export interface Arrival {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly text: string;
  /** True if a body was announced, even for a GET, whose text is always empty. */
  readonly hasBody: boolean;
  readonly origin: string;
  readonly clientAddress: string;
  readonly authorization: string | undefined;
  readonly account: string | undefined;
}

/** A request with the faults that hit it. */
export interface FaultyArrival extends Arrival {
  /** `shift`: the first item of this list is gone. */
  readonly isShifted: boolean;
  /** `ignore`: the operation is rolled back after its answer. */
  readonly undoes: boolean;
  /** `lag`: lists show this write after so many more list requests. */
  readonly lagRequests: number;
}

/**
 * Answers a request: token, account, path ids, body, then the operation, in one transaction; a
 * deferred reply finishes in a second one. A refusal rolls back. Throws ConnectionLost if the
 * service closes meanwhile.
 */
export async function runCall(state: State, route: Route, arrival: FaultyArrival): Promise<Reply> {
  try {
    const first = transact(state, arrival, () => {
      const call = makeCall(state, route, arrival);
      return route.isList
        ? state.store.withStaleReads(() => route.handle(call))
        : route.handle(call);
    });
    if (!('run' in first)) return first;
    const finish = await first.run();
    return transact(state, arrival, () => finish(state));
  } catch (error) {
    if (error instanceof Refusal) {
      return error.toReply();
    }
    if (error instanceof StoreEndedError) {
      throw new ConnectionLost(error.message);
    }
    throw error;
  }
}

function transact<T extends object>(state: State, arrival: FaultyArrival, work: () => T): T {
  const { store } = state;
  const { result, touched } = store.transact(() => ({ ...work(), keep: !arrival.undoes }));
  store.hideFromLists(touched, arrival.lagRequests);
  return result;
}

function makeCall(state: State, route: Route, arrival: FaultyArrival): Call {
  const token = route.needs === 'nothing' ? undefined : admitToken(state, arrival);
  const accountId = isAccountRequired(state, route, arrival)
    ? admitAccount(state, token, arrival)
    : '';
  const json = readBody(route, arrival);
  return {
    state,
    params: checkIds(arrival.params),
    query: arrival.query,
    body: new Body(json),
    json,
    text: arrival.text,
    origin: arrival.origin,
    clientAddress: arrival.clientAddress,
    accountId,
    tokenAccountId: token?.accountId ?? null,
    isShifted: arrival.isShifted,
  };
}

function readBody({ reads }: Route, { text, hasBody }: Arrival): unknown {
  if (reads === 'nothing' && hasBody) {
    throw new Refusal(400, 'A GET cannot carry a request body: send a POST.');
  }
  return reads === 'form' ? {} : parseBody(text);
}

function isAccountRequired(state: State, route: Route, { account }: Arrival): boolean {
  return (
    route.needs === 'account' ||
    (route.needs === 'account or none' && account !== undefined && account.trim() !== '') ||
    (route.needs === 'catalog' && state.choices.catalogueNeedsAccount === 'yes')
  );
}

function admitToken(state: State, arrival: Arrival): TokenRow {
  const token = readToken(state, arrival.authorization);
  if (token === undefined) {
    throw new Refusal(401, 'The access token is missing, unknown or has expired.');
  }
  return token;
}

function admitAccount(state: State, token: TokenRow | undefined, arrival: Arrival): string {
  const id = arrival.account?.trim() ?? '';
  if (id === '') {
    throw new Refusal(401, `The header ${accountHeader} is missing or empty.`);
  }
  if (state.accounts.read(id) === undefined) {
    throw new Refusal(
      state.choices.unknownAccountHeader,
      `The header ${accountHeader} names no account.`,
    );
  }
  if (token !== undefined && token.accountId !== null && token.accountId !== id) {
    throw new Refusal(state.choices.tokenScopeMismatch, 'The token is for another account.');
  }
  return id;
}

const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function checkIds(params: Arrival['params']): Arrival['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const form = idForms[name];
      const isGuid = guidForm.test(value);
      const isInteger = /^[0-9]{1,15}$/.test(value);
      const isWellFormed =
        form === undefined || (isGuid && form !== 'integer') || (isInteger && form !== 'guid');
      if (!isWellFormed) {
        throw new Refusal(400, `The value '${value}' is not valid for ${name}.`);
      }
      return [name, form === undefined ? value : value.toLowerCase()];
    }),
  );
}
