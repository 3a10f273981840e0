import type { Timer } from '../kit/tasks/timer.ts';
import { Http, type HttpRequest } from '../wire/http.ts';
import type { HttpReply } from '../wire/http-reply.ts';
import type { ProxyEnvironment } from '../wire/read-proxies.ts';

/** Limits of the tries to deliver one message. */
export type RetryLimits = {
  readonly tries: number;
  readonly tryMs: number;
  /** All tries, with the waits between them. */
  readonly totalMs: number;
};

export type Delivery = {
  readonly request: HttpRequest;
  readonly origin: string;
  readonly environment: ProxyEnvironment;
  readonly timer?: Timer;
  readonly patience: RetryLimits;
  /** Aborts the delivery. */
  readonly ending: AbortSignal;
};

const firstBackoffMs = 250;

/**
 * Sends one message, with retries. Returns null when the receiver takes it, else the reason,
 * without the address because that is secret.
 */
export async function sendMessage(delivery: Delivery): Promise<string | null> {
  const { origin, environment, timer, patience, ending } = delivery;
  const http = new Http({
    baseUrl: origin,
    concurrency: 1,
    requestsPerSecond: 1,
    requestTimeoutMs: patience.tryMs,
    environment,
    ...(timer === undefined ? {} : { timer }),
  });
  const cut = () => void http.cut();
  ending.addEventListener('abort', cut, { once: true });
  try {
    return await sendUntilAccepted(http, delivery);
  } finally {
    ending.removeEventListener('abort', cut);
    await http.cut();
  }
}

async function sendUntilAccepted(
  http: Http,
  { request, patience, ending }: Delivery,
): Promise<string | null> {
  const untilMs = performance.now() + patience.totalMs;
  for (let tries = 1; ; tries += 1) {
    const reply = await http.send(request);
    if (reply.kind === 'answer' && reply.status < 300) return null;
    const waitMs = decideWaitMs(reply, tries);
    const hasTime = performance.now() + (waitMs ?? 0) < untilMs;
    if (waitMs === null || tries >= patience.tries || !hasTime || ending.aborted) {
      return formatReply(reply, tries);
    }
    await http.wait(waitMs);
  }
}

/** Wait before the next try; null for a final refusal. */
function decideWaitMs(reply: HttpReply, tries: number): number | null {
  const backoffMs = firstBackoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  if (reply.kind !== 'answer') return backoffMs;
  const { status, retryAfterMs } = reply;
  const isTemporary = status === 408 || status === 429 || (status >= 500 && status !== 501);
  return isTemporary ? Math.max(retryAfterMs ?? 0, backoffMs) : null;
}

// Leave out the message of a connection error because it names the host, which may be secret.
function formatReply(reply: HttpReply, tries: number): string {
  const often = tries > 1 ? `, ${tries} tries` : '';
  if (reply.kind !== 'answer') {
    const code = reply.kind === 'no-answer' ? reply.code : null;
    return `no answer${code === null ? '' : ` (${code})`}${often}`;
  }
  const { status, retryAfterMs } = reply;
  const later =
    retryAfterMs === null ? '' : `, with a retry after ${Math.ceil(retryAfterMs / 1000)} seconds`;
  return `the answer was ${status}${often}${later}`;
}
