import type { IncomingMessage } from 'node:http';
import type { SentRequest } from './request-shape.ts';

/** The body of a request as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Part of a request that samples describe. */
export function toSent(request: IncomingMessage, text: string): SentRequest {
  const url = new URL(request.url ?? '/', 'http://emulator');
  const type = request.headers['content-type'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: [...url.searchParams.keys()],
    hasAccount: request.headers['x-service-account'] !== undefined,
    form:
      type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(text).keys()] : null,
    body: type === 'application/json' ? JSON.parse(text) : undefined,
  };
}

/** Its headers, to pass them on. */
export function toHeaders(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    headers.set(name, String(value));
  }
  return headers;
}
