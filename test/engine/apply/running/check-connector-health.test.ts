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

function write(fixture: TestFixture, key: 'dead' | 'alive'): void {
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
  fixture.manifests.set(
    'accounts/northwind.yaml',
    stringify(manifest, { aliasDuplicateObjects: false }),
  );
}

it('starts a cycle that is bound away from a connector whose check fails, in that same apply', async () => {
  const fixture = await openFixture({
    world: everyRowWorld,
    manifests: {},
    secrets: { KEY: 'a-key-not-a-secret' },
  });
  const path = '/v1.0/account/connectors/*/methods/*/body';
  fixture.emulator.control.plantFaults([
    { method: 'POST', path, every: 1, do: 'status', status: 400 },
  ]);
  write(fixture, 'dead');
  const held = listReported(await applyAll(fixture)).map(({ code }) => code);
  expect(held.sort()).toEqual(['check-failed', 'held-by-check']);
  write(fixture, 'alive');
  expect(listReported(await applyAll(fixture))).toEqual([]);
  const [account] = fixture.emulator.control.dump().accounts;
  expect(account?.cycles.map(({ status }) => status)).toEqual(['Active']);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('makes no further check and starts nothing after a stop', async () => {
  const fixture = await openQuickstart();
  const properties = ['properties: {region: eu}', 'port: "0022"}'];
  const methods = ['List changed contacts', 'List files'];
  for (const [index, from] of properties.entries()) {
    const to = `${from}\n      checks: [{method: ${methods[index]}, safe: true}]`;
    editManifest(fixture, 'northwind', { from, to });
  }
  const countCalls = () =>
    fixture.emulator.requests().filter(({ path }) => path.endsWith('/body')).length;
  const reported = listReported(await applyAll(fixture, { isStopping: () => countCalls() > 0 }));
  expect(countCalls()).toBe(1);
  const stopped = reported.find(({ code }) => code === 'interrupted');
  expect(stopped).toBeDefined();
  expect(stopped?.remedy ?? codes.interrupted.remedy).toContain('Run cyclectl resume to continue');
  const running = () =>
    fixture.emulator.control
      .dump()
      .accounts.find(({ id }) => id === 'northwind-8812')
      ?.cycles.filter(({ status }) => status === 'Active').length;
  expect(running()).toBe(0);
});
