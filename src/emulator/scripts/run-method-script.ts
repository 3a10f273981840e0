import { CallError } from '../calls/answer/call-error.ts';
import { readText } from '../calls/answer/read-text.ts';
import type { CallOutcome, MethodCall } from '../calls/method-call.ts';
import { makeFieldTree } from '../calls/request/format-body.ts';
import { checkRequiredParameters } from '../calls/request/make-request.ts';
import { readMergeFields } from '../calls/request/merge-fields.ts';
import { toFailed } from '../calls/send-method-call.ts';
import type { OutboundClient } from '../http/outbound-client.ts';
import type { MethodItem } from '../resources/catalog/catalog.ts';
import { readReleaseOf } from '../resources/connectors/to-installed-json.ts';
import type { State } from '../state/state.ts';
import { runScript, type ScriptReply, type ScriptRequest } from './run-script.ts';

// A method of Type "Script" (SPEC 2.3, 8). Assumption: it sees `parameters` and `mergefields` by
// name, `fields` as a body, and `http_request({url, method, headers, body})`; its return value is
// the answer.

/** Runs the script of a method. */
export async function runMethodScript(state: State, call: MethodCall): Promise<CallOutcome> {
  const { outside } = state;
  const names = readNames(state, call);
  if ('kind' in names) {
    return names;
  }
  const outcome = await runScript({
    script: call.method.script ?? '',
    names,
    limits: outside.limits,
    send: (request) => sendForScript(outside, request),
    closing: outside.closing,
  });
  const { httpRequests } = outcome;
  if (outcome.kind === 'failed') {
    const { reason } = outcome;
    const failed = toFailed(new CallError('Failed to call the method', reason));
    return { ...failed, httpRequests };
  }
  const data = outcome.value;
  const text = JSON.stringify(data);
  return { kind: 'answered', status: 200, format: 'json', text, data, httpRequests, request: null };
}

function readNames(state: State, call: MethodCall) {
  try {
    checkRequiredParameters(call);
    const body = call.body === undefined ? undefined : readText(call.body, 'json', call.method);
    return {
      parameters: toNames(call.method.parameters, call),
      mergefields: Object.fromEntries(readMergeFields(readReleaseOf(state, call.installed), call)),
      fields: body ?? makeFieldTree(call),
    };
  } catch (error) {
    if (error instanceof CallError) {
      return toFailed(error);
    }
    throw error;
  }
}

function toNames(items: readonly MethodItem[], { values }: MethodCall): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [item.key, values.get(item.id) ?? null]));
}

/** Sends a request of a script; `app:NAME/…` reaches a sample app. */
async function sendForScript(
  outside: OutboundClient,
  request: ScriptRequest,
): Promise<ScriptReply> {
  const url = outside.resolve(request.url);
  if (!/^https?:\/\//i.test(url)) {
    return { error: `'${request.url}' is no http or https address.` };
  }
  const reply = await outside.send({ ...request, url });
  return reply.kind === 'lost'
    ? { error: reply.message }
    : { status: reply.status, headers: Object.fromEntries(reply.headers), body: reply.text };
}
