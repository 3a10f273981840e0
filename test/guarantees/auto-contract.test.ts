import { describe, expect, it } from 'vitest';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';
import { listCodes, openDocumented } from './open-documented.ts';

describe('the contract auto', () => {
  it('plans a service that offers all as the contract full does, for three requests more', async () => {
    const [full, auto] = [await openQuickstart(), await openQuickstart({ contract: 'auto' })];
    expect(await auto.plan()).toEqual(await full.plan());
    expect(auto.requestCount()).toBe(full.requestCount() + 3);
    await applyAll(auto);
    expect(listLeft(await auto.plan())).toEqual([]);
  });

  it('plans a service that offers what is documented as that contract does', async () => {
    const [documented, auto] = [await openDocumented(), await openDocumented({ contract: 'auto' })];
    expect(await auto.plan()).toEqual(await documented.plan());
    await applyAll(auto);
    expect(listLeft(await auto.plan())).toEqual([]);
  });

  it('takes nothing for missing where a list only fails', async () => {
    const place = await openQuickstart({ contract: 'auto' });
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/templates', do: 'status', status: 500 },
    ]);
    expect(await listCodes(place)).toEqual(['unread', 'unread']);
    place.emulator.control.plantFaults([]);
  });
});

describe('a write that the service does not have', () => {
  it.each([405, 501])('is told when it answers %i, and stops nothing else', async (status) => {
    const place = await openQuickstart({ contract: 'auto' });
    await applyAll(place);
    editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    editManifest(place, 'northwind', { from: 'option: Customers', to: 'option: Leads' });
    editManifest(place, 'contoso', { from: 'rootFolder: /orders', to: 'rootFolder: /sent' });
    place.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/accounts/*', do: 'status', status },
      { method: 'PUT', path: '/v1.0/cycles/*/deactivate', do: 'status', status },
    ]);
    const before = readLive(place, 'northwind');
    const told = listReported(await applyAll(place));
    expect(told.map(({ code }) => code)).toEqual(['not-offered', 'not-offered']);
    expect(readLive(place, 'northwind')).toEqual(before);
    const warehouse = readLive(place, 'contoso').connectors.find(({ name }) => name !== 'app');
    expect(warehouse?.properties.map(({ value }) => value)).toContain('/sent');
    place.emulator.control.plantFaults([]);
    await applyAll(place);
    expect(listLeft(await place.plan())).toEqual([]);
  });
});
