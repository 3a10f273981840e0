import { expect, it } from 'vitest';
import type { World, WorldStep } from '../../../src/emulator/world/file/world.ts';
import { put, signIn } from '../../emulator/support/start-emulator.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { openFixture, type TestFixture } from '../../worlds/fixture.ts';
import { listItemNames } from '../../worlds/laws/member-edits.ts';
import { applyAll, listLeft, listReported } from '../../worlds/quickstart.ts';

const steps: readonly WorldStep[] = [
  { name: 'Sync', connector: 'Sample CRM', method: 'List' },
  { name: 'Sync', connector: 'Sample CRM#2', method: 'List' },
  { name: 'Sync', connector: 'Sample Files', method: 'List' },
];

const world: World = {
  seed: 5,
  connectors: ['Sample CRM', 'Sample Files'].map((name) => ({
    name,
    authentication: [{ name: 'API key', type: 'ApiKey' }],
    releases: [{ version: '1.0', methods: [{ name: 'List', responseFields: ['Id'] }] }],
  })),
  templates: [{ name: 'Copy', steps }],
};

const manifest = `apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind}
spec:
  id: northwind-8812
  connectors:
    first: {connector: {name: Sample CRM}, auth: {apiKey: {env: KEY}}}
    second: {connector: {name: Sample CRM}, auth: {apiKey: {env: KEY}}}
    files: {connector: {name: Sample Files}, auth: {apiKey: {env: KEY}}}
    archive: {connector: {name: Sample Files}, auth: {apiKey: {env: KEY}}}
  cycles:
    copy:
      from: {template: Copy}
      state: paused
      connectors: {Sample CRM: first, "Sample CRM#2": second, Sample Files: files}
`;

async function openWithNewRelease(): Promise<TestFixture> {
  const fixture = await openFixture({
    world,
    manifests: { 'accounts/northwind.yaml': manifest },
    secrets: { KEY: 'key-not-a-secret' },
  });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  const [first] = steps;
  fixture.emulator.control.console({ promote: { template: 'Copy', steps: [first, ...steps] } });
  return fixture;
}

async function listDrift(fixture: TestFixture): Promise<readonly string[]> {
  return (await fixture.drift()).flatMap((each) =>
    each.kind === 'read' ? each.items.flatMap(listItemNames) : ['not read'],
  );
}

it('finds no change of slots where a template alone got another step of the same name', async () => {
  const fixture = await openWithNewRelease();
  expect(await listDrift(fixture)).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('still finds who changed the connector of a step by hand', async () => {
  const fixture = await openWithNewRelease();
  const account = findDumped(fixture.emulator, 'northwind-8812');
  const caller = (await signIn(fixture.emulator)).inside('northwind-8812');
  const find = (name: string) => account?.connectors.find((each) => each.name === name)?.id;
  const [cycle] = account?.cycles ?? [];
  const bind = (nth: number, name: string) =>
    put(caller, `/cycles/${cycle?.id}/steps/${cycle?.steps[nth]?.id}`, {
      AccountConnector: { Id: find(name) },
    });
  expect((await bind(1, 'first')).status).toBe(200);
  expect((await bind(2, 'archive')).status).toBe(200);
  expect((await listDrift(fixture)).toSorted()).toEqual([
    'northwind/cycles/copy/connectors/Sample Files',
    'northwind/cycles/copy/steps/Sync#2/connector',
  ]);
});
