import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { Limiter } from '../kit/tasks/limiter.ts';
import { machineTimer, type Timer } from '../kit/tasks/timer.ts';
import type { RequestLine } from '../model/diagnostic/api-failure.ts';
import { AnswerCollector } from './answer-collector.ts';
import { classifyLoad, formatError, type HttpReply, makeNotSent } from './http-reply.ts';
import { type ProxyEnvironment, readProxies } from './read-proxies.ts';

/** One finished request, for `--verbose` and counts. `status` is null without an answer. */
export type ObservedRequest = RequestLine & {
  readonly status: number | null;
  readonly durationMs: number;
  /** Time that the answer states. */
  readonly date: string | null;
};

export type HttpOptions = {
  /** Base address of the service; a path in it is a prefix of every request. */
  readonly baseUrl: string;
  readonly concurrency: number;
  readonly requestsPerSecond: number;
  /** Requests per second at first, from which the rate grows. */
  readonly growsFrom?: number;
  /** Requests per second that an earlier client found to be served. */
  readonly found?: number | null;
  /** Percent of the rate that stays unused. */
  readonly reserve?: number;
  readonly requestTimeoutMs: number;
  readonly environment: ProxyEnvironment;
  readonly observe?: (request: ObservedRequest) => void;
  readonly timer?: Timer;
};

/** One request on the wire. `target` is the path with its query, relative to the base address. */
export type HttpRequest = {
  readonly line: RequestLine;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Reads only the head of the answer. */
  readonly wants?: 'head';
  /** Awaited at the last moment before it leaves. */
  readonly check?: () => Promise<void>;
};

const connectTimeoutMs = 10_000;

/** Sends requests and waits between them; one of a service in this process has no connection. */
export type Sender = Pick<Http, 'send' | 'wait'>;

/** HTTP client of one service: connections, limiter, deadlines. Follows no redirects. */
export class Http {
  readonly #options: HttpOptions;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #limiter: Limiter;
  readonly #timer: Timer;
  /** Text if nothing can be sent. */
  readonly #proxies: ReturnType<typeof readProxies>;
  #dispatcher: Promise<Dispatcher> | null = null;
  readonly #closing = new AbortController();
  #requestCount = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: HttpOptions) {
    const base = new URL(options.baseUrl);
    this.#options = options;
    this.#origin = base.origin;
    this.#basePath = base.pathname.replace(/(?<!\/)\/+$/, '');
    this.#timer = options.timer ?? machineTimer;
    this.#limiter = new Limiter({
      concurrency: options.concurrency,
      startsPerSecond: options.requestsPerSecond,
      reserve: (options.reserve ?? 0) / 100,
      found: options.found ?? null,
      ...(options.growsFrom === undefined ? {} : { growsFrom: options.growsFrom }),
      timer: this.#timer,
    });
    this.#proxies = readProxies(options.environment);
  }

  /** Sends one request when the limiter allows it. Rejects only if its check does: else the reply has the error. */
  async send(request: HttpRequest): Promise<HttpReply> {
    if (typeof this.#proxies === 'string') return makeNotSent(this.#proxies);
    try {
      const leave = async () => {
        await request.check?.();
        return this.#exchange(request);
      };
      const reply = await this.#limiter.run(leave, {
        classify: classifyLoad,
        lane: request.line.account ?? '',
        signal: this.#closing.signal,
      });
      await this.#takeTurn();
      return reply;
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
      return makeNotSent('the connection to the service was closed');
    }
  }

  /** Waits before a retry. Ends at once when the client closes. */
  wait(ms: number): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        drop();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const drop = this.#timer.setAlarm(ms, end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Requests so far, with retries and sign-ins. */
  requestCount(): number {
    return this.#requestCount;
  }

  /** The rate of requests, and its limit. */
  get rate(): Pick<Limiter, 'found' | 'waited' | 'limit' | 'refusalCount'> {
    return this.#limiter;
  }

  /** Refuses new requests, and aborts those in flight. */
  async cut(): Promise<void> {
    this.#closing.abort();
    await (await this.#dispatcher)?.destroy();
  }

  /** Refuses new requests, waits for those in flight (each has a deadline), closes connections. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await (await this.#dispatcher)?.close();
  }

  // One answer is handed on in each turn of the event loop: a request that waits for its place leaves before the
  // work on the next answer.
  #takeTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => nextTurn());
    return this.#turn;
  }

  async #exchange(request: HttpRequest): Promise<HttpReply> {
    this.#requestCount += 1;
    const begunMs = performance.now();
    const reply = await this.#dispatch(request);
    this.#options.observe?.({
      ...request.line,
      status: reply.kind === 'answer' ? reply.status : null,
      durationMs: performance.now() - begunMs,
      date: reply.kind === 'answer' ? (reply.date ?? null) : null,
    });
    return reply;
  }

  async #openDispatcher(): Promise<Dispatcher> {
    // Imported late, because a run without a request needs none.
    const { EnvHttpProxyAgent } = await import('undici');
    const { concurrency, requestTimeoutMs } = this.#options;
    return new EnvHttpProxyAgent({
      ...(typeof this.#proxies === 'string' ? {} : this.#proxies),
      connections: concurrency,
      pipelining: 1,
      allowH2: false,
      connectTimeout: Math.min(connectTimeoutMs, requestTimeoutMs),
      headersTimeout: requestTimeoutMs,
      bodyTimeout: requestTimeoutMs,
    });
  }

  async #dispatch(request: HttpRequest): Promise<HttpReply> {
    this.#dispatcher ??= this.#openDispatcher();
    const dispatcher = await this.#dispatcher;
    return new Promise((resolve) => {
      const deadline = { timer: this.#timer, timeoutMs: this.#options.requestTimeoutMs };
      const collector = new AnswerCollector(deadline, request.wants ?? 'all', resolve);
      try {
        dispatcher.dispatch(
          {
            origin: this.#origin,
            path: this.#basePath + request.target,
            method: request.line.method as Dispatcher.HttpMethod,
            headers: request.headers,
            body: request.body,
          },
          collector,
        );
      } catch (error) {
        // The client library refuses some requests before it sends them, such as control characters
        // in a header.
        collector.end(makeNotSent(formatError(error)));
      }
    });
  }
}
