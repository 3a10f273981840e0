import type { WorldOauth2 } from '../../world/file/world.ts';
import type { Release } from '../catalog/catalog.ts';
import type { InstalledRow } from '../connectors/installed-row.ts';

/** Credentials of the service for an authorization server, and its addresses. */
export interface OauthClient {
  readonly authoriseUrl: string;
  readonly accessTokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
}

/** OAuth client of a connector; the sample server supplies what the world omits. */
export function makeOauthClient(connector: string, written: WorldOauth2 = {}): OauthClient {
  return {
    authoriseUrl: written.authoriseUrl ?? 'app:sign-in/authorize',
    accessTokenUrl: written.accessTokenUrl ?? 'app:sign-in/token',
    clientId: written.clientId ?? `client of ${connector}`,
    clientSecret: written.clientSecret ?? `not-a-secret of ${connector}`,
    scope: written.scope ?? null,
  };
}

/**
 * OAuth client of an installed connector: from the catalog, or from its properties ClientId and
 * ClientSecret (SERVICE D [D]).
 */
export function readOauthClient(release: Release, installed: InstalledRow): OauthClient {
  const client = makeOauthClient(release.name, release.api?.oauth2);
  const own = (name: string) => installed.properties.find((each) => each.name === name)?.value;
  return {
    ...client,
    clientId: own('ClientId') || client.clientId,
    clientSecret: own('ClientSecret') || client.clientSecret,
  };
}
