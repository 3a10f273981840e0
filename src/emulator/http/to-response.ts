import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Reply } from './reply.ts';

/**
 * Sends a reply. Over HTTP it writes text to the socket directly, because a Response costs much of
 * a request's time.
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

/** Reply as a Response: JSON (SERVICE A [T]), a page, or a third party's text. */
export function toResponse(reply: Reply): Response {
  const { contentType, text } = formatReply(reply);
  return new Response(text, { status: reply.status, headers: listHeaders(reply, contentType) });
}

function listHeaders({ headers }: Reply, contentType: string): Record<string, string> {
  return { ...headers, 'Content-Type': contentType, 'X-Content-Type-Options': 'nosniff' };
}

/** Text of a reply, with its content type. */
export function formatReply(reply: Reply): { readonly contentType: string; readonly text: string } {
  return reply.page === undefined
    ? (reply.raw ?? {
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify(reply.body),
      })
    : { contentType: 'text/html; charset=utf-8', text: reply.page };
}
