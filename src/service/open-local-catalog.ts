import type { CatalogSource } from '../model/live/saved-catalog.ts';
import { SecretValue } from '../model/secret/secret.ts';
import type { Sender } from '../wire/http.ts';
import { makeAccountReader } from './accounts.ts';
import { makeCatalogReader } from './catalog.ts';
import { Client } from './http/client.ts';
import { AccessTokens } from './http/token.ts';
import { makeTemplateReader } from './templates.ts';

/** Answers a GET in this process. */
type Answerer = (target: string, headers: Readonly<Record<string, string>>) => Promise<LocalAnswer>;

/** Names of headers are in lower case. */
type LocalAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/**
 * Opens the catalog of a service in this process: each read is a call of `answer`, without a
 * server and a connection.
 */
export function openLocalCatalog(answer: Answerer, accessToken: string): CatalogSource {
  const sender: Sender = {
    send: async ({ target, headers }) => toReply(await answer(target, headers)),
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

function toReply({ status, headers, text }: LocalAnswer): Awaited<ReturnType<Sender['send']>> {
  return {
    kind: 'answer',
    status,
    text,
    contentType: headers['content-type'] ?? null,
    contentEncoding: headers['content-encoding'] ?? null,
    location: headers.location ?? null,
    totalPages: headers['total-pages'] ?? null,
    retryAfterMs: null,
  };
}
