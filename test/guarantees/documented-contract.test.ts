import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, signIn } from '../emulator/support/start-emulator.ts';
import type { TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReported,
  listWrites,
  planOne,
  quickstartIds,
  quickstartSecrets,
  readLive,
} from '../worlds/quickstart.ts';
import { findCycle, listCodes, openDocumented, openRunning } from './open-documented.ts';

// The laws on a service that offers what its specification names and no more: no reads of accounts and
// installed connectors, no list of templates, no pause, no update, no delete.

async function listByHand(place: TestFixture, key: string): Promise<string[]> {
  const { notices } = await planOne(place, key);
  return notices.flatMap((notice) =>
    notice.kind === 'by-hand' ? [`${notice.address} ${notice.path}`] : [],
  );
}

describe('law 1', () => {
  it('converges: what is applied leaves nothing to do and no drift, and its cycles run', async () => {
    const place = await openRunning();
    expect(listLeft(await place.plan())).toEqual([]);
    expect(
      (await place.drift()).flatMap((each) => (each.kind === 'read' ? each.items : [])),
    ).toEqual([]);
    expect(findCycle(place, 'Contacts to Files').status).toBe('Active');
    // A person has to sign the mailer in.
    expect(findCycle(place, 'Contacts to Mailer').status).toBe('Paused');
  });

  it('converges where a person does what it cannot do, and starts the cycle then', async () => {
    const place = await openDocumented({ serves: 'full' });
    await applyAll(place);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(await listByHand(place, 'contoso')).toEqual([
      'contoso/connectors/warehouse properties/rootFolder',
      'contoso/connectors/warehouse properties/ClientSecret',
      'contoso/cycles/orders-in displayName',
      'contoso/cycles/orders-in tags',
      'contoso/cycles/orders-in state',
    ]);
    const [cycle] = readLive(place, 'contoso').cycles;
    const person = (await signIn(place.emulator)).inside(quickstartIds.contoso);
    await put(person, `/cycles/${cycle?.id}`, { Name: 'Orders in', Tags: ['orders', 'eu'] });
    const { operations } = await planOne(place, 'contoso');
    expect(operations.map(({ action }) => action.kind)).toEqual(['activate-cycle']);
    await applyAll(place);
    expect(readLive(place, 'contoso').cycles[0]?.status).toBe('Active');
    expect(listLeft(await place.plan())).toEqual([]);
  });

  it('leaves to a person what changes in Git and cannot be written, without an operation', async () => {
    const place = await openRunning();
    editManifest(place, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    editManifest(place, 'northwind', { from: 'crm:\n', to: 'crm:\n      description: ours\n' });
    expect(await listByHand(place, 'northwind')).toEqual([
      'northwind timezone',
      'northwind/connectors/crm description',
    ]);
    expect(listLeft(await place.plan())).toEqual([]);
  });
});

describe('law 3', () => {
  it('writes nothing while it plans and looks for drift', async () => {
    const place = await openRunning();
    const [since, before] = [place.emulator.requests().length, place.emulator.control.dump()];
    await place.plan();
    await place.drift();
    expect(listWrites(place, since)).toEqual([]);
    expect(place.emulator.control.dump()).toEqual(before);
  });
});

describe('law 4', () => {
  it('refuses a plan when the manifest or what can be read has changed since', async () => {
    const place = await openRunning({ serves: 'full' });
    editManifest(place, 'contoso', { from: 'EUR', to: 'USD' });
    editManifest(place, 'contoso', { from: 'state: active', to: 'state: paused' });
    const cycle = readLive(place, 'contoso').cycles[0];
    const person = (await signIn(place.emulator)).inside(quickstartIds.contoso);
    await put(person, `/cycles/${cycle?.id}/deactivate`, {});
    const planned = await place.plan();
    await put(person, `/cycles/${cycle?.id}`, { Name: 'renamed' });
    const since = place.emulator.requests().length;
    expect(listReported(await applyAll(place, { planned })).map(({ code }) => code)).toEqual([
      'plan-stale',
    ]);
    expect(listWrites(place, since)).toEqual([]);
  });
});

describe('law 5', () => {
  it('deletes nothing: it names what a person may delete, and keeps its state entry', async () => {
    const place = await openRunning();
    editManifest(place, 'northwind', { from: / {4}contacts-to-mailer:[\s\S]*$/, to: '' });
    editManifest(place, 'northwind', { from: / {4}mailer:\n[\s\S]*? {2}cycles/, to: '  cycles' });
    const { notices, changes } = await planOne(place, 'northwind');
    expect(changes).toEqual([]);
    expect(
      notices.flatMap((each) => (each.kind === 'delete-by-hand' ? [each.address] : [])),
    ).toEqual(['northwind/cycles/contacts-to-mailer', 'northwind/connectors/mailer']);
    await applyAll(place);
    expect(listWrites(place).filter((write) => write.startsWith('DELETE'))).toEqual([]);
    expect((await planOne(place, 'northwind')).notices.length).toBe(notices.length);
  });
});

describe('law 6', () => {
  it('concludes nothing from a read that fails, each in turn', async () => {
    const place = await openRunning();
    const since = place.emulator.requests().length;
    await place.plan();
    const reads = new Set(
      place.emulator
        .requests()
        .slice(since)
        .map(({ path }) => path),
    );
    expect(reads.size).toBeGreaterThan(8);
    for (const path of reads) {
      for (const status of [500, 401]) {
        place.emulator.control.plantFaults([{ method: 'GET', path, do: 'status', status }]);
        const at = place.emulator.requests().length;
        const planned = await place.plan();
        const unread = planned.filter((each) => each.kind === 'unplanned' && each.isUnread);
        expect(unread.length, `${status} on ${path}`).toBeGreaterThan(0);
        expect(listWrites(place, at)).toEqual([]);
      }
    }
    place.emulator.control.plantFaults([]);
  });

  it('takes no refused token for an account that is not there', async () => {
    const place = await openDocumented();
    place.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**', do: 'status', status: 401 },
    ]);
    expect(await listCodes(place)).toEqual(['unread', 'unread']);
    place.emulator.control.plantFaults([]);
  });
});

describe('law 7', () => {
  it('keeps secrets out of plans, drift, outcomes and the store, also where they are left to a person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cyclectl-documented-'));
    const place = await openDocumented({ storeFile: join(folder, 'store.db') });
    const said = [
      await place.plan(),
      await applyAll(place),
      await place.plan(),
      await place.drift(),
    ];
    const files = await readdir(folder);
    const kept = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const all = [JSON.stringify(said), ...kept].join('\n');
    for (const canary of Object.values(quickstartSecrets)) {
      expect(all).not.toContain(canary);
      expect(all).not.toContain(JSON.stringify(canary).slice(1, -1));
      expect(all).not.toContain(Buffer.from(`sync:${canary}`).toString('base64'));
    }
    await place.close();
    await rm(folder, { recursive: true });
  });
});
