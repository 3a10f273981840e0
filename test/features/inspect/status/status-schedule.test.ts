import { expect, it } from 'vitest';
import { formatCycleStatus } from '../../../../src/features/inspect/status/format-cycle-status.ts';
import { runStatus } from '../../../../src/features/inspect/status/run-status.ts';
import type { CycleStatus } from '../../../../src/model/report/status.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  openQuickstart,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

// A cycle that others have started runs on a schedule of theirs, whatever we sent to it before.

const address = 'northwind/cycles/contacts-to-files';
const notKnown = { schedule: { from: 'nowhere' }, next: { kind: 'unknown' } };

async function findStatus(place: TestFixture): Promise<CycleStatus | undefined> {
  const { run } = await place.open();
  const now = place.emulator.control.advance('0s');
  for await (const account of runStatus({ ...run, now })) {
    const cycles = account.kind === 'read' ? account.cycles : [];
    const found = cycles.find((cycle) => cycle.address === address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The quickstart, applied, with a cycle that an apply of ours has stopped and a hand has started every 8 hours. */
async function openStarted(): Promise<TestFixture> {
  const place = await openQuickstart();
  await applyAll(place);
  setState(place, 'active', 'paused');
  await applyAll(place);
  const { id } = readFiles(place);
  await consoleRequest(place.emulator, {
    method: 'PUT',
    path: `/v1.0/cycles/${id}/activate`,
    account: quickstartIds.northwind,
    body: { Interval: 480 },
  });
  return place;
}

function readFiles(place: TestFixture) {
  const { cycles } = readLive(place, 'northwind');
  const found = cycles.find(
    ({ name, status }) =>
      name.toLowerCase() === 'contacts to files' && status !== 'DeleteScheduled',
  );
  if (found === undefined) throw new Error('The cycle is gone.');
  return found;
}

function setState(place: TestFixture, from: string, to: string): void {
  const name = 'displayName: Contacts to files\n      state:';
  editManifest(place, 'northwind', { from: `${name} ${from}`, to: `${name} ${to}` });
}

it('is not known of a cycle that we stopped and others have started', async () => {
  const place = await openStarted();
  const status = await findStatus(place);
  expect(status).toMatchObject({ state: 'Active', wants: 'paused', ...notKnown });
  if (status === undefined) return;
  const text = formatCycleStatus(status, 'northwind').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Active, Git wants it paused; schedule unknown: not shown');
});

it('is not known of a cycle that a hand has made under the name of ours', async () => {
  const place = await openQuickstart();
  await applyAll(place);
  const account = quickstartIds.northwind;
  const call = (method: string, path: string, body?: object) =>
    consoleRequest(place.emulator, { method, path: `/v1.0${path}`, account, body });
  const { id } = readFiles(place);
  const { templates } = place.emulator.control.dump();
  const template = templates.find(({ name }) => name === 'Contacts to Files');
  await call('PUT', `/cycles/${id}/deactivate`);
  await call('DELETE', `/cycles/${id}`);
  await call('POST', `/templates/${template?.id}/install`, {});
  await call('PUT', `/cycles/${readFiles(place).id}`, { Name: 'Contacts to files' });
  await call('PUT', `/cycles/${readFiles(place).id}/activate`, { Interval: 480 });
  expect(await findStatus(place)).toMatchObject({ state: 'Active', ...notKnown });
});

it('is not known either once an apply has taken that it runs, and is known when we have sent it', async () => {
  const place = await openStarted();
  setState(place, 'paused', 'active');
  await applyAll(place);
  expect(await findStatus(place)).toMatchObject({ state: 'Active', wants: 'active', ...notKnown });
  const planned = await place.plan({ rewrite: true });
  await applyAll(place, { planned, rewrite: true });
  expect(await findStatus(place)).toMatchObject({
    schedule: { from: 'sent', schedule: { kind: 'every', every: '15m' } },
  });
});
