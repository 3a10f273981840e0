import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from '../control/faults.ts';
import { routes } from '../routes.ts';
import { toDateHeader } from '../world/clock.ts';
import { readBounded } from './body/read-bounded.ts';
import { ConnectionLost, TruncatedResponse, toCorruptReply } from './broken-answer.ts';
import type { Reply } from './reply.ts';
import { isDocumented } from './route.ts';
import { type Match, normalisePath, RouteTable } from './route-table.ts';
import { type Arrival, accountHeader, runCall } from './run-call.ts';
import type { ServerContext } from './server-context.ts';

const everything = new RouteTable(routes);
const documented = new RouteTable(routes.filter(isDocumented));

/** A request as HTTP, or a caller in this process, gives it. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: URL;
  /** Reads a header; its name is in any case. */
  readonly readHeader: (name: string) => string | undefined;
  /** Null for a GET. */
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly clientAddress: string;
}

/**
 * Answers a request to any path of the service, with the faults that hit it. Throws ConnectionLost
 * or TruncatedResponse for one that cuts the connection.
 */
export async function runRequest(server: ServerContext, request: ServiceRequest): Promise<Reply> {
  const table = server.contract === 'full' ? everything : documented;
  const match = table.find(request.method, request.url.pathname);
  return match.kind === 'route'
    ? serveCall(server, match, request)
    : makeUnknownReply(server, match, request);
}

async function serveCall(
  server: ServerContext,
  { route, params }: Extract<Match, { readonly kind: 'route' }>,
  request: ServiceRequest,
): Promise<Reply> {
  const { method, url, readHeader } = request;
  const end = recordArrival(server, request, route.hidesQuery ? '' : url.search);
  const refused = checkLimit(server);
  if (refused !== undefined) {
    end({ status: refused.status, fault: null });
    return refused;
  }
  const { bodyBytes } = server.state.outside.limits;
  const text = await readBounded(request.body, bodyBytes);
  if (text === undefined) {
    end({ status: 413, fault: null });
    const Message = `The request is longer than ${bodyBytes} bytes.`;
    return { status: 413, body: { Message }, headers: { Connection: 'close' } };
  }
  const arrival: Arrival = {
    params,
    query: url.searchParams,
    text,
    hasBody:
      Number(readHeader('Content-Length') ?? 0) > 0 ||
      readHeader('Transfer-Encoding') !== undefined,
    origin: url.origin,
    clientAddress: request.clientAddress,
    authorization: readHeader('Authorization'),
    account: readHeader(accountHeader),
  };
  const page = Number(url.searchParams.get('page') ?? 1);
  const path = normalisePath(url.pathname);
  const fault = server.faults.choose({ method, path, page });
  if (fault?.do === 'drop-before') {
    end({ status: null, fault: fault.do });
    throw new ConnectionLost('The connection was cut before the request was processed.');
  }
  if (fault?.do === 'delay') {
    await waitUnlessClosing(server, fault.delayMs);
  }
  const reply =
    fault?.do === 'status'
      ? toStatusReply(fault)
      : await resolveStale(server, { fault, line: `${arrival.account} ${url}` }, () =>
          runCall(server.state, route, {
            ...arrival,
            isShifted: resolveShift(server, { fault, page, list: `${arrival.account} ${path}` }),
            undoes: fault?.do === 'ignore',
            lagRequests: fault?.do === 'lag' ? fault.requests : 0,
          }),
        );
  end({ status: reply.status, fault: fault?.do ?? null });
  if (fault?.do === 'drop-after') {
    throw new ConnectionLost('The connection was cut before the answer.');
  }
  if (fault?.do === 'truncate') {
    throw new TruncatedResponse(reply);
  }
  // Its own time, which a test advances.
  const headers = { Date: toDateHeader(server.state.clock), ...reply.headers };
  const dated = { ...reply, headers };
  return fault?.do === 'garble' ? toCorruptReply(dated) : dated;
}

function recordArrival(
  server: ServerContext,
  { method, url, readHeader }: ServiceRequest,
  query: string,
): ReturnType<ServerContext['log']['note']> {
  return server.log.note({
    method,
    path: url.pathname,
    query,
    account: readHeader(accountHeader) ?? null,
  });
}

function checkLimit(server: ServerContext): Reply | undefined {
  const retryAfterS = server.limit?.bucket.take() ?? 0;
  return retryAfterS === 0
    ? undefined
    : {
        status: 429,
        body: { Message: 'Too many requests.' },
        headers: { 'Retry-After': String(retryAfterS) },
      };
}

function toStatusReply(fault: Fault & { readonly do: 'status' }): Reply {
  return {
    status: fault.status,
    body: { Message: fault.message ?? `A planted fault answered ${fault.status}.` },
    ...(fault.retryAfterS === undefined
      ? {}
      : { headers: { 'Retry-After': String(fault.retryAfterS) } }),
  };
}

async function waitUnlessClosing(server: ServerContext, delayMs: number): Promise<void> {
  try {
    await wait(delayMs, undefined, { signal: server.closing });
  } catch (error) {
    if (server.closing.aborted) {
      throw new ConnectionLost('The service closed.');
    }
    throw error;
  }
}

/** Answers a read as the first time, if that was a success. */
async function resolveStale(
  { faults }: ServerContext,
  request: { readonly fault: Fault | undefined; readonly line: string },
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const { fault, line } = request;
  const first = fault?.do === 'stale' ? faults.findFirstReplies(fault) : undefined;
  const known = first?.get(line);
  if (known !== undefined) return known;
  const reply = await answer();
  if (reply.status === 200) first?.set(line, reply);
  return reply;
}

/** Keeps the item hidden on later pages, until the first page is read again. */
function resolveShift(
  server: ServerContext,
  request: { readonly fault: Fault | undefined; readonly page: number; readonly list: string },
): boolean {
  if (request.page <= 1) {
    server.shifted.delete(request.list);
  } else if (request.fault?.do === 'shift') {
    server.shifted.add(request.list);
  }
  return server.shifted.has(request.list);
}

/**
 * Answers an unknown operation and counts it, so that a test that relies on it fails. An operation
 * outside the contract is not counted.
 */
function makeUnknownReply(
  server: ServerContext,
  match: Exclude<Match, { readonly kind: 'route' }>,
  request: ServiceRequest,
): Reply {
  const { method, url } = request;
  const end = recordArrival(server, request, url.search);
  if (everything.find(method, url.pathname).kind !== 'route') {
    server.log.countUnmatched();
  }
  const text = `The emulator has no ${method} ${url.pathname}.`;
  const reply: Reply =
    match.kind === 'unknown path'
      ? { status: 404, body: { Message: text } }
      : {
          status: 405,
          body: { Message: `${text} It takes ${match.allow.join(', ')}.` },
          headers: { Allow: match.allow.join(', ') },
        };
  end({ status: reply.status, fault: null });
  return reply;
}
