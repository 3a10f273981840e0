import type { ConsentClient } from '../model/ports.ts';
import { SecretValue } from '../model/secret/secret.ts';
import { readText } from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';
import { openReturnPage } from './http/open-return-page.ts';

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
