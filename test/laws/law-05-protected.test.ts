import { describe, expect, it } from 'vitest';
import { planOf, type TestFixture } from '../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listReasons,
  listWrites,
  openQuickstart,
  readLive,
} from '../worlds/quickstart.ts';

const mailerCycle = / {4}contacts-to-mailer:[\s\S]*$/;
const protectCycle = {
  from: '    contacts-to-mailer:\n',
  to: '    contacts-to-mailer:\n      protect: true\n',
};

async function noticesOf(fixture: TestFixture) {
  const { notices, operations } = planOf(await fixture.plan(), 'northwind');
  expect(operations).toEqual([]);
  return notices.filter(({ kind }) => kind === 'protection');
}

async function refusalOf(fixture: TestFixture): Promise<string> {
  const reasons = listReasons(await fixture.plan());
  return reasons.map(({ code, summary }) => `${code}: ${summary}`).join('\n') || 'planned';
}

describe('what is protected', () => {
  it('is recorded without a request, and is not deleted by the commit that removes its entry with the flag', async () => {
    const fixture = await openQuickstart();
    await applyAll(fixture);
    const since = fixture.emulator.requests().length;
    editManifest(fixture, 'northwind', protectCycle);
    expect(await noticesOf(fixture)).toEqual([
      { kind: 'protection', address: 'northwind/cycles/contacts-to-mailer', isProtected: true },
    ]);
    await applyAll(fixture);
    expect(listLeft(await fixture.plan())).toEqual([]);
    expect(listWrites(fixture, since)).toEqual([]);

    const before = fixture.manifests.get('accounts/northwind.yaml') ?? '';
    editManifest(fixture, 'northwind', { from: mailerCycle, to: '' });
    expect(await refusalOf(fixture)).toContain(
      'protected: northwind/cycles/contacts-to-mailer is gone from the manifest but protected',
    );
    const outcomes = await fixture.apply({ allowDeletes: 0 });
    expect(outcomes.map(({ account }) => account)).toEqual([]);
    expect(listWrites(fixture, since)).toEqual([]);

    fixture.manifests.set(
      'accounts/northwind.yaml',
      before.replace('protect: true', 'protect: false'),
    );
    expect(await noticesOf(fixture)).toMatchObject([{ isProtected: false }]);
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: mailerCycle, to: '' });
    await applyAll(fixture);
    expect(listWrites(fixture, since).length).toBe(1);
    const { cycles } = readLive(fixture, 'northwind');
    expect(cycles.map(({ status }) => status).sort()).toEqual(['Active', 'DeleteScheduled']);
  });

  it('is so from its making on, connectors too, and the others of a map that is emptied go without it', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', {
      from: '    files:\n',
      to: '    files:\n      protect: true\n',
    });
    await applyAll(fixture);
    expect(await noticesOf(fixture)).toEqual([]);
    const since = fixture.emulator.requests().length;
    editManifest(fixture, 'northwind', {
      from: /connectors:[\s\S]*$/,
      to: 'connectors: {}\n  cycles: {}',
    });
    expect(await refusalOf(fixture)).toContain('northwind/connectors/files');
    await fixture.apply({ allowDeletes: 4 });
    const deletes = listWrites(fixture, since).filter((write) => write.startsWith('DELETE'));
    expect(deletes).toHaveLength(4);
    expect(readLive(fixture, 'northwind').connectors.map(({ name }) => name)).toEqual(['files']);
  });

  it('is lost with the store, and recorded again with the next apply', async () => {
    const fixture = await openQuickstart();
    editManifest(fixture, 'northwind', protectCycle);
    await applyAll(fixture);
    fixture.loseStore();
    await applyAll(fixture);
    editManifest(fixture, 'northwind', { from: mailerCycle, to: '' });
    expect(await refusalOf(fixture)).toContain('protected');
  });
});
