import { describe, expect, it } from 'vitest';
import { planOf, type TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

const mailerCycle = / {4}contacts-to-mailer:[\s\S]*$/;
const protectCycle = {
  from: '    contacts-to-mailer:\n',
  to: '    contacts-to-mailer:\n      protect: true\n',
};

async function noticesOf(place: TestFixture) {
  const { notices, operations } = planOf(await place.plan(), 'northwind');
  expect(operations).toEqual([]);
  return notices.filter(({ kind }) => kind === 'protection');
}

async function refusalOf(place: TestFixture): Promise<string> {
  const planned = (await place.plan()).find(({ kind }) => kind === 'unplanned');
  return planned?.kind === 'unplanned'
    ? planned.diagnostics.map(({ code, summary }) => `${code}: ${summary}`).join('\n')
    : 'planned';
}

describe('what is protected', () => {
  it('is recorded without a request, and is not deleted by the commit that removes its entry with the flag', async () => {
    const place = await openQuickstart();
    await applyAll(place);
    const since = place.emulator.requests().length;
    editManifest(place, 'northwind', protectCycle);
    expect(await noticesOf(place)).toEqual([
      { kind: 'protection', address: 'northwind/cycles/contacts-to-mailer', isProtected: true },
    ]);
    await applyAll(place);
    expect(listLeft(await place.plan())).toEqual([]);
    expect(listWrites(place, since)).toEqual([]);

    const before = place.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(place, 'northwind', { from: mailerCycle, to: '' });
    expect(await refusalOf(place)).toContain(
      'protected: northwind/cycles/contacts-to-mailer is gone from the manifest but protected',
    );
    const outcomes = await place.apply({ allowDeletes: 0 });
    expect(outcomes.map(({ account }) => account)).toEqual([]);
    expect(listWrites(place, since)).toEqual([]);

    place.manifests.set(
      'accounts/northwind.yaml',
      before.replace('protect: true', 'protect: false'),
    );
    expect(await noticesOf(place)).toMatchObject([{ isProtected: false }]);
    await applyAll(place);
    editManifest(place, 'northwind', { from: mailerCycle, to: '' });
    await applyAll(place);
    expect(listWrites(place, since).length).toBe(1);
    const { cycles } = readLive(place, 'northwind');
    expect(cycles.map(({ status }) => status).sort()).toEqual(['Active', 'DeleteScheduled']);
  });

  it('is so from its making on, connectors too, and the others of a map that is emptied go with none of them', async () => {
    const place = await openQuickstart();
    editManifest(place, 'northwind', {
      from: '    files:\n',
      to: '    files:\n      protect: true\n',
    });
    await applyAll(place);
    expect(await noticesOf(place)).toEqual([]);
    const since = place.emulator.requests().length;
    editManifest(place, 'northwind', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    expect(await refusalOf(place)).toContain('northwind/connectors/files');
    await place.apply({ allowDeletes: 0 });
    expect(listWrites(place, since)).toEqual([]);
  });

  it('is forgotten with the store, and again remembered with the next apply', async () => {
    const place = await openQuickstart();
    editManifest(place, 'northwind', protectCycle);
    await applyAll(place);
    place.loseStore();
    await applyAll(place);
    editManifest(place, 'northwind', { from: mailerCycle, to: '' });
    expect(await refusalOf(place)).toContain('protected');
  });
});
