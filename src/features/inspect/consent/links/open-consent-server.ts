import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ListenAddress,
  type OpenedServer,
  openHttpServer,
} from '../../../../app/output/open-http-server.ts';
import { type ApiFailure, formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { ConsentPages } from '../../../../model/manifest/project.ts';
import type { Clock, ConsentClient } from '../../../../model/ports.ts';
import {
  isLinkRevoked,
  type RevocationReader,
} from '../../../../model/state/shared/link-revocations.ts';
import { readSignIn, type SignIn, type SignInReader } from '../wait-for-consent.ts';
import { type ConsentLinkContent, type LinkSigner, readLinkToken } from './consent-link.ts';
import { linkPath } from './find-pages.ts';
import { type ConsentPage, makePageFormatter } from './format-consent-page.ts';

/** The parts that answer links. */
export type ConsentServing = {
  readonly pages: ConsentPages;
  readonly links: LinkSigner;
  readonly reader: SignInReader;
  readonly consents: ConsentClient;
  readonly store: RevocationReader;
  readonly clock: Clock;
  /** Where a customer who is done is sent; null for a page of ours. */
  readonly returnTo: string | null;
  /** Reports what happened with a connector. */
  readonly report: (address: string, text: string) => void;
};

/** Looks after a browser has returned, and the time between them: the service may be behind. */
const [looks, lookEveryMs] = [5, 1000];
/** Seconds for which a browser knows which link it began with. */
const cookieSeconds = 3600;

/** Serves sign-in links of customers until it is closed. Throws `OperationalError` for an address that is in use. */
export function openConsentServer(
  address: ListenAddress,
  serving: ConsentServing,
): Promise<OpenedServer> {
  const answerer = new ConsentAnswerer(serving);
  return openHttpServer(address, (request, response) => {
    request.resume();
    answerer.answer(request, response).catch((error: Error) => {
      serving.report('', `a request could not be answered: ${error.message}`);
      response.destroy();
    });
  });
}

type Reply = {
  readonly status: number;
  readonly page?: ConsentPage;
  readonly headers?: Readonly<Record<string, string>>;
};

type Found = {
  readonly content: ConsentLinkContent;
  readonly token: string;
  readonly isUsable: boolean;
};

/** Answers the requests of browsers. A link is checked at each; only a click on the button asks the service. */
class ConsentAnswerer {
  readonly #serving: ConsentServing;
  readonly #pages: ReturnType<typeof makePageFormatter>;
  readonly #isSecure: boolean;

  constructor(serving: ConsentServing) {
    this.#serving = serving;
    this.#pages = makePageFormatter(serving.pages.page);
    this.#isSecure = serving.pages.origin.startsWith('https:');
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, page, headers } = await this.#reply(request);
    response.writeHead(status, {
      'cache-control': 'no-store',
      'content-security-policy': this.#pages.policy,
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...headers,
    });
    response.end(page === undefined ? '' : this.#pages.format(page));
  }

  async #reply({ method, url = '/', headers }: IncomingMessage): Promise<Reply> {
    const [path = '/'] = url.split('?');
    const isRead = method === 'GET' || method === 'HEAD';
    if (path === '/healthz' && isRead) return { status: 200 };
    if (path === '/' && isRead) return this.#replyToReturn(headers.cookie ?? '');
    if (!path.startsWith(linkPath)) return noLink;
    const found = await this.#find(path.slice(linkPath.length));
    if (found === null) return noLink;
    if (!found.isUsable) return expired;
    if (isRead) return { status: 200, page: this.#toStart(found) };
    if (method === 'POST') return this.#begin(found);
    return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  }

  async #find(token: string): Promise<Found | null> {
    const { links, store, clock } = this.#serving;
    const content = readLinkToken(links, token);
    if (content === null) return null;
    const isOver = Date.parse(clock.now()) >= Date.parse(content.expiresAt);
    const isUsable = !isOver && !isLinkRevoked(await store.readRevocations(), content);
    return { content, token, isUsable };
  }

  #toStart({ content, token }: Found): ConsentPage {
    const { title, text } = this.#serving.pages.page;
    return { title: fill(title, content), text: fill(text, content), action: linkPath + token };
  }

  // The token of the service lives for minutes and works once, so it is made at the click.
  async #begin({ content, token }: Found): Promise<Reply> {
    const { reader, consents, pages, report } = this.#serving;
    const at = { account: content.accountId, connector: content.connectorId };
    const before = await readSignIn(reader, at);
    if (!before.ok) return this.#replyFailed(content, before.failure);
    if (before.value === 'gone') return expired;
    if (before.value === 'signed-in') return this.#replyDone(content);
    const { user } = content;
    const made = await consents.createConsentLink(at, { user, targetOrigin: pages.origin });
    if (!made.ok) return this.#replyFailed(content, made.failure);
    report(content.address, `the sign-in of ${user} began`);
    const cookie = `${this.#cookieName}=${token}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`;
    return {
      status: 303,
      headers: {
        location: made.value.show(),
        'set-cookie': this.#isSecure ? `${cookie}; Secure` : cookie,
      },
    };
  }

  // The service sends browsers back to the origin alone, so the cookie says which link it was.
  async #replyToReturn(cookies: string): Promise<Reply> {
    const own = cookies.split('; ').find((each) => each.startsWith(`${this.#cookieName}=`));
    const found = own === undefined ? null : await this.#find(own.slice(own.indexOf('=') + 1));
    if (found === null) return noLink;
    const { content } = found;
    const signIn = await this.#look(content);
    if (signIn === 'signed-in') {
      this.#serving.report(content.address, 'is signed in');
      return this.#replyDone(content);
    }
    if (signIn === 'unseen') return this.#replyDone(content, 'You can close this page.');
    if (!found.isUsable) return expired;
    const start = this.#toStart(found);
    return { status: 200, page: { ...start, text: 'The sign-in was not finished. Try again.' } };
  }

  async #look({ accountId, connectorId }: ConsentLinkContent): Promise<SignIn> {
    const { reader, clock } = this.#serving;
    for (let look = 1; ; look += 1) {
      const read = await readSignIn(reader, { account: accountId, connector: connectorId });
      if (read.ok && read.value !== 'waits') return read.value;
      if (look === looks) return 'waits';
      await clock.wait(lookEveryMs);
    }
  }

  #replyDone(content: ConsentLinkContent, text = this.#serving.pages.page.done): Reply {
    const { returnTo, pages } = this.#serving;
    if (returnTo !== null) return { status: 303, headers: { location: returnTo } };
    const title = fill(pages.page.title, content);
    return { status: 200, page: { title, text: fill(text, content) } };
  }

  #replyFailed({ address }: ConsentLinkContent, failure: ApiFailure): Reply {
    this.#serving.report(address, `the service did not answer a link: ${formatFailure(failure)}`);
    return unavailable;
  }

  get #cookieName(): string {
    return this.#isSecure ? '__Host-cyclectl-consent' : 'cyclectl-consent';
  }
}

const noLink: Reply = {
  status: 404,
  page: { title: 'Page not found', text: 'Open the whole link that you were sent.' },
};

const expired: Reply = {
  status: 410,
  page: {
    title: 'This link has expired',
    text: 'Ask the sender for a new one.',
  },
};

const unavailable: Reply = {
  status: 503,
  page: {
    title: 'Not available',
    text: 'The sign-in is not available now. Try again in a minute.',
  },
  headers: { 'retry-after': '60' },
};

function fill(text: string, { accountName, connectorName }: ConsentLinkContent): string {
  return text.replace(/\{(account|connector)\}/g, (_, name: string) =>
    name === 'account' ? accountName : connectorName,
  );
}
