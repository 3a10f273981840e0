import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { MethodAnswer } from '../../../model/live/method-call.ts';
import type { MethodCaller } from '../../../model/ports.ts';
import { reportCallFailure } from './report-call-failure.ts';
import type { ResolvedCall } from './resolve-call.ts';

/** Sends a call once and reports its result. */
export async function sendCall(
  caller: MethodCaller,
  { call, method, desired, live }: ResolvedCall,
  environment: string,
): Promise<{ readonly answer: MethodAnswer } | { readonly refused: readonly Diagnostic[] }> {
  const answered = await caller.callMethod(call);
  if (answered.ok) return { answer: answered.value };
  const called = {
    address: desired.address,
    environment,
    method,
    isAuthenticated: live.authenticated,
    isOauth: desired.auth.kind === 'oauth',
  };
  return { refused: [reportCallFailure(called, answered.failure)] };
}
