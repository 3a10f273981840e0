import type { Method } from '../resources/catalogue/catalog.ts';
import { runMethodScript } from '../scripts/run-method-script.ts';
import type { State } from '../state/state.ts';
import type { AnsweredCall, CallOutcome, MethodCall } from './method-call.ts';
import { sendMethodCall } from './send-method-call.ts';
import { countTasks } from './tasks.ts';

// The one way to call a method of an installed connector: the operations of SPEC 4.1, and the
// steps of a cycle that runs. It sends real requests, so it must run while no transaction is open.

/**
 * Calls a method and counts its tasks. Everything that can go wrong between here and the third
 * party is an outcome; nothing of it is thrown.
 */
export async function runMethod(state: State, call: MethodCall): Promise<CallOutcome> {
  const isScript = call.method.type === 'Script';
  const outcome = await (isScript ? runMethodScript(state, call) : sendMethodCall(state, call));
  state.store.transact(() => {
    countTasks(state, call.installed.accountId, readTaskCount(call.method, outcome));
    return { keep: true };
  });
  return outcome;
}

/** The tasks of a call: a script is none, and each of its requests is one (SPEC 8). */
export function readTaskCount({ type }: Method, { httpRequests }: CallOutcome): number {
  return type === 'Script' ? httpRequests : Math.min(httpRequests, 1);
}

/** The items that an answer brought: `records` where the method reshapes, else the answer itself. */
export function listRecords(method: Method, answered: AnsweredCall): readonly unknown[] {
  return method.records === null
    ? [answered.data]
    : (answered.data as { readonly records: readonly unknown[] }).records;
}
