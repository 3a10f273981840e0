import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Reply } from './reply.ts';

/**
 * Answers a request. Over HTTP the text goes to the socket as it is: a Response, made to be taken apart at
 * once, is a good part of what a request costs.
 */
export function sendReply({ env }: Context, reply: Reply): Response {
  const outgoing: HttpBindings['outgoing'] | undefined = env?.outgoing;
  if (outgoing === undefined) return toResponse(reply);
  const { contentType, text } = formatReply(reply);
  const length = { 'Content-Length': Buffer.byteLength(text) };
  outgoing.writeHead(reply.status, { ...listHeaders(reply, contentType), ...length });
  outgoing.end(text);
  return RESPONSE_ALREADY_SENT;
}

/** A reply as it goes out: JSON (SERVICE A [T]), a page, or a third party's text. */
export function toResponse(reply: Reply): Response {
  const { contentType, text } = formatReply(reply);
  return new Response(text, { status: reply.status, headers: listHeaders(reply, contentType) });
}

function listHeaders({ headers }: Reply, contentType: string): Record<string, string> {
  return { ...headers, 'Content-Type': contentType, 'X-Content-Type-Options': 'nosniff' };
}

/** The text of a reply and what it says it is. */
export function formatReply(reply: Reply): { readonly contentType: string; readonly text: string } {
  return reply.page === undefined
    ? (reply.raw ?? {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify(reply.body),
      })
    : { contentType: 'text/html; charset=utf-8', text: reply.page };
}
