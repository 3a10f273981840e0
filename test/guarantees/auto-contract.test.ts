import { describe, expect, it } from 'vitest';
import { applyAll, listLeft, openQuickstart } from '../worlds/quickstart.ts';
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
