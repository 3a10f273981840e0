import { expect, it } from 'vitest';
import { loadAccount } from '../../../src/engine/load/load-account.ts';
import { formatSpec } from '../../support/values/check-account.ts';
import { makeFiles, readManifests } from '../../support/values/read-manifests.ts';

const project = [
  'apiVersion: cyclectl/v1',
  'kind: Project',
  'metadata: {name: sample}',
  'spec: {environments: {prod: {service: {emulator: {world: world.yaml}}}}}',
].join('\n');
const named = (name: string) =>
  formatSpec().replace('acme}', `${name}}`).replace('acme-1', `${name}-1`);
const texts = {
  'cyclectl.yaml': project,
  'accounts/all.yaml': [named('a'), named('b'), named('c')].join('---\n'),
};

async function walkTwice(later: Record<string, string>) {
  const { entries } = await readManifests(makeFiles(texts), { environment: 'prod' });
  const entry = entries[1];
  if (entry === undefined) throw new Error('the first walk found too little');
  return loadAccount(makeFiles({ ...texts, ...later }), entry);
}

it('finds the document of an account among others of its file', async () => {
  const { document, diagnostics } = await walkTwice({});
  expect(document?.written).toMatchObject({ metadata: { name: 'b' } });
  expect(diagnostics).toEqual([]);
});

it.each([
  ['moved', [named('b'), named('a')].join('---\n')],
  ['gone', named('a')],
])('says so when the document is %s since the first walk', async (_, text) => {
  const { document, diagnostics } = await walkTwice({ 'accounts/all.yaml': text });
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['file-changed']);
});
