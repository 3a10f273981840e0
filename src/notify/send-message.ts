import type { Timer } from '../kit/tasks/limiter.ts';
import { Http, type HttpRequest } from '../wire/http.ts';
import type { HttpReply } from '../wire/http-reply.ts';
import type { ProxyEnvironment } from '../wire/read-proxies.ts';

/** How long and how often somebody is tried to be told. */
export type RetryLimits = {
  readonly tries: number;
  readonly tryMs: number;
  /** All tries and what is waited between them. */
  readonly totalMs: number;
};

export type Delivery = {
  readonly request: HttpRequest;
  readonly origin: string;
  readonly environment: ProxyEnvironment;
  readonly timer?: Timer;
  readonly patience: RetryLimits;
  /** Ends it at once. */
  readonly ending: AbortSignal;
};

const firstBackoffMs = 250;

/**
 * Sends one message until somebody takes it, and gives null then; else why it was not taken, in words that tell
 * nothing of where it went.
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

/** How long to wait before it is sent again, null where the answer is a clear no. */
function decideWaitMs(reply: HttpReply, tries: number): number | null {
  const backoffMs = firstBackoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  if (reply.kind !== 'answer') return backoffMs;
  const { status, retryAfterMs } = reply;
  const isTrouble = status === 408 || status === 429 || (status >= 500 && status !== 501);
  return isTrouble ? Math.max(retryAfterMs ?? 0, backoffMs) : null;
}

// An error of the connection names the host, and where it leads to may be as secret as the path.
function formatReply(reply: HttpReply, tries: number): string {
  const often = tries > 1 ? `, ${tries} tries` : '';
  if (reply.kind !== 'answer') {
    const code = reply.kind === 'no-answer' ? reply.code : null;
    return `no answer${code === null ? '' : ` (${code})`}${often}`;
  }
  const { status, retryAfterMs } = reply;
  const later =
    retryAfterMs === null ? '' : `, and to come back in ${Math.ceil(retryAfterMs / 1000)} seconds`;
  return `the answer was ${status}${often}${later}`;
}
