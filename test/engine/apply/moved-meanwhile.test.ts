import { describe, expect, it } from 'vitest';
import { put } from '../../emulator/support/start-emulator.ts';
import { applyRoughly } from '../../faults/rough-apply.ts';
import type { PortCall } from '../../faults/tap-ports.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../worlds/quickstart.ts';

// Somebody works in the console while an account with several objects is applied.

/** A quickstart of one account that is applied, with an edit of the account, of a connector and of a cycle. */
async function openEdited(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  fixture.manifests.delete('accounts/contoso.yaml');
  await applyAll(fixture);
  editManifest(fixture, 'northwind', { from: 'timezone: Europe/Berlin', to: 'timezone: UTC' });
  editManifest(fixture, 'northwind', { from: 'rootFolder: /contacts', to: 'rootFolder: /in' });
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  return fixture;
}

/** Applies while a hand puts something right before a call of a port; gives what was sent of ours. */
async function applyBeside(
  fixture: TestFixture,
  isIt: (call: PortCall) => boolean,
  edit: { readonly path: string; readonly body?: unknown },
) {
  const person = (await openConsoleUser(fixture.emulator)).caller.inside(quickstartIds.northwind);
  const since = fixture.emulator.requests().length;
  let isDone = false;
  const outcomes = await applyRoughly(fixture, {
    tap: async (call, go) => {
      if (!isDone && isIt(call)) {
        isDone = true;
        expect((await put(person, edit.path, edit.body)).status).toBe(200);
      }
      return go();
    },
  });
  expect(isDone, 'the hand came').toBe(true);
  if (outcomes === null) throw new Error('The apply of the test died.');
  return {
    outcomes,
    reported: listReported(outcomes),
    results: outcomes.flatMap((each) =>
      each.outcomes.map(({ operation, result }) => `${operation.address} ${result}`),
    ),
    writes: listWrites(fixture, since).filter((write) => !write.endsWith(edit.path)),
  };
}

const cycleOf = (fixture: TestFixture, named = 'Contacts to files') => {
  const cycle = readLive(fixture, 'northwind').cycles.find(({ name }) => name === named);
  if (cycle === undefined) throw new Error('The service has no such cycle.');
  return cycle;
};
const filesOf = (fixture: TestFixture) => {
  const found = readLive(fixture, 'northwind').connectors.find(({ name }) => name === 'files');
  const property = found?.properties.find(({ name }) => name === 'rootFolder');
  if (found === undefined || property === undefined) throw new Error('There is no such property.');
  return { ...found, property };
};

const afterFirstWrite = ({ name }: PortCall) => name === 'updateAccount';

describe('a change outside Git after the observation and before the write', () => {
  it('is a field of a connector that the plan writes: it is reported with before and after, and not written', async () => {
    const fixture = await openEdited();
    const { id, property } = filesOf(fixture);
    const path = `/account/connectors/${id}/properties/${property.id}`;
    const edit = { path, body: { Value: '/by-hand' } };
    const { reported, results } = await applyBeside(fixture, afterFirstWrite, edit);
    expect(reported).toMatchObject([
      {
        code: 'moved-meanwhile',
        address: 'northwind/connectors/files',
        moves: [
          {
            path: 'properties/rootFolder',
            was: { kind: 'plain', value: '/contacts' },
            is: { kind: 'plain', value: '/by-hand' },
          },
        ],
      },
    ]);
    // The others go on.
    expect(new Set(results.slice(2))).toEqual(new Set(['northwind/cycles/contacts-to-files done']));
    expect(filesOf(fixture).property.value).toBe('/by-hand');
    expect(readLive(fixture, 'northwind').timezone).toBe('UTC');
    expect(cycleOf(fixture).status).toBe('Active');
  }, 60_000);

  it('is the run state of a cycle: nothing of it is written, and it is not started', async () => {
    const fixture = await openEdited();
    const path = `/cycles/${cycleOf(fixture).id}/deactivate`;
    const { reported, writes } = await applyBeside(fixture, afterFirstWrite, { path });
    expect(reported).toMatchObject([
      {
        code: 'moved-meanwhile',
        moves: [{ path: null, was: { kind: 'active' }, is: { kind: 'resting' } }],
      },
    ]);
    expect(writes.filter((write) => write.includes('/cycles/'))).toEqual([]);
    expect(cycleOf(fixture).status).not.toBe('Active');
  }, 60_000);

  it('is a field that the plan does not write and would have to by now', async () => {
    const fixture = await openEdited();
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    const { id } = cycleOf(fixture, 'Contacts to mailer');
    const edit = { path: `/cycles/${id}`, body: { Name: 'By hand' } };
    const { reported, writes } = await applyBeside(fixture, afterFirstWrite, edit);
    expect(reported).toMatchObject([
      { code: 'moved-meanwhile', moves: [{ path: 'displayName', is: { value: 'By hand' } }] },
    ]);
    expect(writes.filter((write) => write.includes(`/cycles/${id}`))).toEqual([]);
  }, 60_000);

  it('is detected up to the last read before the first write of the object', async () => {
    const fixture = await openEdited();
    const { id, property } = filesOf(fixture);
    const path = `/account/connectors/${id}/properties/${property.id}`;
    const isLastLook = ({ name }: PortCall) => name === 'readConnector';
    const { reported } = await applyBeside(fixture, isLastLook, { path, body: { Value: '/late' } });
    expect(reported).toMatchObject([{ code: 'moved-meanwhile' }]);
    expect(filesOf(fixture).property.value).toBe('/late');
  }, 60_000);
});

it('costs no more reads where an account has one object to write, and a few for each further one', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const count = async (edits: readonly (readonly [from: string, to: string])[]) => {
    for (const [from, to] of edits) editManifest(fixture, 'northwind', { from, to });
    const planned = await fixture.plan();
    const since = fixture.emulator.requests().length;
    await applyAll(fixture, { planned });
    return fixture.emulator.requests().slice(since).length;
  };
  const one = await count([['timezone: Europe/Berlin', 'timezone: UTC']]);
  const connector = await count([['rootFolder: /contacts', 'rootFolder: /in']]);
  const both = await count([
    ['timezone: UTC', 'timezone: Asia/Kolkata'],
    ['rootFolder: /in', 'rootFolder: /out'],
  ]);
  // A property is looked up before it is written, by itself.
  expect(connector - one).toBe(1);
  // A write of the account, and the second look at the account and its connectors.
  expect(both - connector).toBe(1 + 2);
}, 60_000);

it('reports no change for a value that is only now known as a secret', async () => {
  const fixture = await openQuickstart();
  const edit = (from: string, to: string) => editManifest(fixture, 'northwind', { from, to });
  const name = 'Contact.Name: {step: Get contact, field: Name}';
  edit(name, 'Contact.Name: subscribed');
  await applyAll(fixture);
  // Of what nobody remembers any more, what stands in the place of a secret counts as one.
  fixture.loseStore();
  fixture.secrets.set('NAME', 'name-not-a-secret');
  edit('Contact.Name: subscribed', 'Contact.Name: {env: NAME}');
  edit('region: emea', 'region: apac');
  edit('Status: subscribed', 'Status: pending');
  expect(listReported(await applyAll(fixture))).toEqual([]);
  expect(listLeft(await fixture.plan())).toEqual([]);
});
