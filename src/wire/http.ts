import type { Dispatcher } from 'undici';
import { Limiter } from '../kit/tasks/limiter.ts';
import { machineTimer, type Timer } from '../kit/tasks/timer.ts';
import type { RequestLine } from '../model/diagnostic/api-failure.ts';
import {
  classifyLoad,
  formatError,
  type HttpReply,
  makeNotSent,
  readResetMs,
  readRetryAfterMs,
} from './http-reply.ts';
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
};

/** Longest answer that is read; a thousand catalog items with icons fit. */
const maxAnswerBytes = 64 * 1024 * 1024;
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

  /** Sends one request when the limiter allows it. Never rejects: the reply has the error. */
  async send(request: HttpRequest): Promise<HttpReply> {
    if (typeof this.#proxies === 'string') return makeNotSent(this.#proxies);
    try {
      return await this.#limiter.run(() => this.#exchange(request), {
        classify: classifyLoad,
        lane: request.line.account ?? '',
        signal: this.#closing.signal,
      });
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
      const collector = new Collector(deadline, request.wants ?? 'all', resolve);
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

/** Collects one answer, and records whether the request reached a connection before an error. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #resolve: (reply: HttpReply) => void;
  readonly #wants: 'head' | 'all';
  readonly #dropDeadline: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #head: { readonly status: number; readonly headers: Headers } | null = null;
  #byteCount = 0;
  #hasEnded = false;

  constructor(
    { timer, timeoutMs }: { readonly timer: Timer; readonly timeoutMs: number },
    wants: 'head' | 'all',
    resolve: (reply: HttpReply) => void,
  ) {
    this.#resolve = resolve;
    this.#wants = wants;
    this.#dropDeadline = timer.setDeadline(timeoutMs, () => {
      this.end(this.#lost(`no answer within ${timeoutMs} ms`, 'ETIMEDOUT'));
      this.#controller?.abort(new Error('deadline'));
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Do not send a request that timed out while it waited for a connection.
    if (this.#hasEnded) controller.abort(new Error('deadline'));
    this.#controller = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Headers,
  ): void {
    if (status < 200) return;
    this.#head = { status, headers };
    if (this.#wants === 'all') return;
    this.onResponseEnd();
    controller.abort(new Error('read'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.length;
    if (this.#byteCount <= maxAnswerBytes) {
      this.#chunks.push(chunk);
      return;
    }
    const mebibytes = maxAnswerBytes / 1024 / 1024;
    this.end({ kind: 'garbled', message: `the answer is longer than ${mebibytes} MiB` });
    controller.abort(new Error('too long'));
  }

  onResponseEnd(): void {
    if (this.#head === null) {
      this.end(this.#lost('an answer without a status'));
      return;
    }
    const { status, headers } = this.#head;
    const read = (name: string) => readHeader(headers, name);
    this.end({
      kind: 'answer',
      status,
      text: Buffer.concat(this.#chunks).toString('utf8'),
      contentType: read('content-type'),
      contentEncoding: read('content-encoding'),
      location: read('location'),
      totalPages: read('total-pages'),
      date: read('date'),
      retryAfterMs:
        readRetryAfterMs(read('retry-after'), read('date')) ?? readResetMs(read, status),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const message = formatError(error);
    this.end(
      this.#head === null
        ? this.#lost(message, readCode(error))
        : { kind: 'garbled', message: `the answer was cut off: ${message}` },
    );
  }

  /** Only the first call counts. */
  end(reply: HttpReply): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#dropDeadline();
    this.#resolve(reply);
  }

  #lost(message: string, code: string | null = null): HttpReply {
    return { kind: 'no-answer', wasSent: this.#controller !== null, message, code };
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function readHeader(headers: Headers, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function readCode(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
