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

function findCycle(place: TestFixture, name: string) {
  const found = readLive(place, 'northwind').cycles.find((cycle) => cycle.name === name);
  if (found === undefined) throw new Error(`The service has no ${name}`);
  return found;
}

describe('a pause window', () => {
  it('is not begun where the service does not say whether the cycle could start again', async () => {
    const place = await openQuickstart();
    await applyAll(place);
    editManifest(place, 'northwind', { from: 'region: emea', to: 'region: apac' });
    const planned = await place.plan();
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**/prerequisites', every: 1, do: 'status', status: 400 },
    ]);
    const since = place.emulator.requests().length;
    const told = listReported(await applyAll(place, { planned }));
    expect(told).toMatchObject([
      { code: 'request-failed', address: 'northwind/cycles/contacts-to-files' },
    ]);
    expect(listWrites(place, since)).toEqual([]);
    expect(findCycle(place, 'Contacts to files').status).toBe('Active');
  });
});

describe('a paused cycle that shall be active without a schedule', () => {
  it('is left as it is when nothing tells when to run it, and the rest of the account goes on', async () => {
    const place = await openQuickstart();
    await applyAll(place);
    const { id } = findCycle(place, 'Contacts to files');
    const path = `/v1.0/cycles/${id}/deactivate`;
    await consoleRequest(place.emulator, { method: 'PUT', path, account });
    place.loseStore();
    editManifest(place, 'northwind', { from: /\n {6}schedule: \{every: 15m.*\}/, to: '' });
    editManifest(place, 'northwind', { from: 'Northwind Traders', to: 'Northwind' });
    const { notices } = await planOne(place, 'northwind');
    expect(notices).toContainEqual(
      expect.objectContaining({
        kind: 'not-started',
        address: 'northwind/cycles/contacts-to-files',
      }),
    );
    expect(listReported(await applyAll(place))).toEqual([]);
    expect(readLive(place, 'northwind').name).toBe('Northwind');
    expect(findCycle(place, 'Contacts to files').status).toBe('Paused');
    expect(listLeft(await place.plan())).toEqual([]);
  });
});
