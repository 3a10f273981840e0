import { expect, it } from 'vitest';
import { formatSpec } from '../../support/values/check-account.ts';
import { makeFiles, readManifests } from '../../support/values/read-manifests.ts';

const project = (folders: string) =>
  [
    'apiVersion: cyclectl/v1',
    'kind: Project',
    'metadata: {name: sample}',
    'spec:',
    `  ${folders}`,
    '  environments: {prod: {service: {emulator: {world: world.yaml}}}}',
  ].join('\n');

const read = (texts: Record<string, string>) =>
  readManifests(makeFiles(texts), { environment: 'prod' });

it('reads the folders that the project names, each file once', async () => {
  const { entries, diagnostics } = await read({
    'cyclectl.yaml': project('manifests: [customers, customers/eu]'),
    'customers/eu/acme.yaml': formatSpec(),
    'accounts/other.yaml': 'not: read\n',
  });
  expect(diagnostics).toEqual([]);
  expect(entries.map(({ file }) => file)).toEqual(['customers/eu/acme.yaml']);
});

it('reports a folder that is not there, at the line that names it', async () => {
  const { diagnostics } = await read({ 'cyclectl.yaml': project('manifests: [customers]') });
  expect(diagnostics).toMatchObject([{ code: 'folder-missing', at: { line: 5, column: 15 } }]);
});

it('reports a missing accounts folder where none is named', async () => {
  const { diagnostics } = await read({ 'cyclectl.yaml': project('defaultEnvironment: prod') });
  expect(diagnostics).toMatchObject([
    {
      code: 'folder-missing',
      summary: expect.stringContaining('accounts'),
      at: { line: 4, column: 1 },
    },
  ]);
});
