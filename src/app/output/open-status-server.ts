import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { policy } from '../../reports/html/format-report-html.ts';
import { type ListenAddress, type OpenedServer, openHttpServer } from './open-http-server.ts';

/** Answers of the server of a process. */
export type Shown = {
  readonly metrics: { readonly contentType: string; format(): Promise<string> };
  /** The reason why the process is not alive, or not ready; null if it is. */
  readonly findDeadCause: () => string | null;
  readonly findUnreadyCause: () => string | null;
  /** File of the report of the last sweep; null before one has ended. */
  readonly findReport: () => string | null;
};

/** Headers of every answer: nothing is cached, framed or run. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'text/plain; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Serves the health, the metrics and the report of a process, read-only, until it is closed. */
export function openStatusServer(address: ListenAddress, shown: Shown): Promise<OpenedServer> {
  return openHttpServer(address, (request, response) => {
    // A reader that leaves ends its own answer alone.
    answer(shown, request, response).catch(() => response.destroy());
  });
}

async function answer(
  shown: Shown,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const end = (status: number, text: string, more: Readonly<Record<string, string>> = {}) =>
    response.writeHead(status, { ...headers, ...more }).end(text);
  const endHealth = (cause: string | null) =>
    cause === null ? end(200, 'ok\n') : end(503, `${cause}\n`);
  if (method !== 'GET' && method !== 'HEAD')
    return void end(405, 'Only GET is answered.\n', { allow: 'GET, HEAD' });
  switch (url.split('?')[0]) {
    case '/':
      return void end(302, '', { location: 'report' });
    case '/healthz':
      return void endHealth(shown.findDeadCause());
    case '/readyz':
      return void endHealth(shown.findUnreadyCause());
    case '/metrics': {
      const { contentType } = shown.metrics;
      return void end(200, await shown.metrics.format(), { 'content-type': contentType });
    }
    case '/report': {
      const file = shown.findReport();
      if (file === null) return void end(503, 'No sweep has ended yet.\n');
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${policy}; frame-ancestors 'none'`,
      });
      return pipeline(createReadStream(file), response);
    }
    default:
      return void end(404, 'Not found.\n');
  }
}
