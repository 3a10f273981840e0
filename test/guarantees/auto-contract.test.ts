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
    const fixture = await openQuickstart({ contract: 'auto' });
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/templates', do: 'status', status: 500 },
    ]);
    expect(await listCodes(fixture)).toEqual(['unread', 'unread']);
    fixture.emulator.control.plantFaults([]);
  });
});

describe('a write that the service does not have', () => {
  it.each([405, 501])('is reported when it answers %i, and stops nothing else', async (status) => {
    const fixture = await openQuickstart({ contract: 'auto' });
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    editManifest(fixture, 'northwind', { from: 'option: Customers', to: 'option: Leads' });
    editManifest(fixture, 'contoso', { from: 'rootFolder: /orders', to: 'rootFolder: /sent' });
    fixture.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/accounts/*', do: 'status', status },
      { method: 'PUT', path: '/v1.0/cycles/*/deactivate', do: 'status', status },
    ]);
    const before = readLive(fixture, 'northwind');
    const reported = listReported(await applyAll(fixture));
    expect(reported.map(({ code }) => code)).toEqual(['not-offered', 'not-offered']);
    expect(readLive(fixture, 'northwind')).toEqual(before);
    const warehouse = readLive(fixture, 'contoso').connectors.find(({ name }) => name !== 'app');
    expect(warehouse?.properties.map(({ value }) => value)).toContain('/sent');
    fixture.emulator.control.plantFaults([]);
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});
