import { type CallLimits, standardLimits } from '../calls/limits.ts';
import { readBounded } from './body/read-bounded.ts';

// Requests of the service to third parties, authorization servers and webhooks. Sample apps answer
// in this process, at addresses such as `app:sign-in/token`.

/** A request to another party. */
export interface Outgoing {
  readonly method: string;
  /** http, https, or `app:NAME/path`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Answer of another party; `lost` if there is none. */
export type Incoming =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Headers;
      readonly text: string;
    }
  | { readonly kind: 'lost'; readonly message: string };

/** A sample app as a request handler. */
type App = (request: Request) => Response | Promise<Response>;

/** Parent of sample app hosts, which are never looked up. */
const appHost = 'app.localhost';

const refusal =
  'Nothing may be sent to that address from this machine. The operator allows more by CYCLECTL_ALLOW_ORIGINS.';

/** Client for requests of the service. */
export class OutboundClient {
  readonly limits: CallLimits;
  /** Origin of the sample apps without a trailing slash; null if they do not listen. */
  appsOrigin: string | null = null;
  readonly #apps = new Map<string, App>();
  readonly #deliveries = new Set<Promise<Incoming>>();
  readonly #closing: AbortSignal;
  #cutting = new AbortController();

  readonly #mayReach: (address: string) => boolean;

  constructor(
    closing: AbortSignal,
    limits: CallLimits = standardLimits,
    mayReach: (address: string) => boolean = () => true,
  ) {
    this.#closing = closing;
    this.limits = limits;
    this.#mayReach = mayReach;
  }

  /** Aborts new requests when the service closes or restarts. */
  get closing(): AbortSignal {
    return AbortSignal.any([this.#closing, this.#cutting.signal]);
  }

  /** Aborts requests in flight; later ones are not affected. */
  cutOff(): void {
    this.#cutting.abort();
    this.#cutting = new AbortController();
  }

  /** Turns `app:crm/contacts` into an http address for `send`; others stay. */
  resolve(address: string): string {
    const [, name, path = ''] = /^app:([^/]+)(.*)$/s.exec(address) ?? [];
    return name === undefined
      ? address
      : this.appsOrigin === null
        ? `http://${name}.${appHost}${path}`
        : `${this.appsOrigin}/${name}${path}`;
  }

  /** True if requests may go to an address beyond the sample apps. */
  mayReach(address: string): boolean {
    return this.#mayReach(address);
  }

  /** Registers a handler for `app:NAME/…`. */
  addApp(name: string, app: App): void {
    this.#apps.set(name, app);
  }

  /**
   * Sends a request without following redirects, so that no credential reaches another host.
   * Network failures are `lost`; errors of a sample app are ours and are thrown.
   */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const inside = findAppPath(outgoing.url);
    if (inside === undefined) {
      const { closing } = this;
      const isOwn = this.appsOrigin !== null && outgoing.url.startsWith(`${this.appsOrigin}/`);
      if (!isOwn && !this.#mayReach(outgoing.url)) {
        return { kind: 'lost', message: refusal };
      }
      return this.#sendOut(outgoing, closing).catch((error: unknown) =>
        this.#describe(error, closing),
      );
    }
    const app = this.#apps.get(inside.name);
    const request = makeInsideRequest(outgoing, inside.path);
    if (app === undefined || !(request instanceof Request)) {
      const message = `There is no sample app '${inside.name}'.`;
      return request instanceof Request ? { kind: 'lost', message } : request;
    }
    const { status, headers, body } = await app(request);
    return this.#toIncoming({ status, headers, body });
  }

  /** Sends JSON to a webhook once, without waiting for the answer (SERVICE F). */
  deliver(url: string, payload: unknown): void {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const delivery = this.send({ method: 'POST', url, headers, body: JSON.stringify(payload) });
    this.#deliveries.add(delivery);
    void delivery.finally(() => this.#deliveries.delete(delivery));
  }

  /** Waits for the webhooks in flight. */
  async settle(): Promise<void> {
    await Promise.all(this.#deliveries);
  }

  async #sendOut(
    { method, url, headers, body }: Outgoing,
    closing: AbortSignal,
  ): Promise<Incoming> {
    // Imported late because most worlds send nothing out.
    const { request } = await import('undici');
    const answer = await request(url, {
      method,
      headers,
      body: method === 'GET' ? null : body,
      signal: AbortSignal.any([AbortSignal.timeout(this.limits.requestMs), closing]),
    });
    const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      [value ?? ''].flat().join(', '),
    ]);
    return this.#toIncoming({
      status: answer.statusCode,
      headers: new Headers(pairs),
      body: answer.body,
    });
  }

  async #toIncoming(answer: {
    readonly status: number;
    readonly headers: Headers;
    readonly body: AsyncIterable<Uint8Array> | null;
  }): Promise<Incoming> {
    const { status, headers } = answer;
    const { STATUS_CODES } = await import('node:http');
    const text = await readBounded(answer.body, this.limits.answerBytes);
    return text === undefined
      ? { kind: 'lost', message: `The answer is longer than ${this.limits.answerBytes} bytes.` }
      : { kind: 'answered', status, statusText: STATUS_CODES[status] ?? '', headers, text };
  }

  #describe(error: unknown, closing: AbortSignal): Incoming {
    const message = closing.aborted
      ? 'The service closed.'
      : error instanceof Error && error.name === 'TimeoutError'
        ? `There was no answer within ${this.limits.requestMs} ms.`
        : error instanceof Error
          ? error.message
          : String(error);
    return { kind: 'lost', message };
  }
}

/** Sample app of an address, with the path in it. */
function findAppPath(url: string): { readonly name: string; readonly path: string } | undefined {
  const [, name, path = ''] =
    /^app:([^/]+)(\/.*)?$/s.exec(url) ??
    /^http:\/\/([^./]+)\.app\.localhost(\/.*)?$/s.exec(url) ??
    [];
  return name === undefined ? undefined : { name, path };
}

/** Reports values that HTTP cannot carry, such as a line break in a header. */
function makeInsideRequest(outgoing: Outgoing, path: string): Request | Incoming {
  const { method, headers, body } = outgoing;
  try {
    return new Request(`http://${appHost}${path}`, {
      method,
      headers,
      body: method === 'GET' ? null : body,
    });
  } catch (error) {
    if (error instanceof TypeError) {
      return { kind: 'lost', message: error.message };
    }
    throw error;
  }
}
