import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldTable } from '../../../src/model/fields/fields.ts';
import { checkAccount } from '../../support/values/check-account.ts';
import { makeFiles, makeSecrets, readManifests } from '../../support/values/read-manifests.ts';
import { arbitraryAccount, formatManifestText, listReachedRows, poolSecrets } from './manifests.ts';
import { quickstartPool } from './pool.ts';

const accounts = arbitraryAccount(quickstartPool, { key: 'acme', id: 'acme-1' });
const project = [
  'apiVersion: cyclectl/v1',
  'kind: Project',
  'metadata: {name: sample}',
  'spec: {environments: {prod: {service: {emulator: {world: world.yaml}}}}}',
].join('\n');
const secrets = makeSecrets(
  Object.fromEntries(Object.entries(poolSecrets).map(([name, value]) => [`$${name}`, value])),
);

async function resolve(text: string) {
  const files = makeFiles({ 'cyclectl.yaml': project, 'accounts/acme.yaml': text });
  return (await readManifests(files, { environment: 'prod', secrets })).accounts[0];
}

it('makes manifests that load and validate take', () => {
  fc.assert(
    fc.property(accounts, (account) => {
      expect(checkAccount(formatManifestText(account))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('resolves each manifest the same way twice, and shows no secret on the way', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const text = formatManifestText(account);
      const [first, second] = [await resolve(text), await resolve(text)];
      expect(first).toEqual(second);
      const written = JSON.stringify(first, (_, value: unknown) =>
        value instanceof Map ? [...value] : value,
      );
      for (const value of Object.values(poolSecrets)) expect(written).not.toContain(value);
    }),
    { numRuns: 60 },
  );
});

it('reaches every row of the field table that a manifest has as a field, twenty times or more', async () => {
  const reached = new Map<string, number>();
  for (const account of fc.sample(accounts, { numRuns: 300, seed: 2026 })) {
    const desired = await resolve(formatManifestText(account));
    if (desired === undefined) continue;
    for (const row of listReachedRows(desired)) reached.set(row, (reached.get(row) ?? 0) + 1);
  }
  const structural = /^(?:connector\/|from\/|customCategories\/|protect|ids?$)/;
  const rows = fieldTable
    .filter(({ path }) => !structural.test(path))
    .map(({ kind, path }) => `${kind} ${path}`);
  const rare = rows.filter((row) => (reached.get(row) ?? 0) < 20);
  expect(rare).toEqual([]);
});
