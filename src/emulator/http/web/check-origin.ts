import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { Refusal, type Reply } from '../reply.ts';
import { toResponse } from './to-response.ts';

// A browser page can send requests to this machine, by DNS rebinding or without reading the answer.
// Routes that need a token are safe; the others refuse pages.

/** Refusal of a request for another host; null if it is for this machine. */
export function checkHost({ headers, url = '' }: IncomingMessage): Reply | null {
  const [, name] = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::[0-9]{1,5})?$/i.exec(headers.host ?? '') ?? [];
  if (name === undefined || !url.startsWith('/')) {
    return { status: 400, body: { Message: 'The request names no host, or more than one.' } };
  }
  const isHere = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/i.test(name);
  const Message = `This server answers only on loopback addresses; '${name}' is not one.`;
  return isHere ? null : { status: 403, body: { Message } };
}

/** Throws a Refusal for a browser request of another origin. */
export function checkOrigin({ headers, url }: Request): void {
  const site = headers.get('Sec-Fetch-Site')?.toLowerCase() ?? 'none';
  // A page without a referrer sends `null` even to its own origin.
  const hidden = site === 'same-origin' ? 'null' : null;
  const isOwn = [null, hidden, new URL(url).origin].includes(headers.get('Origin'));
  // `none`: a typed address, or no browser.
  if (!isOwn || !['none', 'same-origin'].includes(site)) {
    throw new Refusal(403, 'A page of another origin cannot send this request.');
  }
}

/**
 * Throws a Refusal for a body that is not declared as JSON, because a page can send any other
 * without a preflight.
 */
export function checkContentType({ headers }: Request, text: string): void {
  const type = headers.get('Content-Type');
  const isJson = type?.split(';')[0]?.trim().toLowerCase() === 'application/json';
  if (!isJson && (type !== null || text !== '')) {
    throw new Refusal(415, 'A request with a body needs Content-Type: application/json.');
  }
}

/** Refuses changes by pages of other origins; links and redirects still work. */
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
