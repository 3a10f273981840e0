import type { CatalogSource } from '../model/live/saved-catalog.ts';
import { SecretValue } from '../model/secret/secret.ts';
import type { HttpRequest, Sender } from '../wire/http.ts';
import { makeAccountReader } from './accounts.ts';
import { makeCatalogReader } from './catalog.ts';
import { Client } from './http/client.ts';
import { AccessTokens } from './http/token.ts';
import { makeTemplateReader } from './templates.ts';

/** Replaces the address of a service that has none. */
const origin = 'http://localhost';

/**
 * Opens the catalog of a service in this process: each read is a call of `answer`, without a
 * server and a connection.
 */
export function openLocalCatalog(
  answer: (request: Request) => Promise<Response>,
  accessToken: string,
): CatalogSource {
  const sender: Sender = {
    send: async (request) => toReply(await answer(toRequest(request))),
    // A service in this process answers the same again.
    wait: async () => undefined,
  };
  const token = { env: 'ACCESS_TOKEN' };
  const tokens = new AccessTokens(
    sender,
    { kind: 'token', accessToken: token },
    {
      expect: () => undefined,
      read: async () => new SecretValue(accessToken),
      bind: async (ref) => ({ ref, fingerprint: null }),
      fingerprint: () => {
        throw new Error('The catalog has no secret');
      },
    },
  );
  const client = new Client(sender, tokens, 'X-Service-Account');
  return {
    ...makeAccountReader(client),
    ...makeCatalogReader(client),
    ...makeTemplateReader(client),
  };
}

function toRequest({ line, target, headers, body }: HttpRequest): Request {
  return new Request(`${origin}${target}`, { method: line.method, headers, body });
}

async function toReply(response: Response): Promise<Awaited<ReturnType<Sender['send']>>> {
  const { headers, status } = response;
  return {
    kind: 'answer',
    status,
    text: await response.text(),
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
    location: headers.get('location'),
    totalPages: headers.get('total-pages'),
    retryAfterMs: null,
  };
}
