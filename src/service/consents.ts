import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackPage } from '../model/live/consent.ts';
import type { ConsentClient } from '../model/ports.ts';
import { SecretValue } from '../model/secret/secret.ts';
import { readText } from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Makes sign-in links for a person (SPEC 2.5, 4.4). `authUrl` is the domain that serves browsers;
 * all values of the link are URL-encoded (SERVICE D [D]).
 */
export function makeConsentMaker(client: Client, authUrl: string): ConsentClient {
  return {
    openCallbackPage: openReturnPage,
    createConsentLink: ({ account, connector }, { user, targetOrigin }) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('accounts', account, 'signintoken'),
          account: null,
          body: { Username: user },
          repeat: 'never',
        },
        (wire) => {
          const token = readText(wire, 'Token');
          const query = new URLSearchParams({ id: connector, token, targetOrigin });
          const route = `${authUrl.replace(/(?<!\/)\/+$/, '')}/connectorauth/updateaccountconnectoroauth`;
          const link = new SecretValue(`${route}?${query}`);
          return { link, show: () => link.reveal(), expiresAt: readText(wire, 'ExpiresAtUtc') };
        },
      ),
  };
}

/**
 * Opens a page on loopback for the browser to return to. It proves nothing: the caller asks the
 * service afterwards.
 */
export async function openReturnPage(): Promise<CallbackPage> {
  // Loaded here, because Node's HTTP client comes with it, which every other command would load.
  const { createServer } = await import('node:http');
  const beginnings = new Map<string, SecretValue>();
  const { promise: returned, resolve: comeBack } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    // Any local program can request any path, even an invalid one.
    const [pathname = '/'] = (request.url ?? '/').split('?');
    const link = beginnings.get(pathname);
    beginnings.delete(pathname);
    if (link !== undefined) {
      response.writeHead(302, { ...headers, Location: link.reveal() }).end();
    } else if (request.method === 'GET' && pathname === '/') {
      response.once('close', comeBack);
      sendPage(response, 200, 'You can close this window and return to the terminal.');
    } else {
      sendPage(response, 404, 'Page not found.');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    returned,
    hide: (link) => {
      const path = `/${randomBytes(16).toString('hex')}`;
      beginnings.set(path, link);
      return `${origin}${path}`;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, Connection: 'close' });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>cyclectl</title><p>${text}</p></html>\n`,
  );
}
