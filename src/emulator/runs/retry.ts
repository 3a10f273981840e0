import type { FailedCall } from '../calls/method-call.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** Waits before the retries of StepErrorAction Retry (SERVICE B [D]). */
const retryDelaysMs: readonly number[] = [5, 35, 95, 275, 635].map((each) => each * minuteMs);

/** Waits after a 429: Retry-After or a minute, then these (SERVICE G [D]). */
const throttleDelaysMs: readonly number[] = [1, 1, 3, 7, 15, 30].map((each) => each * minuteMs);

/** Failures that a later try may not have; a request that cannot be built stays so. */
const passing: readonly FailedCall['message'][] = [
  'Failed to authenticate the connector',
  'Failed to call the method',
  'Response data not in expected format',
];

/** Tries of an open transaction so far. */
interface Tries {
  readonly retries: number;
  readonly throttles: number;
}

/** Next action after a failed call: a retry, no more retries, or the error. */
export type RetryDecision =
  | ({ readonly kind: 'again'; readonly waitMs: number } & Tries)
  | { readonly kind: 'out of retries' }
  | { readonly kind: 'error' };

/** Decides about a failed call by the cycle's StepErrorAction and its tries. */
export function decideRetry(
  failed: FailedCall,
  { retries, throttles }: Tries,
  stepErrorAction: string,
): RetryDecision {
  const throttleMs = failed.status === 429 ? throttleDelaysMs[throttles] : undefined;
  if (throttleMs !== undefined) {
    const saidMs = failed.retryAfterS === null ? null : failed.retryAfterS * secondMs;
    const waitMs = throttles === 0 ? (saidMs ?? throttleMs) : throttleMs;
    return { kind: 'again', waitMs, retries, throttles: throttles + 1 };
  }
  if (stepErrorAction !== 'Retry' || !passing.includes(failed.message)) {
    return { kind: 'error' };
  }
  const waitMs = retryDelaysMs[retries];
  return waitMs === undefined
    ? { kind: 'out of retries' }
    : { kind: 'again', waitMs, retries: retries + 1, throttles: 0 };
}
