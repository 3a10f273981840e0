import type { Method } from '../resources/catalog/catalog.ts';
import { runMethodScript } from '../scripts/run-method-script.ts';
import type { State } from '../state/state.ts';
import type { AnsweredCall, CallOutcome, MethodCall } from './method-call.ts';
import { sendMethodCall } from './send-method-call.ts';
import { countTasks } from './tasks.ts';

// Only entry point for calls of methods, by the operations of SPEC 4.1 and by steps. Run it without
// an open transaction, because it sends real requests.

/**
 * Calls a method and counts its tasks. All failures up to the third party are outcomes, not
 * exceptions.
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

/** Tasks of a call: one, or one for each request of a script (SPEC 8). */
export function readTaskCount({ type }: Method, { httpRequests }: CallOutcome): number {
  return type === 'Script' ? httpRequests : Math.min(httpRequests, 1);
}

/** Items of an answer: `records` if the method reshapes it, else the answer itself. */
export function listRecords(method: Method, answered: AnsweredCall): readonly unknown[] {
  return method.records === null
    ? [answered.data]
    : (answered.data as { readonly records: readonly unknown[] }).records;
}
