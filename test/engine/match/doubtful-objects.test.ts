import { expect, it } from 'vitest';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import { installTemplate, put } from '../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { adoptAllIn } from '../../worlds/features/adopt-in.ts';
import { mergeIn } from '../../worlds/features/merge-in.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  listWrites,
  openQuickstart,
  readLive,
} from '../../worlds/quickstart.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const timezone = { address: 'northwind', path: 'timezone', kind: 'field', moved: 'live' };

/** The quickstart, applied; a hand has moved the time zone of northwind, and can do more inside of it. */
async function openMoved() {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  const account = readLive(fixture, 'northwind');
  const { caller } = await openConsoleUser(fixture.emulator);
  const own = caller.inside(account.id);
  await put(caller, `/accounts/${account.id}`, { Timezone: 'Asia/Tokyo' });
  const found = account.cycles.find(({ name }) => name === 'Contacts to mailer');
  const remove = () => own.call('DELETE', `/v1.0/cycles/${found?.id}`);
  const copy = async (body: object) => {
    const { Id } = await installTemplate(own, 'Contacts to Mailer');
    await put(own, `/cycles/${Id}`, body);
    return Id;
  };
  return { fixture, found, remove, copy };
}

async function readDrift(fixture: TestFixture): Promise<DriftAccount & { readonly kind: 'read' }> {
  const found = (await fixture.drift()).find(({ account }) => account === 'northwind');
  if (found?.kind !== 'read') throw new Error(JSON.stringify(found?.diagnostics));
  return found;
}

async function readRefusals(fixture: TestFixture) {
  return listReasons(await fixture.plan(), 'northwind');
}

it('says of a cycle of ours that it is gone, and compares the rest, where one beside it makes a create doubtful', async () => {
  const { fixture, remove, copy } = await openMoved();
  await remove();
  const left = await copy({});
  const { items, notices } = await readDrift(fixture);
  expect(items).toMatchObject([timezone, { address: mailer, kind: 'gone', moved: 'live' }]);
  expect(notices).toContainEqual({
    kind: 'unclear',
    address: mailer,
    why: expect.stringContaining(left),
  });
  expect(await readRefusals(fixture)).toMatchObject([{ code: 'ambiguous', address: mailer }]);
});

it('compares the rest of an account without state, and reports the ambiguous entry', async () => {
  const { fixture, found, copy } = await openMoved();
  fixture.loseStore();
  const twin = await copy({ Name: 'Contacts to mailer', Tags: found?.tags });
  const { items, notices } = await readDrift(fixture);
  expect(items).toMatchObject([{ ...timezone, moved: 'unknown' }]);
  expect(notices).toContainEqual({
    kind: 'unclear',
    address: mailer,
    why: expect.stringContaining(twin),
  });
});

it('binds, adopts and writes nothing of an ambiguous cycle, and what it may be stays', async () => {
  const { fixture, found, copy } = await openMoved();
  fixture.loseStore();
  await copy({ Name: 'Contacts to mailer', Tags: found?.tags });
  const since = fixture.emulator.requests().length;
  const { adoptions } = await adoptAllIn(fixture);
  expect(adoptions.find(({ account }) => account === 'northwind')).toMatchObject({
    kind: 'found',
    diagnostics: [{ code: 'ambiguous', address: mailer }],
  });
  expect(await mergeIn(fixture, 'accounts/northwind.yaml')).toMatchObject({
    kind: 'left',
    diagnostics: [{ code: 'ambiguous', address: mailer }],
  });
  await fixture.apply();
  // The rest of the account is applied: its time zone.
  expect(listWrites(fixture, since)).toEqual(['PUT /v1.0/accounts/northwind-8812']);
});

it('compares an account of which an entry is renamed from one that is bound too, and plans neither', async () => {
  const { fixture } = await openMoved();
  editManifest(fixture, 'northwind', {
    from: / {4}contacts-to-mailer:\n/,
    to: '    contacts-to-mailer:\n      renamedFrom: contacts-to-files\n',
  });
  editManifest(fixture, 'northwind', {
    from: / {4}contacts-to-files:[\s\S]*(?= {4}contacts-to-mailer)/,
    to: '',
  });
  expect((await readDrift(fixture)).items).toMatchObject([timezone]);
  expect(await readRefusals(fixture)).toMatchObject([
    { code: 'renamed-onto', address: mailer },
    { code: 'renamed-onto', address: 'northwind/cycles/contacts-to-files' },
  ]);
});

it('says that a cycle is gone though its template cannot be read, and plans nothing of its account', async () => {
  const { fixture, remove } = await openMoved();
  await remove();
  const path = '/v1.0/templates/*/export';
  fixture.emulator.control.plantFaults([
    { method: 'GET', path, every: 1, do: 'status', status: 500 },
  ]);
  expect((await readDrift(fixture)).items).toMatchObject([
    timezone,
    { address: mailer, kind: 'gone' },
  ]);
  const planned = (await fixture.plan()).filter(({ kind }) => kind === 'unplanned');
  expect(planned).toMatchObject([
    {
      account: 'northwind',
      kind: 'unplanned',
      isUnread: true,
      diagnostics: [{ code: 'template-unread', address: mailer }],
    },
  ]);
  fixture.emulator.control.plantFaults([]);
  expect(await readRefusals(fixture)).toEqual([]);
});
