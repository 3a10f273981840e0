import { makeSeededRandom } from '../../src/kit/seeded-random.ts';
import { Limiter, type LimiterOptions } from '../../src/kit/tasks/limiter.ts';
import type { Timer } from '../../src/kit/tasks/timer.ts';
import type { HttpRequest, Sender } from '../../src/wire/http.ts';
import { classifyLoad, type HttpReply } from '../../src/wire/http-reply.ts';
import { sendWithRetries } from '../../src/wire/send-with-retries.ts';
import type { SimulatedService } from './simulated-services.ts';
import { VirtualTimer } from './virtual-timer.ts';

/** A run against a simulated service. */
export type PaceRun = {
  readonly service: SimulatedService;
  readonly limits: Omit<LimiterOptions, 'timer'>;
  /** Milliseconds that count: from, to. */
  readonly countedMs: readonly [number, number];
  readonly seed: number;
};

/** What came of it. */
export type PaceFigures = {
  /** Served per second of what counts. */
  readonly served: number;
  /** Share of all requests that were refused. */
  readonly refused: number;
  /** Operations that failed after all tries. */
  readonly failed: number;
  /** Median milliseconds of an answer. */
  readonly latencyMs: number;
  readonly limits: ReturnType<Limiter['limits']>;
};

/** Accounts at work at once, as a run has them for 8 requests in flight, and what each asks at once. */
const accountsAtOnce = 16;
const askedAtOnce = 3;

/** Sends as many requests as the limiter lets through, as a run over many accounts does. */
export async function measurePace({
  service,
  limits,
  countedMs,
  seed,
}: PaceRun): Promise<PaceFigures> {
  const timer = new VirtualTimer();
  const random = makeSeededRandom(seed);
  const limiter = new Limiter({ ...limits, timer: makeLateTimer(timer, random) });
  const [fromMs, toMs] = countedMs;
  let [served, sent, refused, failed] = [0, 0, 0, 0];
  const latencies: number[] = [];

  async function exchange(): Promise<HttpReply> {
    sent += 1;
    const begunMs = timer.nowMs();
    // On its way: 2 to 4 ms, so that requests do not arrive as evenly as they were sent.
    await timer.sleep(2 + 2 * random());
    const said = service.take(timer.nowMs(), random);
    if (said.kind === 'refused') {
      refused += 1;
      await timer.sleep(2);
      return toReply(429, said.retryAfterMs);
    }
    if (timer.nowMs() >= fromMs && timer.nowMs() < toMs) served += 1;
    await timer.sleep(said.lastsMs);
    service.leave();
    latencies.push(timer.nowMs() - begunMs);
    return toReply(200, null);
  }

  const sender: Sender = {
    send: ({ line }: HttpRequest) =>
      limiter.run(exchange, { classify: classifyLoad, lane: line.account ?? '' }),
    wait: (ms) => timer.sleep(ms),
  };
  const work = Array.from({ length: accountsAtOnce }, async (_, number) => {
    while (timer.nowMs() < toMs) {
      const answers = await Promise.all(
        Array.from({ length: askedAtOnce }, () => sendWithRetries(sender, makeRead(number))),
      );
      failed += answers.filter(({ ok }) => !ok).length;
    }
  });
  await timer.runOut();
  await Promise.all(work);
  latencies.sort((left, right) => left - right);
  return {
    served: (served / (toMs - fromMs)) * 1000,
    refused: refused / sent,
    failed,
    latencyMs: latencies[latencies.length >> 1] ?? 0,
    limits: limiter.limits(),
  };
}

// Timers of a machine ring late: by 0 to 3 ms, and one in twenty by 30 ms, because a manifest is read.
function makeLateTimer(timer: VirtualTimer, random: () => number): Timer {
  const drawLateness = () => 3 * random() + (random() < 0.05 ? 30 : 0);
  return {
    nowMs: () => timer.nowMs(),
    setAlarm: (ms, ring) => timer.setAlarm(ms + drawLateness(), ring),
    setDeadline: (ms, ring) => timer.setDeadline(ms, ring),
  };
}

function makeRead(account: number): Parameters<typeof sendWithRetries>[1] {
  return {
    line: { method: 'GET', path: '/accounts', account: String(account) },
    target: '/v1.0/accounts',
    headers: {},
    body: null,
    effect: 'read',
    repeat: 'safe',
    reading: 'json',
    secrets: [],
  };
}

function toReply(status: number, retryAfterMs: number | null): HttpReply {
  return {
    kind: 'answer',
    status,
    text: '{}',
    contentType: 'application/json',
    contentEncoding: null,
    location: null,
    totalPages: null,
    retryAfterMs,
  };
}
