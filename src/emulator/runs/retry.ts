import type { FailedCall } from '../calls/method-call.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How long a step waits before each try again of StepErrorAction Retry (SERVICE B [D]). */
const retryDelaysMs: readonly number[] = [5, 35, 95, 275, 635].map((each) => each * minuteMs);

/** And where a third party answered 429: Retry-After or a minute, then these (SERVICE G [D]). */
const throttleDelaysMs: readonly number[] = [1, 1, 3, 7, 15, 30].map((each) => each * minuteMs);

/** What is tried again: what another time may end otherwise. That a request cannot be made stays so. */
const passing: readonly FailedCall['message'][] = [
  'Failed to authenticate the connector',
  'Failed to call the method',
  'Response data not in expected format',
];

/** Tries so far, as an open transaction has them. */
interface Tries {
  readonly retries: number;
  readonly throttles: number;
}

/** What follows a failed call: another try after a while, the end of tries, or the error as it is. */
export type RetryDecision =
  | ({ readonly kind: 'again'; readonly waitMs: number } & Tries)
  | { readonly kind: 'out of retries' }
  | { readonly kind: 'error' };

/** Judges a failed call by the cycle's StepErrorAction and the tries so far. */
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
