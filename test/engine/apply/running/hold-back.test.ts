import { describe, expect, it } from 'vitest';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  openQuickstart,
  planOne,
  readLive,
} from '../../../worlds/quickstart.ts';

const account = 'northwind-8812';

function findCycle(fixture: TestFixture, name: string) {
  const found = readLive(fixture, 'northwind').cycles.find((cycle) => cycle.name === name);
  if (found === undefined) throw new Error(`The service has no ${name}`);
  return found;
}

describe('a pause window', () => {
  it('is not started if the service does not say that the cycle could start again', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
    const planned = await fixture.plan();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**/prerequisites', every: 1, do: 'status', status: 400 },
    ]);
    const since = fixture.emulator.requests().length;
    const reported = listReported(await applyAll(fixture, { planned }));
    expect(reported).toMatchObject([
      { code: 'request-failed', address: 'northwind/cycles/contacts-to-files' },
    ]);
    expect(listWrites(fixture, since)).toEqual([]);
    expect(findCycle(fixture, 'Contacts to files').status).toBe('Active');
  });
});

describe('a paused cycle that must be active without a schedule', () => {
  it('is left unchanged without a schedule, and the rest of the account continues', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    const { id } = findCycle(fixture, 'Contacts to files');
    const path = `/v1.0/cycles/${id}/deactivate`;
    await consoleRequest(fixture.emulator, { method: 'PUT', path, account });
    fixture.loseStore();
    editManifest(fixture, 'northwind', { from: /\n {6}schedule: \{every: 15m.*\}/, to: '' });
    editManifest(fixture, 'northwind', { from: 'Northwind Traders', to: 'Northwind' });
    const { notices } = await planOne(fixture, 'northwind');
    expect(notices).toContainEqual(
      expect.objectContaining({
        kind: 'not-started',
        address: 'northwind/cycles/contacts-to-files',
      }),
    );
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(readLive(fixture, 'northwind').name).toBe('Northwind');
    expect(findCycle(fixture, 'Contacts to files').status).toBe('Paused');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
