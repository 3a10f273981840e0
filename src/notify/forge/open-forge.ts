import type { Timer } from '../../kit/tasks/timer.ts';
import type { Forge } from '../../model/report/forge.ts';
import type { SecretValue } from '../../model/secret/secret.ts';
import { Http } from '../../wire/http.ts';
import type { ProxyEnvironment } from '../../wire/read-proxies.ts';
import { ForgeClient } from './forge-client.ts';
import { openGitHub } from './github.ts';
import { openGitLab } from './gitlab.ts';

/** Location and kind of a repository. */
export type ForgePlace = {
  readonly kind: 'github' | 'gitlab';
  /** Address of the API. */
  readonly address: string;
  /** `owner/name` for GitHub, id or path for GitLab. */
  readonly repository: string;
  readonly token: SecretValue;
};

/** Opens a client of a forge; sends nothing before the first question. */
export function openForge(
  { kind, address, repository, token }: ForgePlace,
  ways: { readonly environment: ProxyEnvironment; readonly timer?: Timer },
): Forge {
  const { origin, pathname } = new URL(address);
  const http = new Http({
    ...ways,
    baseUrl: origin,
    concurrency: 1,
    requestsPerSecond: 5,
    requestTimeoutMs: 30_000,
  });
  const way = { http, token, root: pathname.replace(/\/+$/, '') };
  const forge =
    kind === 'github'
      ? openGitHub(new ForgeClient({ ...way, headers: toGitHubHeaders }), repository)
      : openGitLab(new ForgeClient({ ...way, headers: toGitLabHeaders }), repository);
  return { ...forge, close: () => http.close() };
}

function toGitHubHeaders(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' };
}

function toGitLabHeaders(token: string): Record<string, string> {
  return { 'private-token': token };
}
