import { type Context, Hono } from 'hono';
import { routes } from '../routes.ts';
import type { State } from '../state.ts';
import { accountHeader, answerCall } from './answer-call.ts';
import type { Reply } from './call.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';

/** What the door needs at each request; `state` is asked anew because a reset replaces it. */
export interface House {
  readonly state: () => State;
  readonly log: RequestLog;
}

/** The service as an application that takes a request and gives a response. */
export function makeApp(house: House): Hono {
  const app = new Hono();
  for (const route of routes) {
    app.on(route.method, route.path, (context) => serveCall(house, route, context));
  }
  app.notFound((context) => serveUnknown(house, context));
  // An error here is ours, not the caller's: in process it reaches the test as it is.
  app.onError((error) => {
    throw error;
  });
  return app;
}

async function serveCall(house: House, route: Route, context: Context): Promise<Response> {
  const { req } = context;
  const account = req.header(accountHeader);
  const url = new URL(req.url);
  const end = house.log.note({
    method: req.method,
    path: url.pathname,
    query: url.search,
    account: account ?? null,
  });
  const reply = answerCall(house.state(), route, {
    params: req.param(),
    query: url.searchParams,
    text: await req.text(),
    authorization: req.header('Authorization'),
    account,
  });
  end({ status: reply.status, fault: null });
  return toResponse(reply);
}

/** No route: said loudly, and counted, so that a test that leans on it fails. */
function serveUnknown(house: House, context: Context): Response {
  const { method } = context.req;
  const url = new URL(context.req.url);
  const end = house.log.note({
    method,
    path: url.pathname,
    query: url.search,
    account: context.req.header(accountHeader) ?? null,
  });
  house.log.countUnmatched();
  const others = routes.filter((route) => matchesPath(route.path, url.pathname));
  const status = others.length > 0 ? 405 : url.pathname.startsWith('/v1.0/') ? 501 : 404;
  const known =
    others.length > 0 ? ` It takes ${others.map((each) => each.method).join(', ')}.` : '';
  end({ status, fault: null });
  return toResponse({
    status,
    body: { Message: `The emulator has no ${method} ${url.pathname}.${known}` },
  });
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  );
}

function toResponse(reply: Reply): Response {
  return new Response(JSON.stringify(reply.body), {
    status: reply.status,
    headers: {
      ...reply.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
