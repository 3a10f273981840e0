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

async function listManualActions(fixture: TestFixture, key: string): Promise<string[]> {
  const { notices } = await planOne(fixture, key);
  return notices.flatMap((notice) =>
    notice.kind === 'by-hand' ? [`${notice.address} ${notice.path}`] : [],
  );
}

describe('law 1', () => {
  it('converges: what is applied leaves nothing to do and no drift, and its cycles run', async () => {
    const fixture = await openRunning();
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(
      (await fixture.drift()).flatMap((each) => (each.kind === 'read' ? each.items : [])),
    ).toEqual([]);
    expect(findCycle(fixture, 'Contacts to Files').status).toBe('Active');
    // A person has to sign the mailer in.
    expect(findCycle(fixture, 'Contacts to Mailer').status).toBe('Paused');
  });

  it('converges where a person does what it cannot do, and starts the cycle then', async () => {
    const fixture = await openDocumented({ serves: 'full' });
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(await listManualActions(fixture, 'contoso')).toEqual([
      'contoso/connectors/warehouse properties/rootFolder',
      'contoso/connectors/warehouse properties/ClientSecret',
      'contoso/cycles/orders-in displayName',
      'contoso/cycles/orders-in tags',
      'contoso/cycles/orders-in state',
    ]);
    const [cycle] = readLive(fixture, 'contoso').cycles;
    const person = (await signIn(fixture.emulator)).inside(quickstartIds.contoso);
    await put(person, `/cycles/${cycle?.id}`, { Name: 'Orders in', Tags: ['orders', 'eu'] });
    const { operations } = await planOne(fixture, 'contoso');
    expect(operations.map(({ action }) => action.kind)).toEqual(['activate-cycle']);
    await applyAll(fixture);
    expect(readLive(fixture, 'contoso').cycles[0]?.status).toBe('Active');
    expect(listLeft(await fixture.plan())).toEqual([]);
  });

  it('leaves to a person what changes in Git and cannot be written, without an operation', async () => {
    const fixture = await openRunning();
    editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: 'Asia/Tokyo' });
    editManifest(fixture, 'northwind', { from: 'crm:\n', to: 'crm:\n      description: ours\n' });
    expect(await listManualActions(fixture, 'northwind')).toEqual([
      'northwind timezone',
      'northwind/connectors/crm description',
    ]);
    expect(listLeft(await fixture.plan())).toEqual([]);
  });
});

describe('law 3', () => {
  it('writes nothing while it plans and looks for drift', async () => {
    const fixture = await openRunning();
    const [since, before] = [fixture.emulator.requests().length, fixture.emulator.control.dump()];
    await fixture.plan();
    await fixture.drift();
    expect(listWrites(fixture, since)).toEqual([]);
    expect(fixture.emulator.control.dump()).toEqual(before);
  });
});

describe('law 4', () => {
  it('refuses a plan when the manifest or what can be read has changed since', async () => {
    const fixture = await openRunning({ serves: 'full' });
    editManifest(fixture, 'contoso', { from: 'EUR', to: 'USD' });
    editManifest(fixture, 'contoso', { from: 'state: active', to: 'state: paused' });
    const cycle = readLive(fixture, 'contoso').cycles[0];
    const person = (await signIn(fixture.emulator)).inside(quickstartIds.contoso);
    await put(person, `/cycles/${cycle?.id}/deactivate`, {});
    const planned = await fixture.plan();
    await put(person, `/cycles/${cycle?.id}`, { Name: 'renamed' });
    const since = fixture.emulator.requests().length;
    expect(listReported(await applyAll(fixture, { planned })).map(({ code }) => code)).toEqual([
      'plan-stale',
    ]);
    expect(listWrites(fixture, since)).toEqual([]);
  });
});

describe('law 5', () => {
  it('deletes nothing: it names what a person may delete, and keeps its state entry', async () => {
    const fixture = await openRunning();
    editManifest(fixture, 'northwind', { from: / {4}contacts-to-mailer:[\s\S]*$/, to: '' });
    editManifest(fixture, 'northwind', { from: / {4}mailer:\n[\s\S]*? {2}cycles/, to: '  cycles' });
    const { notices, changes } = await planOne(fixture, 'northwind');
    expect(changes).toEqual([]);
    expect(
      notices.flatMap((each) => (each.kind === 'delete-by-hand' ? [each.address] : [])),
    ).toEqual(['northwind/cycles/contacts-to-mailer', 'northwind/connectors/mailer']);
    await applyAll(fixture);
    expect(listWrites(fixture).filter((write) => write.startsWith('DELETE'))).toEqual([]);
    expect((await planOne(fixture, 'northwind')).notices.length).toBe(notices.length);
  });
});

describe('law 6', () => {
  it('concludes nothing from a read that fails, each in turn', async () => {
    const fixture = await openRunning();
    const since = fixture.emulator.requests().length;
    await fixture.plan();
    const reads = new Set(
      fixture.emulator
        .requests()
        .slice(since)
        .map(({ path }) => path),
    );
    expect(reads.size).toBeGreaterThan(8);
    for (const path of reads) {
      for (const status of [500, 401]) {
        fixture.emulator.control.plantFaults([{ method: 'GET', path, do: 'status', status }]);
        const at = fixture.emulator.requests().length;
        const planned = await fixture.plan();
        const unread = planned.filter((each) => each.kind === 'unplanned' && each.isUnread);
        expect(unread.length, `${status} on ${path}`).toBeGreaterThan(0);
        expect(listWrites(fixture, at)).toEqual([]);
      }
    }
    fixture.emulator.control.plantFaults([]);
  });

  it('takes no refused token for an account that is not there', async () => {
    const fixture = await openDocumented();
    fixture.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/**', do: 'status', status: 401 },
    ]);
    expect(await listCodes(fixture)).toEqual(['unread', 'unread']);
    fixture.emulator.control.plantFaults([]);
  });
});

describe('law 7', () => {
  it('keeps secrets out of plans, drift, outcomes and the store, also where they are left to a person', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cyclectl-documented-'));
    const fixture = await openDocumented({ storeFile: join(folder, 'store.db') });
    const said = [
      await fixture.plan(),
      await applyAll(fixture),
      await fixture.plan(),
      await fixture.drift(),
    ];
    const files = await readdir(folder);
    const kept = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const all = [JSON.stringify(said), ...kept].join('\n');
    for (const canary of Object.values(quickstartSecrets)) {
      expect(all).not.toContain(canary);
      expect(all).not.toContain(JSON.stringify(canary).slice(1, -1));
      expect(all).not.toContain(Buffer.from(`sync:${canary}`).toString('base64'));
    }
    await fixture.close();
    await rm(folder, { recursive: true });
  });
});

describe('law 14', () => {
  it('reports what others change of a cycle that no line manages', async () => {
    const fixture = await openDocumented({ serves: 'full' });
    await applyAll(fixture);
    const cycle = readLive(fixture, 'northwind').cycles.find(({ name }) => name.includes('Mailer'));
    const person = (await signIn(fixture.emulator)).inside(quickstartIds.northwind);
    await put(person, `/cycles/${cycle?.id}`, { Description: 'by hand', StepErrorAction: 'Retry' });
    const items = (await fixture.drift()).flatMap((each) =>
      each.kind === 'read' ? each.items.filter(({ kind }) => kind === 'unmanaged') : [],
    );
    expect(items.map(({ path, unmanaged }) => [path, unmanaged?.response])).toEqual([
      ['description', 'report'],
      ['errorAction', 'fail'],
    ]);
  });
});
