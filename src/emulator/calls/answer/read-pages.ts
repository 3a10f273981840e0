import type { Incoming, Outgoing } from '../../http/outbound-client.ts';
import type { Method } from '../../resources/catalog/catalog.ts';
import { isRecord, parseLocation, readLocation } from '../request/location.ts';
import { readText } from './read-text.ts';

// A method call reads all pages of a third party and answers once (SPEC 1, 4.1).

type Answer = Extract<Incoming, { readonly kind: 'answered' }>;

/** All pages of an answer, or the reply that ended the reading. */
export type PagesResult =
  | {
      readonly kind: 'gathered';
      readonly pages: readonly Page[];
      readonly last: Answer;
      /** Request of the last page. */
      readonly request: Outgoing;
      readonly requests: number;
    }
  | {
      readonly kind: 'broken';
      readonly reply: Incoming;
      readonly reason: string;
      /** True for an answer that is not of the expected shape. */
      readonly isUnexpected: boolean;
      readonly request: Outgoing;
      readonly requests: number;
    };

export interface Page {
  readonly text: string;
  readonly data: unknown;
}

/** Parts of a call that reading its pages needs. */
export interface PageSource {
  readonly method: Method;
  readonly format: 'json' | 'xml';
  readonly request: Outgoing;
  /** Parameters that the caller set; a caller that sets the page gets that page. */
  readonly given: ReadonlySet<string>;
  readonly limits: { readonly pages: number; readonly answerBytes: number };
  readonly send: (request: Outgoing) => Promise<Incoming>;
}

/** Sends a request, then those of the following pages in sequence. */
export async function readPages(gatherer: PageSource): Promise<PagesResult> {
  const { method, format, limits } = gatherer;
  const pages: Page[] = [];
  const seen = new Set<string>();
  let size = 0;
  let request: Outgoing | null = openFirst(gatherer);
  let last: { readonly reply: Answer; readonly request: Outgoing } | undefined;
  while (request !== null) {
    const sent: Outgoing = request;
    const requests = pages.length + 1;
    const reply = await gatherer.send(sent);
    const broken = (reason: string, isUnexpected: boolean): PagesResult => ({
      kind: 'broken',
      reply,
      reason,
      isUnexpected,
      request: sent,
      requests,
    });
    if (reply.kind === 'lost') {
      return broken(reply.message, false);
    }
    if (reply.status < 200 || reply.status > 299) {
      return broken(`The third party answered ${reply.status} ${reply.statusText}`.trim(), false);
    }
    const data = reply.text.trim() === '' ? {} : readText(reply.text, format, method);
    if (data === undefined) {
      return broken(`The answer is no ${format.toUpperCase()}.`, true);
    }
    pages.push({ text: reply.text, data });
    last = { reply, request: sent };
    size += reply.text.length;
    seen.add(sent.url);
    request = findNext(gatherer, { sent, reply, data, page: pages.length });
    if (request !== null && seen.has(request.url)) {
      return broken('A page names one before it as the next.', true);
    }
    if (request !== null && (pages.length >= limits.pages || size > limits.answerBytes)) {
      return broken(`There are more than ${limits.pages} pages, or too many bytes.`, false);
    }
  }
  if (last === undefined) {
    throw new Error('At least one page was asked for.');
  }
  const { reply, request: sent } = last;
  return { kind: 'gathered', pages, last: reply, request: sent, requests: pages.length };
}

function openFirst({ method, request, given }: PageSource): Outgoing {
  const { paging } = method;
  if (paging?.kind !== 'page' || given.has(paging.parameter)) {
    return request;
  }
  return withQuery(request, {
    [paging.parameter]: '1',
    ...(paging.sizeParameter === undefined ||
    paging.size === undefined ||
    given.has(paging.sizeParameter)
      ? {}
      : { [paging.sizeParameter]: String(paging.size) }),
  });
}

/** Request of the next page; null for the last one. */
function findNext(
  { method, given, request }: PageSource,
  at: {
    readonly sent: Outgoing;
    readonly reply: Answer;
    readonly data: unknown;
    readonly page: number;
  },
): Outgoing | null {
  const { paging } = method;
  if (paging === null || (paging.kind !== 'link' && given.has(paging.parameter))) {
    return null;
  }
  switch (paging.kind) {
    case 'page': {
      const items = listItems(at.data, method)?.length ?? 0;
      const asked = new URL(at.sent.url).searchParams.get(paging.sizeParameter ?? '');
      const size = Number(asked) || paging.size || 0;
      const isLast = items === 0 || items < size;
      return isLast ? null : withQuery(at.sent, { [paging.parameter]: String(at.page + 1) });
    }
    case 'cursor': {
      const cursor = readLocation(at.data, paging.from);
      const isEnd = typeof cursor !== 'string' && typeof cursor !== 'number';
      return isEnd || cursor === ''
        ? null
        : withQuery(at.sent, { [paging.parameter]: `${cursor}` });
    }
    case 'link': {
      const next = readNextLink(at.reply.headers.get('Link') ?? '', at.sent.url);
      // Follow no link to another host, because the request carries the credential.
      return next === null || next.origin !== new URL(request.url).origin
        ? null
        : { ...at.sent, url: next.href };
    }
  }
}

function readNextLink(header: string, base: string): URL | null {
  for (const part of header.split(/,(?=\s*<)/)) {
    const [, target, attributes] = /^\s*<([^>]*)>(.*)$/s.exec(part) ?? [];
    if (target !== undefined && /;\s*rel\s*=\s*"?([^";]*\s)?next\b/i.test(attributes ?? '')) {
      return URL.canParse(target, base) ? new URL(target, base) : null;
    }
  }
  return null;
}

function withQuery(request: Outgoing, query: Readonly<Record<string, string>>): Outgoing {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  return { ...request, url: url.href };
}

/** Items of a page; undefined if it lacks the list of the method. */
export function listItems(data: unknown, method: Method): readonly unknown[] | undefined {
  const place = findList(data, method);
  return place?.list;
}

/** List with the items of a page; without a Location, the first list. */
function findList(
  data: unknown,
  { records }: Method,
): { readonly names: readonly string[]; readonly list: readonly unknown[] } | undefined {
  return records === null ? findFirstList(data) : findNamedList(data, records);
}

function findNamedList(data: unknown, location: string): ReturnType<typeof findList> {
  const names = parseLocation(location).map(({ name }) => name);
  let value: unknown = data;
  for (const name of names) {
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  if (Array.isArray(value)) {
    return { names, list: value };
  }
  // An empty XML list is an element without children, or absent.
  return value === undefined || value === null || value === ''
    ? undefined
    : { names, list: [value] };
}

function findFirstList(data: unknown): ReturnType<typeof findList> {
  const queue: { names: readonly string[]; value: unknown }[] = [{ names: [], value: data }];
  for (const { names, value } of queue) {
    if (Array.isArray(value)) {
      return { names, list: value };
    }
    if (isRecord(value)) {
      for (const [name, inner] of Object.entries(value)) {
        queue.push({ names: [...names, name], value: inner });
      }
    }
  }
  return undefined;
}

/** First page with the items of all pages. */
export function mergePages(pages: readonly Page[], method: Method): unknown {
  const [first, ...others] = pages;
  const place = findList(first?.data, method);
  if (first === undefined || place === undefined || others.length === 0) {
    return first?.data;
  }
  const items = pages.flatMap(({ data }) => listItems(data, method) ?? []);
  return putAt(first.data, place.names, items);
}

function putAt(data: unknown, [name, ...rest]: readonly string[], items: unknown): unknown {
  return name === undefined || !isRecord(data)
    ? items
    : { ...data, [name]: putAt(data[name], rest, items) };
}
