import type { Server } from 'node:http';
import { type Dispatcher, errors } from 'undici';
import { Incoming, Outgoing, type Part } from './server-side.ts';

/** One request and its answer. Each way takes a turn of the event loop, as it would over a socket. */
export class Exchange {
  readonly ended: Promise<void>;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #lists: readonly Set<Exchange>[];
  readonly #controller: Dispatcher.DispatchController;
  readonly #outgoing: Outgoing;
  #resolve: () => void = () => undefined;
  #hasEnded = false;

  constructor(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    lists: readonly Set<Exchange>[],
  ) {
    this.#options = options;
    this.#handler = handler;
    this.#lists = lists;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    for (const list of lists) list.add(this);
    this.#outgoing = new Outgoing(this);
    this.#controller = makeController((reason) => this.abort(reason));
  }

  begin(server: Server): void {
    setImmediate(() => {
      if (this.#hasEnded) return;
      this.#handler.onRequestStart?.(this.#controller, {});
      if (this.#hasEnded) return;
      const incoming = new Incoming(this.#options, this.#outgoing.socket);
      server.emit('request', incoming, this.#outgoing);
    });
  }

  /** Passes a part of the answer to the client. */
  tell(part: Part): void {
    setImmediate(() => {
      if (!this.#hasEnded) part(this.#handler, this.#controller);
    });
  }

  finish(): void {
    this.#settle();
    this.#handler.onResponseEnd?.(this.#controller, {});
  }

  /** Ends as a connection does that the other side closes. */
  lose(): void {
    this.tell(() => this.abort(new errors.SocketError('other side closed')));
  }

  abort(reason: Error): void {
    if (this.#hasEnded) return;
    this.#settle();
    this.#outgoing.breakOff();
    this.#handler.onResponseError?.(this.#controller, reason);
  }

  #settle(): void {
    this.#hasEnded = true;
    for (const list of this.#lists) list.delete(this);
    this.#resolve();
  }
}

function makeController(end: (reason: Error) => void): Dispatcher.DispatchController {
  let reason: Error | null = null;
  return {
    get aborted() {
      return reason !== null;
    },
    get reason() {
      return reason;
    },
    paused: false,
    pause: () => undefined,
    resume: () => undefined,
    abort: (given: Error) => {
      if (reason !== null) return;
      reason = given;
      end(given);
    },
  };
}
