import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Requests and notifications of a process. */
export type RpcListener = {
  /** The answer to a request of the process; undefined refuses it as unknown. */
  readonly answer: (method: string, params: unknown) => unknown;
  readonly hear: (method: string, params: unknown) => void;
  /** Called when the process ends early or speaks another protocol. */
  readonly lose: (error: Error) => void;
};

/** One message of JSON-RPC 2.0: a request has id and method, a notification method, an answer id. */
type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
};

const separator = '\r\n\r\n';
const methodNotFound = -32_601;

/**
 * A Node program that speaks JSON-RPC over stdin and stdout, in LSP frames. If it ends early,
 * pending requests fail with its stderr.
 */
export class RpcProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #listener: RpcListener;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #ended: Promise<unknown>;
  #lastId = 0;
  #unread: Buffer = Buffer.alloc(0);
  #complaints = '';
  #isAskedToEnd = false;

  /** `command` is a script and its arguments; the Node that runs us runs it. */
  constructor(command: readonly string[], listener: RpcListener) {
    this.#listener = listener;
    this.#child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#ended = once(this.#child, 'close').then(([code]) => this.#lose(`ended with ${code}`));
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#complaints += chunk.toString();
    });
    // Ignore a broken pipe, because `close` reports the end of the process.
    this.#child.stdin.on('error', ({ message }) => {
      this.#complaints += message;
    });
  }

  /** Sends a request and gives its result; the caller knows the shape. */
  async request<Result>(method: string, params: unknown): Promise<Result> {
    this.#lastId += 1;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#lastId, waiting);
    this.#send({ id: this.#lastId, method, params });
    return (await waiting.promise) as Result;
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params });
  }

  /** Sends the notification that ends the process, and waits until it is gone. */
  async notifyToEnd(method: string): Promise<void> {
    this.#isAskedToEnd = true;
    this.#send({ method });
    await this.#ended;
  }

  #send(message: Message): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${separator}${body}`);
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (let body = this.#takeFrame(); body !== null; body = this.#takeFrame()) {
      this.#take(JSON.parse(body) as Message);
    }
  }

  /** The body of the first frame that is wholly there. */
  #takeFrame(): string | null {
    const headEnd = this.#unread.indexOf(separator);
    if (headEnd === -1) return null;
    const head = this.#unread.toString('utf8', 0, headEnd);
    const length = /^Content-Length: (\d+)$/im.exec(head)?.[1];
    if (length === undefined) {
      this.#child.kill();
      this.#unread = Buffer.alloc(0);
      this.#complaints += `no frame begins so: ${head}`;
      return null;
    }
    const start = headEnd + separator.length;
    const end = start + Number(length);
    if (this.#unread.length < end) return null;
    const body = this.#unread.toString('utf8', start, end);
    this.#unread = this.#unread.subarray(end);
    return body;
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method === undefined) {
      const waiting = this.#waiting.get(Number(id));
      this.#waiting.delete(Number(id));
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
      return;
    }
    if (id === undefined) {
      this.#listener.hear(method, params);
      return;
    }
    const answer = this.#listener.answer(method, params);
    const refusal = { code: methodNotFound, message: `${method} is not known here` };
    this.#send(answer === undefined ? { id, error: refusal } : { id, result: answer });
  }

  #lose(how: string): void {
    const error = new Error(`the process ${how}. ${this.#complaints}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    if (!this.#isAskedToEnd) this.#listener.lose(error);
  }
}
