import { expect, it } from 'vitest';
import { checkCredentials } from '../../../src/app/ports/check-credentials.ts';
import type { ServiceCredentials } from '../../../src/model/manifest/project.ts';
import { openFingerprintKey } from '../../../src/secrets/fingerprint-key.ts';
import { openSecrets } from '../../../src/secrets/open-secrets.ts';

/** What is said of signing in to prod on a machine with these variables and no files. */
async function check(
  token: ServiceCredentials,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const secrets = openSecrets({
    environment: new Map(Object.entries(variables)),
    files: {
      read: async () => ({ ok: false, problem: 'missing' }),
      readBytes: async () => ({ ok: false, problem: 'missing' }),
    },
    key: await openFingerprintKey({ kind: 'text', text: undefined }),
  });
  const service = {
    kind: 'remote',
    baseUrl: 'https://api.example.com',
    authUrl: null,
    accountHeader: 'X',
    contract: 'full',
    token,
  } as const;
  return checkCredentials({ name: 'prod', service }, secrets).then(
    () => 'fine',
    (error: Error & { remedy?: string }) => `${error.message}. ${error.remedy}`,
  );
}

const client: ServiceCredentials = {
  kind: 'client',
  clientId: { env: 'CID' },
  clientSecret: { file: 'secrets/client' },
};

it('names every credential that has no value here, and what to do', async () => {
  expect(await check(client, {})).toMatch(
    /sign in to the service of prod: \$CID is not set, secrets\/client does not exist\. Set it\. Create it\./,
  );
  expect(await check({ kind: 'token', accessToken: { env: 'TOKEN' } }, { TOKEN: '' })).toContain(
    '$TOKEN is not set. Set it.',
  );
});

it('speaks of several credentials as several', async () => {
  const both = { ...client, clientSecret: { env: 'SECRET' } };
  expect(await check(both, {})).toContain('Set them. They are the token of that environment');
});

it('has nothing to say where all are there', async () => {
  const both = { ...client, clientSecret: { env: 'SECRET' } };
  expect(await check(both, { CID: 'a', SECRET: 'b' })).toBe('fine');
  expect(await check({ ...both, clientId: 'a' }, { SECRET: 'b' })).toBe('fine');
});
