import { expect, it } from 'vitest';
import { quickstartWorldText } from '../../emulator/support/worlds.ts';
import { openMade, readStep, type } from '../../worlds/cases/made-cycle.ts';
import { acceptIn } from '../../worlds/features/accept-in.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import { listUnmanaged, toItemName } from '../../worlds/laws/member-edits.ts';
import { applyAll, editManifest, listReported } from '../../worlds/quickstart.ts';

const step = 'northwind/cycles/sync/steps/Get contact';
const connector = `${step}/connector`;

async function listChanged(fixture: TestFixture): Promise<readonly string[]> {
  return (await listUnmanaged(fixture)).map(toItemName);
}

it('is the same connector under another key of Git or another name', async () => {
  const fixture = await openMade();
  editManifest(fixture, 'northwind', { from: 'crm: {', to: 'sales: {renamedFrom: crm, ' });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(await listChanged(fixture)).toEqual([]);
  const { Id } = await type(fixture, 'POST /connectors/Sample CRM/2.0/install', {
    Name: 'Other',
  });
  await type(fixture, `PUT ${readStep(fixture).path}`, { AccountConnector: { Id } });
  const [change] = await listUnmanaged(fixture);
  expect(change).toMatchObject({
    before: { kind: 'plain', value: 'sales' },
    now: { kind: 'plain', value: '"Other"' },
  });
  const { refused, outcomes } = await acceptIn(fixture);
  expect({ refused, outcomes }).toMatchObject({
    refused: [],
    outcomes: [{ accepted: [{ path: 'steps/Get contact/connector' }], diagnostics: [] }],
  });
  expect(await listChanged(fixture)).toEqual([]);
  await type(fixture, `PUT /account/connectors/${Id}`, { Name: 'Another' });
  expect(await listChanged(fixture)).toEqual([]);
});

it('hides nothing else in a cycle that never started when a person binds a step', async () => {
  const fixture = await openMade();
  const { Id } = await type(fixture, 'POST /connectors/Sample CRM/2.0/install', {
    Name: 'Other',
  });
  const { path } = readStep(fixture);
  await type(fixture, `PUT ${path}`, { AccountConnector: { Id }, Description: 'typed' });
  expect((await listChanged(fixture)).toSorted()).toEqual([connector, `${step}/description`]);
});

it('compares each of several parameters of one name', async () => {
  const token = '- {name: apiToken, target: HttpHeader, sensitive: true}';
  const world = quickstartWorldText.replace(
    token,
    `${token}\n              - {name: list, target: HttpHeader}`,
  );
  const fixture = await openMade({ world });
  const { found } = readStep(fixture);
  const targets = found.method.parameters.filter(({ name }) => name === 'list');
  for (const { id } of targets) {
    const body = { MappingType: 'StaticValue', Value: `typed ${id}` };
    await type(fixture, `PUT /steps/${found.id}/parameters/${id}`, body);
  }
  const names = ['list#1', 'list#2'].map((name) => `${step}/parameters/${name}`);
  expect(await listChanged(fixture)).toEqual(names);
});

it('names the whole change to who accepts a part of it', async () => {
  const fixture = await openMade();
  const body = { DisplayName: 'mine', Value: 'typed' };
  await type(fixture, `POST ${readStep(fixture).cycle}/variables`, body);
  const list = 'northwind/cycles/sync/variables';
  const { refused } = await acceptIn(fixture, { addresses: [`${list}/mine`] });
  expect(refused).toMatchObject([
    { summary: `${list}/mine has no drift of its own: it is part of ${list}` },
  ]);
});

it('says of a visibility that nobody had set what it was', async () => {
  const fixture = await openMade();
  const { found } = readStep(fixture);
  const [target] = found.method.parameters;
  const path = `/steps/${found.id}/parameters/${target?.id}`;
  await type(fixture, `PUT ${path}`, { IsLaunchVisible: true });
  const item = (await listUnmanaged(fixture)).find((each) => each.path?.includes('launchVisible'));
  expect(item).toMatchObject({ before: { value: false }, now: { value: true } });
});
