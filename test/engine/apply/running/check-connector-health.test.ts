import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { codes } from '../../../../src/model/diagnostic/codes.ts';
import type { WrittenAccount } from '../../../../src/model/manifest/manifest.generated.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { everyRowWorld } from '../../../worlds/laws/every-row.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
} from '../../../worlds/quickstart.ts';

const dead = {
  connector: { name: 'Sample CRM' },
  auth: { apiKey: { env: 'KEY' } },
  checks: [{ method: 'List', safe: true as const }],
};
const { checks: _, ...alive } = dead;

function write(place: TestFixture, key: 'dead' | 'alive'): void {
  const manifest: WrittenAccount = {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: 'northwind' },
    spec: {
      id: 'northwind-8812',
      connectors: { dead, alive },
      cycles: {
        copy: {
          from: { template: 'Copy' },
          connectors: { 'Sample CRM': key },
          state: 'active',
          schedule: { every: '1h' },
        },
      },
    },
  };
  place.manifests.set(
    'accounts/northwind.yaml',
    stringify(manifest, { aliasDuplicateObjects: false }),
  );
}

it('starts a cycle that is bound away from a connector whose check fails, in that same apply', async () => {
  const place = await openFixture({
    world: everyRowWorld,
    manifests: {},
    secrets: { KEY: 'a-key-not-a-secret' },
  });
  const path = '/v1.0/account/connectors/*/methods/*/body';
  place.emulator.control.plantFaults([
    { method: 'POST', path, every: 1, do: 'status', status: 400 },
  ]);
  write(place, 'dead');
  const held = listReported(await applyAll(place)).map(({ code }) => code);
  expect(held.sort()).toEqual(['check-failed', 'held-by-check']);
  write(place, 'alive');
  expect(listReported(await applyAll(place))).toEqual([]);
  const [account] = place.emulator.control.dump().accounts;
  expect(account?.cycles.map(({ status }) => status)).toEqual(['Active']);
  expect(listLeft(await place.plan())).toEqual([]);
});

it('makes no further check once it is told to stop, and starts nothing', async () => {
  const place = await openQuickstart();
  const properties = ['properties: {region: eu}', 'port: "0022"}'];
  const methods = ['List changed contacts', 'List files'];
  for (const [index, from] of properties.entries()) {
    const to = `${from}\n      checks: [{method: ${methods[index]}, safe: true}]`;
    editManifest(place, 'northwind', { from, to });
  }
  const countCalls = () =>
    place.emulator.requests().filter(({ path }) => path.endsWith('/body')).length;
  const told = listReported(await applyAll(place, { isStopping: () => countCalls() > 0 }));
  expect(countCalls()).toBe(1);
  const stopped = told.find(({ code }) => code === 'interrupted');
  expect(stopped).toBeDefined();
  expect(stopped?.remedy ?? codes.interrupted.remedy).toContain('Run cyclectl resume to continue');
  const running = () =>
    place.emulator.control
      .dump()
      .accounts.find(({ id }) => id === 'northwind-8812')
      ?.cycles.filter(({ status }) => status === 'Active').length;
  expect(running()).toBe(0);
});
