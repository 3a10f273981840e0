import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** Passes a part of an answer to the client. */
export type Part = (
  handler: Dispatcher.DispatchHandler,
  controller: Dispatcher.DispatchController,
) => void;

/** The other end, which takes the parts of an answer one after the other. */
type Client = {
  tell(part: Part): void;
  finish(): void;
  lose(): void;
};

/** Request as a server reads it. */
export class Incoming extends Readable {
  readonly httpVersion = '1.1';
  readonly complete = true;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: readonly string[];
  readonly socket: OutSocket;
  readonly #body: string | null;

  constructor(options: Dispatcher.DispatchOptions, socket: OutSocket) {
    super();
    this.method = options.method;
    this.url = options.path;
    this.socket = socket;
    this.#body = (options.body ?? null) as string | null;
    const all: Record<string, string> = {
      host: String(options.origin).slice('http://'.length),
      connection: 'keep-alive',
      ...(options.headers as Record<string, string>),
    };
    if (this.#body !== null || options.method !== 'GET') {
      all['content-length'] = String(Buffer.byteLength(this.#body ?? ''));
    }
    this.rawHeaders = Object.entries(all).flat();
    this.headers = lower(all);
  }

  override _read(): void {
    if (this.#body !== null && this.#body !== '') this.push(this.#body);
    this.push(null);
  }
}

type OutHeaders = Readonly<Record<string, string | number | readonly string[]>>;

/** Answer as a server writes it. */
export class Outgoing extends EventEmitter {
  readonly socket: OutSocket;
  readonly #client: Client;
  readonly #headers: Record<string, string | string[]> = {};
  readonly #chunks: Buffer[] = [];
  #isHeadTold = false;
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;

  constructor(client: Client) {
    super();
    this.#client = client;
    this.socket = new OutSocket(client);
  }

  get writable(): boolean {
    return !(this.destroyed || this.writableEnded);
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.#headers;
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.#headers[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value);
    return this;
  }

  writeHead(status: number, headers: OutHeaders = {}): this {
    this.statusCode = status;
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    this.headersSent = true;
    return this;
  }

  flushHeaders(): void {
    this.write('');
  }

  write(chunk: string | Uint8Array, reported?: () => void): boolean {
    this.#chunks.push(Buffer.from(chunk as string));
    this.#client.tell((handler, controller) => this.#tellWritten(handler, controller));
    if (typeof reported === 'function') setImmediate(reported);
    return true;
  }

  end(chunk?: string | Uint8Array): this {
    if (this.writableEnded || this.destroyed) return this;
    if (chunk !== undefined) this.#chunks.push(Buffer.from(chunk as string));
    this.headersSent = true;
    this.writableEnded = true;
    this.#client.tell((handler, controller) => {
      this.#tellWritten(handler, controller);
      this.writableFinished = true;
      this.#client.finish();
      this.emit('finish');
      this.emit('close');
    });
    return this;
  }

  destroy(): this {
    this.socket.destroy();
    return this;
  }

  /** Aborted by the client. */
  breakOff(): void {
    this.destroyed = true;
    this.socket.destroyed = true;
    this.emit('close');
  }

  #tellWritten(
    handler: Dispatcher.DispatchHandler,
    controller: Dispatcher.DispatchController,
  ): void {
    if (!this.#isHeadTold) {
      this.#isHeadTold = true;
      const headers = { date: new Date().toUTCString(), ...this.#headers };
      handler.onResponseStart?.(controller, this.statusCode, headers, '');
    }
    for (const chunk of this.#chunks.splice(0)) {
      if (!controller.aborted && chunk.length > 0) handler.onResponseData?.(controller, chunk);
    }
  }
}

/** A connection of this machine, of which a server sees the other end and which it can break. */
class OutSocket extends EventEmitter {
  readonly remoteAddress = '127.0.0.1';
  readonly #client: Client;
  destroyed = false;

  constructor(client: Client) {
    super();
    this.#client = client;
  }

  destroy(): void {
    this.destroyed = true;
    this.#client.lose();
  }

  end(): void {
    this.#client.lose();
  }
}

function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
