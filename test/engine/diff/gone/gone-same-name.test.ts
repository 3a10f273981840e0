import { expect, it } from 'vitest';
import { type Address, toFieldPath } from '../../../../src/model/address.ts';
import { formatDrift } from '../../../../src/reports/blocks/objects/format-drift.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { adoptDriftIn } from '../../../worlds/features/adopt-drift-in.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReported,
  openQuickstart,
  readLive,
} from '../../../worlds/quickstart.ts';

// An object of ours that is gone is gone, whatever else has its name: what was sent to it was not sent to the other.

const files = 'northwind/connectors/files' as Address;

/** The quickstart, applied; its connector files was deleted by hand with what used it, and installed once more. */
async function openReinstalled() {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const { id: account, cycles } = readLive(fixture, 'northwind');
  const call = (method: string, path: string, body?: object) =>
    consoleRequest(fixture.emulator, { method, path: `/v1.0${path}`, account, body });
  for (const { id, status } of cycles) {
    if (status === 'Active') await call('PUT', `/cycles/${id}/deactivate`);
    await call('DELETE', `/cycles/${id}`);
  }
  const before = findFiles(fixture);
  await call('DELETE', `/account/connectors/${before.id}`);
  const body = { Name: 'files', AuthValue: 'canary-other' };
  await call('POST', `/connectors/${before.connectorId}/install`, body);
  return { fixture, before: String(before.id), now: String(findFiles(fixture).id) };
}

function findFiles(fixture: TestFixture) {
  const { connectors } = readLive(fixture, 'northwind');
  const found = connectors.find(({ name }) => name === 'files');
  if (found === undefined) throw new Error('The connector is gone.');
  return found;
}

async function findItems(fixture: TestFixture) {
  const found = (await fixture.drift()).find(({ account }) => account === 'northwind');
  if (found?.kind !== 'read') throw new Error(JSON.stringify(found?.diagnostics));
  return found.items.filter(({ address }) => address === files);
}

it('is drift of the object, beside what differs of the one that has its name', async () => {
  const { fixture, before, now } = await openReinstalled();
  const items = await findItems(fixture);
  expect(items).toMatchObject([
    {
      path: null,
      kind: 'gone',
      moved: 'live',
      before: { kind: 'plain', value: before },
      now: { kind: 'plain', value: now },
    },
    { path: 'properties/rootFolder', moved: 'unknown' },
    { path: 'properties/port', moved: 'unknown' },
  ]);
  expect(items.slice(0, 1).map(formatDrift)).toEqual([
    `"${before}" is gone; "${now}" has its name, and the next apply binds that one`,
  ]);
  expect(planOf(await fixture.plan(), 'northwind').changes).toContainEqual(
    expect.objectContaining({
      verb: 'adopt',
      remoteId: now,
      reasons: [`${before}, which cyclectl managed under this name, is gone`],
    }),
  );
});

it('leaves nothing of what was sent to it with the other, where an apply binds and writes that', async () => {
  const { fixture, now } = await openReinstalled();
  expect(listReported(await applyAll(fixture))).toEqual([]);
  const { objects } = await fixture.store.readState('northwind');
  const record = objects.get(files);
  expect(record?.remoteId).toBe(now);
  expect(record?.applied[toFieldPath('properties', 'rootFolder')]?.origin).toBe('sent');
  expect(record?.applied[toFieldPath('auth')]).toMatchObject({ written: null, origin: 'assumed' });
  expect(await findItems(fixture)).toEqual([]);
  const reported = { kind: 'never-verified', address: files, path: 'auth', what: 'secret' };
  expect(planOf(await fixture.plan(), 'northwind').notices).toContainEqual(reported);
});

it('is left so for a time where a person says so, and the one that has its name stays unbound', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const { id: account, cycles } = readLive(fixture, 'northwind');
  const call = (method: string, path: string, body?: object) =>
    consoleRequest(fixture.emulator, { method, path: `/v1.0${path}`, account, body });
  const before = cycles.find(({ name }) => name === 'Contacts to files');
  await call('PUT', `/cycles/${before?.id}/deactivate`);
  await call('DELETE', `/cycles/${before?.id}`);
  await call('POST', `/templates/${before?.templateId}/install`, {});
  const now = readLive(fixture, 'northwind').cycles.find(
    ({ name }) => name === 'Contacts to Files',
  );
  await call('PUT', `/cycles/${now?.id}`, { Name: 'Contacts to files' });
  const address = 'northwind/cycles/contacts-to-files';
  const listMoved = async () =>
    (await fixture.drift()).flatMap((each) => ('items' in each ? each.items : []));
  const gone = { address, kind: 'gone', now: { kind: 'plain', value: now?.id } };
  expect((await listMoved())[0]).toMatchObject(gone);
  editManifest(fixture, 'northwind', {
    from: '  connectors:',
    to: `  ignore: {cycles/contacts-to-files: {until: "2027-12-31", reason: it is looked at}}
  connectors:`,
  });
  expect(await listMoved()).toEqual([]);
  expect(listReported(await applyAll(fixture))).toEqual([]);
  const { objects } = await fixture.store.readState('northwind');
  expect(objects.get(address as Address)?.remoteId).toBe(before?.id);
});

it('is taken over into Git by no adoption, which leaves what Git says until the address of the field is given', async () => {
  const { fixture } = await openReinstalled();
  const asked = await adoptDriftIn(fixture);
  expect(asked.values).toEqual([]);
  expect(asked.diagnostics).toContainEqual(
    expect.objectContaining({
      code: 'value-of-both',
      address: `${files}/properties/rootFolder`,
      summary: expect.stringContaining('which no apply has written to the live object'),
    }),
  );
  const named = await adoptDriftIn(fixture, `${files}/properties/rootFolder`);
  expect(named.values).toMatchObject([{ address: `${files}/properties/rootFolder` }]);
});
