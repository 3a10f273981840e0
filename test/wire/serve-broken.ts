import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { openForTest } from '../service/open-for-test.ts';
import { closeAfterFile } from '../support/opened.ts';

export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** Answers one request; `count` is 1 for the first. */
export type Play = (request: Seen, response: ServerResponse, count: number) => void | Promise<void>;

export type BrokenService = {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Takes no more connections. */
  stop(): void;
};

/** A service with configured faults, over real HTTP. Closed after the test file. */
export async function serveBroken(play: Play): Promise<BrokenService> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      seen.push(one);
      void play(one, response, seen.length);
    });
  });
  closeAfterFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: await listenOnLoopback(server), seen, stop: () => void server.close() };
}

/** Listens on a free port of loopback and gives the address. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address on which nothing listens any more. */
export async function findClosedAddress(): Promise<string> {
  const server = createServer();
  const url = await listenOnLoopback(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

export function sendJson(
  response: ServerResponse,
  json: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(json));
}

export const account = { Id: 'northwind', Name: 'Northwind' };

export const sendHtml: Play = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
};

export const sendHalfJson: Play = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"Id":"northw');
};

export const dropConnection: Play = (_request, response) => {
  response.destroy();
};

export const sendStatus =
  (status: number, headers: Record<string, string> = {}): Play =>
  (_request, response) =>
    sendJson(response, { Message: `this is ${status}` }, { status, headers });

export const brokenToken = 'token-not-a-secret';

/** A client on a service that plays broken; it has its token already. */
export async function openBroken(play: Play) {
  const { url, seen } = await serveBroken(play);
  return { seen, ...openForTest({ baseUrl: url, accessToken: brokenToken }) };
}
