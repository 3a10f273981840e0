import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { formatReply, type Reply } from '../reply.ts';

/** Bindings of a socket, with the Response that says that a reply was written to it. */
export type SocketBindings = HttpBindings & { readonly sent: Response };

/**
 * Sends a reply. Over HTTP it writes text to the socket directly, because a Response costs much of
 * a request's time.
 */
export function sendReply({ env }: Context, reply: Reply): Response {
  const bindings: Partial<SocketBindings> | undefined = env;
  const { outgoing, sent } = bindings ?? {};
  if (outgoing === undefined || sent === undefined) return toResponse(reply);
  const { contentType, text } = formatReply(reply);
  const length = { 'Content-Length': Buffer.byteLength(text) };
  outgoing.writeHead(reply.status, { ...listHeaders(reply, contentType), ...length });
  outgoing.end(text);
  return sent;
}

/** Reply as a Response: JSON (SERVICE A [T]), a page, or a third party's text. */
export function toResponse(reply: Reply): Response {
  const { contentType, text } = formatReply(reply);
  return new Response(text, { status: reply.status, headers: listHeaders(reply, contentType) });
}

function listHeaders({ headers }: Reply, contentType: string): Record<string, string> {
  return { ...headers, 'Content-Type': contentType, 'X-Content-Type-Options': 'nosniff' };
}
