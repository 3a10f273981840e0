import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { Refusal, type Reply } from './reply.ts';
import { toResponse } from './to-response.ts';

// A page in a browser can send requests to this machine: by a name of its own that leads here (DNS
// rebinding), or from its own origin without reading the answer. The service itself asks for tokens,
// which no page has; what asks for none is kept from pages.

/** Why a request is refused before anything is made of it: it names another host. Null: it is for this machine. */
export function checkHost({ headers, url = '' }: IncomingMessage): Reply | null {
  const [, name] = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?$/i.exec(headers.host ?? '') ?? [];
  if (name === undefined || !url.startsWith('/')) {
    return { status: 400, body: { Message: 'The request names no host, or more than one.' } };
  }
  const isHere = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/i.test(name);
  const Message = `This server answers only on loopback addresses; '${name}' is not one.`;
  return isHere ? null : { status: 403, body: { Message } };
}

/** Throws a Refusal for a request that a page of another origin made a browser send. */
export function checkOrigin({ headers, url }: Request): void {
  const site = headers.get('Sec-Fetch-Site')?.toLowerCase() ?? 'none';
  // A page that tells no referrer sends `null` to its own origin as well.
  const hidden = site === 'same-origin' ? 'null' : null;
  const isOwn = [null, hidden, new URL(url).origin].includes(headers.get('Origin'));
  // `none`: the person typed the address, or it is no browser.
  if (!isOwn || !['none', 'same-origin'].includes(site)) {
    throw new Refusal(403, 'A page of another origin cannot send this request.');
  }
}

/** Throws a Refusal for a body that does not say that it is JSON: a page can send any other without being asked. */
export function checkContentType({ headers }: Request, text: string): void {
  const type = headers.get('Content-Type');
  const isJson = type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
  if (!isJson && (type !== null || text !== '')) {
    throw new Refusal(415, 'A request with a body needs Content-Type: application/json.');
  }
}

/** Keeps what pages of other origins would change from an application; links and redirects lead to it as before. */
export const checkEveryOrigin: MiddlewareHandler = async ({ req }, next) => {
  if (['GET', 'HEAD'].includes(req.method)) return next();
  try {
    checkOrigin(req.raw);
  } catch (error) {
    if (error instanceof Refusal) return toResponse(error.toReply());
    throw error;
  }
  return next();
};
