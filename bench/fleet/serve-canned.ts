import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv, stdout } from 'node:process';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { SentRequest } from './start-service.ts';

// A process of its own: a service of many accounts that are alike. Each answer is the one that the first
// account got from the emulator, kept, with the account's name and ids in it. So fleets of any size cost the
// machine little more than sockets, and each account has ids of its own. It takes no writes.

/** What the service is given, as JSON in its argument. */
export type CannedWork = {
  /** The emulator, which has the first account. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: number;
};

/** How the service answers; it can be changed while it serves. */
export type CannedManner = {
  readonly latencyMs: number;
  /** Offers exports of cycles; refuses them with 403 otherwise. */
  readonly isExporting: boolean;
};

type Answer = { readonly status: number; readonly pages: string | null; readonly body: Template };

/** A text of the first account, cut where its ids and its name are; null is the name. */
type Template = readonly (string | { readonly id: string } | null)[];

const first = 'customer-00001';
const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|customer-00001/g;
const prefix = '/v1.0';

const work = JSON.parse(argv[2] ?? '') as CannedWork;
let manner: CannedManner = { latencyMs: 0, isExporting: true };
const answers = new Map<string, Promise<Answer>>();
/** Ids of the catalog, which all accounts share. */
const shared = new Set<string>();
let token = await signIn();
for (const list of ['connectors', 'templates']) {
  const { text } = await fetchFirst(`${prefix}/${list}?page=1&pageSize=1000`, null);
  for (const [id] of text.matchAll(guid)) shared.add(id);
}
const listed = await fetchFirst(`${prefix}/accounts?page=1&pageSize=1`, null);
const listedAccount = toTemplate(listed.text.slice(1, -1));

const server = createServer((call, reply) => {
  void serve(call, reply).catch((error: unknown) => {
    reply.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

let log: SentRequest[] = [];
/** Times of requests, in milliseconds. */
let arrivals: number[] = [];

async function serve(call: IncomingMessage, reply: ServerResponse): Promise<void> {
  const target = call.url ?? '';
  if (target === '/__control/requests') {
    reply.end(JSON.stringify(log));
    log = [];
    return;
  }
  if (target === '/__control/arrivals') {
    reply.end(JSON.stringify(arrivals));
    arrivals = [];
    return;
  }
  if (target === '/__control/manner') {
    manner = (await json(call)) as CannedManner;
    reply.end();
    return;
  }
  arrivals.push(Date.now());
  if (manner.latencyMs > 0) await wait(manner.latencyMs);
  if (call.method === 'POST' && target === '/oauth/token') {
    reply.writeHead(200, { 'content-type': 'application/json' }).end(token.answer);
    return;
  }
  const account = call.headers['x-service-account'];
  const url = new URL(target, work.url);
  const { pathname: path, search: query } = url;
  const method = call.method ?? '';
  log.push({ method, path, query, account: typeof account === 'string' ? account : null });
  if (method !== 'GET') throw new Error(`${method} ${target} is a write`);
  if (!manner.isExporting && /^\/v1\.0\/cycles\/[^/]+\/export$/.test(path)) {
    reply.writeHead(403, makeHeaders(null)).end('{}');
    return;
  }
  if (path === `${prefix}/accounts`) return serveAccounts(url.searchParams, reply);
  const named = typeof account === 'string' ? account : findAccount(path);
  const number = named === null ? 1 : Number(named.slice(-5));
  const own = toTemplate(target.replaceAll(named ?? first, first), number);
  const key = fill(own, 1);
  const answer = await find(key, named === null ? null : first);
  reply.writeHead(answer.status, makeHeaders(answer.pages)).end(fill(answer.body, number));
}

function serveAccounts(query: URLSearchParams, reply: ServerResponse): void {
  const size = Number(query.get('pageSize'));
  const start = (Number(query.get('page')) - 1) * size;
  const count = Math.max(0, Math.min(size, work.accounts - start));
  const rows = Array.from({ length: count }, (_, row) => fill(listedAccount, start + row + 1));
  const pages = String(Math.ceil(work.accounts / size));
  reply.writeHead(200, makeHeaders(pages)).end(`[${rows.join(',')}]`);
}

function makeHeaders(pages: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(pages === null ? {} : { 'Total-Pages': pages }),
  };
}

function findAccount(path: string): string | null {
  return /^\/v1\.0\/accounts\/(customer-\d{5})$/.exec(path)?.[1] ?? null;
}

function find(target: string, account: string | null): Promise<Answer> {
  const key = `${account} ${target}`;
  const known = answers.get(key) ?? make(target, account);
  answers.set(key, known);
  return known;
}

async function make(target: string, account: string | null): Promise<Answer> {
  const { status, pages, text } = await fetchFirst(target, account);
  return { status, pages, body: account === null ? [text] : toTemplate(text) };
}

/** Cuts a text of an account; its ids are those of the first account again. */
function toTemplate(text: string, number = 1): Template {
  const parts: Template[number][] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(guid)) {
    if (shared.has(found)) continue;
    parts.push(text.slice(end, index), found === first ? null : { id: toId(found, number) });
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}

function fill(template: Template, number: number): string {
  let text = '';
  for (const part of template) {
    if (typeof part === 'string') text += part;
    else text += part === null ? nameAccount(number) : toId(part.id, number);
  }
  return text;
}

function nameAccount(number: number): string {
  return `customer-${String(number).padStart(5, '0')}`;
}

// The id of another account, and back.
function toId(id: string, number: number): string {
  if (number === 1) return id;
  const last = (Number.parseInt(id.slice(-6), 16) ^ number) >>> 0;
  return `${id.slice(0, -6)}${last.toString(16).padStart(6, '0')}`;
}

async function fetchFirst(target: string, account: string | null) {
  const send = () =>
    request(`${work.url}${target}`, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.value}`,
        ...(account === null ? {} : { 'X-Service-Account': account }),
      },
    });
  let answer = await send();
  if (answer.statusCode === 401) {
    await answer.body.dump();
    token = await signIn();
    answer = await send();
  }
  const pages = answer.headers['total-pages'];
  return {
    status: answer.statusCode,
    pages: typeof pages === 'string' ? pages : null,
    text: await answer.body.text(),
  };
}

async function signIn() {
  const answer = await request(`${work.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: work.clientId,
      client_secret: work.clientSecret,
    }).toString(),
  });
  const text = await answer.body.text();
  return { answer: text, value: (JSON.parse(text) as { access_token: string }).access_token };
}
