import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ListenAddress,
  type OpenedServer,
  openHttpServer,
} from '../../../../app/output/open-http-server.ts';
import { formatFailure } from '../../../../model/diagnostic/api-failure.ts';
import type { ConsentPages } from '../../../../model/manifest/project.ts';
import type { Clock, ConsentClient } from '../../../../model/ports.ts';
import {
  isLinkRevoked,
  type LinkRevocations,
} from '../../../../model/state/shared/link-revocations.ts';
import { readSignIn, type SignIn, type SignInReader } from '../wait-for-consent.ts';
import { type ConsentLinkContent, type LinkSigner, readLinkToken } from './consent-link.ts';
import { linkPath } from './find-pages.ts';
import { type ConsentPage, makePageFormatter } from './format-consent-page.ts';
import { LinkCookies } from './link-cookies.ts';

/** The parts that answer links. */
export type ConsentServing = {
  readonly pages: ConsentPages;
  readonly links: LinkSigner;
  readonly readRevocations: () => Promise<LinkRevocations>;
  /** Opens the service for the work on a click. */
  readonly withService: <R>(work: (service: ConsentService) => Promise<R>) => Promise<R>;
  readonly clock: Clock;
  /** Where a customer who is done is sent; null for a page of ours. */
  readonly returnTo: string | null;
  /** Reports what happened with a connector. */
  readonly report: (address: string, text: string) => void;
};

type ConsentService = { readonly reader: SignInReader; readonly consents: ConsentClient };

/** Looks after a browser has returned, and the time between them: the service may be behind. */
const [looks, lookEveryMs] = [5, 1000];

/** Serves sign-in links of customers until it is closed. Throws `OperationalError` for an address that is in use. */
export function openConsentServer(
  address: ListenAddress,
  serving: ConsentServing,
): Promise<OpenedServer> {
  const answerer = new ConsentAnswerer(serving);
  return openHttpServer(address, (request, response) => {
    request.resume();
    // A browser that leaves ends its own answer alone.
    answerer.answer(request, response).catch(() => response.destroy());
  });
}

type Reply = {
  readonly status: number;
  readonly page?: ConsentPage;
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

type Found = { readonly content: ConsentLinkContent; readonly token: string };

/** Answers the requests of browsers. A link is checked at each; only a click on the button asks the service. */
class ConsentAnswerer {
  readonly #serving: ConsentServing;
  readonly #pages: ReturnType<typeof makePageFormatter>;
  readonly #cookies: LinkCookies;
  /** Work that is under way, by what it is for: those who ask for the same share it. */
  readonly #working = new Map<string, Promise<unknown>>();

  constructor(serving: ConsentServing) {
    this.#serving = serving;
    this.#pages = makePageFormatter(serving.pages.page);
    this.#cookies = new LinkCookies(serving.pages.origin.startsWith('https:'));
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, page, headers } = await this.#reply(request).catch((error: Error) => {
      this.#serving.report('', `a link could not be answered: ${error.message}`);
      return unavailable;
    });
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
    const token = path.slice(linkPath.length);
    const content = readLinkToken(this.#serving.links, token);
    if (content === null) return noLink;
    if (!(await this.#isUsable(content))) return expired;
    const found = { content, token };
    if (isRead) return { status: 200, page: this.#toStart(found) };
    if (method === 'POST') return this.#share(`begin ${token}`, () => this.#begin(found));
    return { status: 405, headers: { allow: 'GET, HEAD, POST' } };
  }

  async #isUsable(content: ConsentLinkContent): Promise<boolean> {
    const { clock, readRevocations } = this.#serving;
    if (Date.parse(clock.now()) >= Date.parse(content.expiresAt)) return false;
    return !isLinkRevoked(await readRevocations(), content);
  }

  #toStart({ content, token }: Found): ConsentPage {
    const { title, text } = this.#serving.pages.page;
    return { title: fill(title, content), text: fill(text, content), action: linkPath + token };
  }

  // The token of the service lives for minutes and works once, so it is made at the click.
  #begin({ content, token }: Found): Promise<Reply> {
    const { withService, pages, report } = this.#serving;
    const { address, user } = content;
    const at = { account: content.accountId, connector: content.connectorId };
    return withService(async ({ reader, consents }): Promise<Reply> => {
      const before = await readSignIn(reader, at);
      if (!before.ok) return this.#replyFailed(address, formatFailure(before.failure));
      if (before.value === 'gone') return expired;
      if (before.value === 'signed-in') return this.#replyDone([content]);
      const made = await consents.createConsentLink(at, { user, targetOrigin: pages.origin });
      if (!made.ok) return this.#replyFailed(address, formatFailure(made.failure));
      report(address, `the sign-in of ${user} began`);
      const headers = { location: made.value.show(), 'set-cookie': this.#cookies.format(token) };
      return { status: 303, headers };
    });
  }

  // The service sends browsers back to the origin alone, so cookies say which links it began with.
  async #replyToReturn(cookies: string): Promise<Reply> {
    const begun = this.#cookies.list(cookies).flatMap((token): Found[] => {
      const content = readLinkToken(this.#serving.links, token);
      return content === null ? [] : [{ content, token }];
    });
    if (begun.length === 0) return noLink;
    const usable: Found[] = [];
    for (const each of begun) if (await this.#isUsable(each.content)) usable.push(each);
    const [first] = usable;
    if (first === undefined) return expired;
    const looked = await Promise.all(
      usable.map(async ({ content, token }) => {
        const id = content.connectorId;
        return { content, token, is: await this.#share(`look ${id}`, () => this.#look(content)) };
      }),
    );
    const done = looked.filter(({ is }) => is === 'signed-in');
    const ended = looked.filter(({ is }) => is !== 'waits').map(({ token }) => token);
    const headers = { 'set-cookie': ended.map((token) => this.#cookies.formatEnd(token)) };
    for (const { content } of done) this.#serving.report(content.address, 'is signed in');
    if (done.length > 0)
      return this.#replyDone(
        done.map(({ content }) => content),
        headers,
      );
    const waiting = looked.find(({ is }) => is === 'waits');
    if (waiting === undefined) {
      const isUnseen = looked.some(({ is }) => is === 'unseen');
      return isUnseen
        ? this.#replyDone([first.content], headers, 'You can close this page.')
        : expired;
    }
    const text = 'The sign-in was not finished. Try again.';
    return { status: 200, headers, page: { ...this.#toStart(waiting), text } };
  }

  async #look({ address, accountId, connectorId }: ConsentLinkContent): Promise<SignIn> {
    const { withService, clock } = this.#serving;
    return withService(async ({ reader }) => {
      for (let look = 1; ; look += 1) {
        const read = await readSignIn(reader, { account: accountId, connector: connectorId });
        if (read.ok && (read.value !== 'waits' || look === looks)) return read.value;
        if (!read.ok && look === looks)
          throw new Error(`${address}: ${formatFailure(read.failure)}`);
        await clock.wait(lookEveryMs);
      }
    });
  }

  async #share<R>(what: string, work: () => Promise<R>): Promise<R> {
    const working = (this.#working.get(what) as Promise<R> | undefined) ?? work();
    this.#working.set(what, working);
    try {
      return await working;
    } finally {
      if (this.#working.get(what) === working) this.#working.delete(what);
    }
  }

  #replyDone(
    contents: readonly ConsentLinkContent[],
    headers: NonNullable<Reply['headers']> = {},
    text?: string,
  ): Reply {
    const { returnTo, pages } = this.#serving;
    if (returnTo !== null) return { status: 303, headers: { ...headers, location: returnTo } };
    const { title, done } = pages.page;
    const toTexts = (each: string) => contents.map((content) => fill(each, content));
    const page = { title: toTexts(title)[0] ?? '', text: text ?? toTexts(done).join(' ') };
    return { status: 200, headers, page };
  }

  #replyFailed(address: string, failure: string): Reply {
    this.#serving.report(address, `the service did not answer a link: ${failure}`);
    return unavailable;
  }
}

const noLink: Reply = {
  status: 404,
  page: { title: 'Page not found', text: 'Open the whole link that you were sent.' },
};

const expired: Reply = {
  status: 410,
  page: { title: 'This link has expired', text: 'Ask the sender for a new one.' },
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
