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

async function findStatus(fixture: TestFixture): Promise<CycleStatus | undefined> {
  const { run } = await fixture.open();
  const now = fixture.emulator.control.advance('0s');
  for await (const account of runStatus({ ...run, now })) {
    const cycles = account.kind === 'read' ? account.cycles : [];
    const found = cycles.find((cycle) => cycle.address === address);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The quickstart, applied, with a cycle that an apply of ours has stopped and a hand has started every 8 hours. */
async function openStarted(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  setState(fixture, 'active', 'paused');
  await applyAll(fixture);
  const { id } = readFiles(fixture);
  await consoleRequest(fixture.emulator, {
    method: 'PUT',
    path: `/v1.0/cycles/${id}/activate`,
    account: quickstartIds.northwind,
    body: { Interval: 480 },
  });
  return fixture;
}

function readFiles(fixture: TestFixture) {
  const { cycles } = readLive(fixture, 'northwind');
  const found = cycles.find(
    ({ name, status }) =>
      name.toLowerCase() === 'contacts to files' && status !== 'DeleteScheduled',
  );
  if (found === undefined) throw new Error('The cycle is gone.');
  return found;
}

function setState(fixture: TestFixture, from: string, to: string): void {
  const name = 'displayName: Contacts to files\n      state:';
  editManifest(fixture, 'northwind', { from: `${name} ${from}`, to: `${name} ${to}` });
}

it('is not known of a cycle that we stopped and others have started', async () => {
  const fixture = await openStarted();
  const status = await findStatus(fixture);
  expect(status).toMatchObject({ state: 'Active', wants: 'paused', ...notKnown });
  if (status === undefined) return;
  const text = formatCycleStatus(status, { account: 'northwind', place: {}, width: 80 }).replaceAll(
    /\s+/g,
    ' ',
  );
  expect(text).toContain('Active, Git wants it paused; schedule unknown: not shown');
});

it('is unknown for a cycle that a user created under the name of ours', async () => {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const account = quickstartIds.northwind;
  const call = (method: string, path: string, body?: object) =>
    consoleRequest(fixture.emulator, { method, path: `/v1.0${path}`, account, body });
  const { id } = readFiles(fixture);
  const { templates } = fixture.emulator.control.dump();
  const template = templates.find(({ name }) => name === 'Contacts to Files');
  await call('PUT', `/cycles/${id}/deactivate`);
  await call('DELETE', `/cycles/${id}`);
  await call('POST', `/templates/${template?.id}/install`, {});
  await call('PUT', `/cycles/${readFiles(fixture).id}`, { Name: 'Contacts to files' });
  await call('PUT', `/cycles/${readFiles(fixture).id}/activate`, { Interval: 480 });
  expect(await findStatus(fixture)).toMatchObject({ state: 'Active', ...notKnown });
});

it('is not known either once an apply has taken that it runs, and is known when we have sent it', async () => {
  const fixture = await openStarted();
  setState(fixture, 'paused', 'active');
  await applyAll(fixture);
  expect(await findStatus(fixture)).toMatchObject({
    state: 'Active',
    wants: 'active',
    ...notKnown,
  });
  const planned = await fixture.plan({ rewrite: true });
  await applyAll(fixture, { planned, rewrite: true });
  expect(await findStatus(fixture)).toMatchObject({
    schedule: { from: 'sent', schedule: { kind: 'every', every: '15m' } },
  });
});
