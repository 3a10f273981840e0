import { withDefault } from '../http/body/body.ts';
import { type Call, type DeferredReply, readParam } from '../http/call.ts';
import { makeNotFound, makeReply, Refusal, type Reply } from '../http/reply.ts';
import type { Method, Release } from '../resources/catalog/catalog.ts';
import { findRelease } from '../resources/catalog/find-release.ts';
import { hasCustomCategory } from '../resources/connectors/custom-categories.ts';
import { readInstalled } from '../resources/connectors/find-installed.ts';
import type { InstalledRow } from '../resources/connectors/installed-row.ts';
import { readReleaseOf } from '../resources/connectors/to-installed-json.ts';
import type { State } from '../state/state.ts';
import { isAllowed } from './allow-list.ts';
import type { CallOutcome, FailedCall } from './method-call.ts';
import { type AskedCall, makeCallRefusal, readCallById, readCallByName } from './read-call.ts';
import { runMethod } from './run-method.ts';

/** GET and POST …/methods/{methodId}: values by numeric id; GET carries none (SPEC 4.1). */
export function runCallById(call: Call): DeferredReply {
  const { row, release, method } = admitCall(call, true);
  return makeDeferredReply(call, { row, method, asked: readCallById(call.json, release, method) });
}

/**
 * POST …/methods/{methodId}/body: values by name. A choice decides if it is restricted by address.
 */
export function runCallByName(call: Call): DeferredReply {
  const isRestricted = call.state.choices.bodyCallRestricted === 'yes';
  const { row, release, method } = admitCall(call, isRestricted);
  checkCategory(call, row);
  return makeDeferredReply(call, {
    row,
    method,
    asked: readCallByName(call.json, release, method),
  });
}

/** Checks the category only, because no source says what it does. */
function checkCategory({ state, body }: Call, row: InstalledRow): void {
  const id = withDefault(body.integer('CustomCategoryId'), null);
  const isKnown = id === null || hasCustomCategory(state, row, id);
  if (!isKnown && state.choices.unknownCustomCategory === 'refused') {
    throw makeCallRefusal(`Connector '${row.name}' has no custom category with ID '${id}'.`);
  }
}

/** GET and POST …/test/{methodId}: calls the method; a choice decides the answer. */
export function runTestCall(call: Call): DeferredReply {
  const deferred = runCallById(call);
  return {
    run: async () => {
      const finish = await deferred.run();
      return (state) => {
        const reply = finish(state);
        return state.choices.testAnswer === 'flag' ? makeReply({ Success: true }) : reply;
      };
    },
  };
}

function admitCall(
  call: Call,
  isRestricted: boolean,
): { readonly row: InstalledRow; readonly release: Release; readonly method: Method } {
  const row = readInstalled(call);
  const release = readReleaseOf(call.state, row);
  if (isRestricted && !release.isNative && !isAllowed(call.state, call.clientAddress)) {
    throw new Refusal(403, `The IP address ${call.clientAddress} may not call methods.`);
  }
  const method = findMethod(call.state.releases, release, readParam(call, 'methodId'));
  if (method === undefined) {
    throw makeNotFound('The method');
  }
  if (method.type === 'Webhook') {
    throw makeCallRefusal(`Method '${method.name}' is a webhook: it cannot be called.`);
  }
  return { row, release, method };
}

function makeDeferredReply(
  { state }: Call,
  { row, method, asked }: { row: InstalledRow; method: Method; asked: AskedCall },
): DeferredReply {
  return {
    run: async () => {
      const outcome = await runMethod(state, { installed: row, method, ...asked });
      return (now) => toReply(now, outcome);
    },
  };
}

function toReply(state: State, outcome: CallOutcome): Reply {
  if (outcome.kind === 'failed') {
    throw toRefusal(state, outcome);
  }
  const { data, format, text } = outcome;
  return { ...makeReply(data), raw: { contentType: `application/${format}; charset=utf-8`, text } };
}

/**
 * A request that was not sent is the caller's mistake; a choice decides the status of a third
 * party's error.
 */
function toRefusal({ choices }: State, outcome: FailedCall): Refusal {
  const refusal = makeCallRefusal(`${outcome.message}: ${outcome.reason}`, outcome.item);
  if (outcome.item !== null || outcome.httpRequests === 0 || choices.thirdPartyError === 400) {
    return refusal;
  }
  const status = choices.thirdPartyError === 502 ? 502 : (outcome.status ?? 502);
  return new Refusal(status, refusal.message, refusal.body);
}

/**
 * Method of a path for an installed release: a number is a method of that release, a
 * MethodUniqueIdentifier one of the connector's latest release (SPEC 2.3, 9).
 */
function findMethod(
  releases: readonly Release[],
  installed: Release,
  id: string,
): Method | undefined {
  if (/^[0-9]+$/.test(id)) {
    return installed.methods.find((each) => each.id === Number(id));
  }
  const latest = findRelease(releases, installed.name, undefined);
  return latest?.methods.find((each) => each.uniqueIdentifier === id);
}
