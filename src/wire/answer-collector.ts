import type { Dispatcher } from 'undici';
import type { Timer } from '../kit/tasks/timer.ts';
import { formatError, type HttpReply, readResetMs, readRetryAfterMs } from './http-reply.ts';

/** Longest answer that is read; a thousand catalog items with icons fit. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** Collects one answer, and records whether the request reached a connection before an error. */
export class AnswerCollector implements Dispatcher.DispatchHandler {
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
