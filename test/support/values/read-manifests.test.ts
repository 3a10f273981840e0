import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openFolder } from '../../../src/kit/files/folder.ts';
import { makeSecrets, readManifests } from './read-manifests.ts';

const sample = openFolder(fileURLToPath(new URL('manifests', import.meta.url)));

it('takes the sample project from its folder to desired accounts', async () => {
  const { project, accounts, diagnostics } = await readManifests(sample, {
    environment: 'prod',
    secrets: makeSecrets({ $NORTHWIND_CRM_KEY: 'not-a-secret' }),
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(project?.environments.get('local')).toMatchObject({
    service: {
      kind: 'emulator',
      worldFile: 'world.yaml',
      dataDirectory: '.cyclectl/local/service',
    },
    store: { kind: 'sqlite', file: '.cyclectl/local/store.db' },
    limits: { concurrency: 8, requestTimeoutMs: 30_000 },
    protect: { maxDeletes: 0, maxChangedPercent: 30 },
  });
  expect(accounts.map(({ key, id }) => `${key} ${id}`)).toEqual([
    'contoso 0b5f3c9e-1c2d-4e5f-8a9b-001122334455',
    'fabrikam fabrikam.example',
    'northwind northwind-8812',
  ]);
});

it('leaves out an account that the environment does not have', async () => {
  const { accounts } = await readManifests(sample, { environment: 'local' });
  expect(accounts.map(({ key }) => key)).toEqual(['fabrikam', 'northwind']);
});
