import { expect, it } from 'vitest';
import { adopted, head } from '../../../worlds/cases/adopted-cycle.ts';
import { readStep, type } from '../../../worlds/cases/made-cycle.ts';
import { openFixture, type TestFixture } from '../../../worlds/fixture.ts';
import { listUnmanaged } from '../../../worlds/laws/member-edits.ts';
import {
  applyAll,
  editManifest,
  listReported,
  quickstartSecrets,
} from '../../../worlds/quickstart.ts';

const slots = 'connectors: {Sample CRM: crm}';
const steps = ['List changed contacts', 'Get contact'];

async function openSlotted(): Promise<TestFixture> {
  const origin = `{from: {template: ${adopted.template}}, ${slots}, state: paused}`;
  const manifest = `${head}  cycles:\n    sync: ${origin}\n`;
  const manifests = { [adopted.file]: manifest };
  const fixture = await openFixture({ manifests, secrets: quickstartSecrets });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  return fixture;
}

async function edit(fixture: TestFixture, from: string, to: string): Promise<void> {
  editManifest(fixture, 'northwind', { from, to });
  expect(listReported(await applyAll(fixture))).toEqual([]);
}

async function bind(fixture: TestFixture, name: string): Promise<void> {
  const { Id } = await type(fixture, 'POST /connectors/Sample CRM/2.0/install', { Name: name });
  for (const step of steps)
    await type(fixture, `PUT ${readStep(fixture, step).path}`, { AccountConnector: { Id } });
}

it('compares the steps of a released slot with what a person bound before Git said the same', async () => {
  const fixture = await openSlotted();
  await bind(fixture, 'other');
  const other = 'other: {connector: {name: Sample CRM, version: "2.0"}}';
  editManifest(fixture, 'northwind', { from: slots, to: 'connectors: {Sample CRM: other}' });
  await edit(fixture, '    crm: {', `    ${other}\n    crm: {`);
  await edit(fixture, 'connectors: {Sample CRM: other}, ', '');
  expect(await listUnmanaged(fixture)).toEqual([]);
});

it('reports who binds a step of a slot that Git released', async () => {
  const fixture = await openSlotted();
  await edit(fixture, `${slots}, `, '');
  expect(await listUnmanaged(fixture)).toEqual([]);
  await bind(fixture, 'other');
  const change = {
    before: { kind: 'plain', value: 'crm' },
    now: { kind: 'plain', value: '"other"' },
  };
  const changes = steps.map((step) => ({ ...change, path: `steps/${step}/connector` }));
  expect(await listUnmanaged(fixture)).toMatchObject(changes);
});
