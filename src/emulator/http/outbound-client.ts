import { STATUS_CODES } from 'node:http';
import { request } from 'undici';
import { type CallLimits, standardLimits } from '../calls/limits.ts';
import { readBounded } from './body/read-bounded.ts';

// The service speaks to others: third parties, authorization servers and webhooks. Sample apps of
// its own are answered in this process, under addresses such as `app:sign-in/token`, so that
// everything works where nothing listens.

/** A request to another party. */
export interface Outgoing {
  readonly method: string;
  /** http, https, or `app:NAME/path`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back; `lost` where nothing did. */
export type Incoming =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly statusText: string;
      readonly headers: Headers;
      readonly text: string;
    }
  | { readonly kind: 'lost'; readonly message: string };

/** A sample app, as far as requests of the service go. */
type App = (request: Request) => Response | Promise<Response>;

/** Hosts of sample apps are names beneath this one; nothing looks them up. */
const appHost = 'app.localhost';

const refusal =
  'Nothing may be sent to that address from this machine. The operator allows more by CYCLECTL_ALLOW_ORIGINS.';

/** The way out of the service. */
export class OutboundClient {
  readonly limits: CallLimits;
  /** Where the sample apps listen, without a slash at its end; null: nowhere. */
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

  /** Ends what begins now, when the service closes or begins anew. */
  get closing(): AbortSignal {
    return AbortSignal.any([this.#closing, this.#cutting.signal]);
  }

  /** Ends what is under way; what is sent from now on is not touched. */
  cutOff(): void {
    this.#cutting.abort();
    this.#cutting = new AbortController();
  }

  /** An address such as `app:crm/contacts` as one of http, which `send` takes too; others stay. */
  resolve(address: string): string {
    const [, name, path = ''] = /^app:([^/]+)(.*)$/s.exec(address) ?? [];
    return name === undefined
      ? address
      : this.appsOrigin === null
        ? `http://${name}.${appHost}${path}`
        : `${this.appsOrigin}/${name}${path}`;
  }

  /** Whether requests may go to an address beyond the sample apps. */
  mayReach(address: string): boolean {
    return this.#mayReach(address);
  }

  /** Answers `app:NAME/…` from now on. */
  addApp(name: string, app: App): void {
    this.#apps.set(name, app);
  }

  /**
   * Sends a request; redirects are not followed, so that no credential goes to another host. What
   * goes wrong on the way is `lost`; an error of a sample app is ours and is thrown.
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
    return this.#toIncoming({ status, headers, body: body ?? [] });
  }

  /** Sends JSON to a webhook, once and without waiting: nobody hears whether it came (SERVICE F). */
  deliver(url: string, payload: unknown): void {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    const delivery = this.send({ method: 'POST', url, headers, body: JSON.stringify(payload) });
    this.#deliveries.add(delivery);
    void delivery.finally(() => this.#deliveries.delete(delivery));
  }

  /** Waits for the webhooks that are on their way. */
  async settle(): Promise<void> {
    await Promise.all(this.#deliveries);
  }

  async #sendOut(
    { method, url, headers, body }: Outgoing,
    closing: AbortSignal,
  ): Promise<Incoming> {
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
    readonly body: AsyncIterable<Uint8Array> | readonly never[];
  }): Promise<Incoming> {
    const { status, headers } = answer;
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

/** The sample app of an address and the path within it. */
function findAppPath(url: string): { readonly name: string; readonly path: string } | undefined {
  const [, name, path = ''] =
    /^app:([^/]+)(\/.*)?$/s.exec(url) ??
    /^http:\/\/([^./]+)\.app\.localhost(\/.*)?$/s.exec(url) ??
    [];
  return name === undefined ? undefined : { name, path };
}

/** What HTTP cannot carry, such as a line break in a header, is said and not sent. */
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
