import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { quickstartWorld } from '../../../emulator/support/worlds.ts';
import {
  findDrift,
  ignore,
  itemsOf,
  openMoved,
  refusalsOf,
} from '../../../worlds/cases/moved-account.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  listReported,
  readLive,
} from '../../../worlds/quickstart.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const origin = `${mailer}/from/template` as Address;
const template = 'Contacts to Mailer';
const fields = 'steps/Add subscriber/fields';
const over = { today: '2028-01-01' };

const publish = (fixture: TestFixture, published: boolean) =>
  fixture.emulator.control.console({ publish: { template, published } });

const rename = (fixture: TestFixture, to: string) => {
  const { steps, variables } =
    quickstartWorld.templates?.find(({ name }) => name === template) ?? {};
  fixture.emulator.control.console({ promote: { template, name: to, steps, variables } });
};

const move = {
  'not published any more': (fixture: TestFixture) => publish(fixture, false),
  renamed: (fixture: TestFixture) => rename(fixture, 'Contacts to Mail'),
};

describe.each(Object.entries(move))('a template that is %s', (_, remove) => {
  it('is drift of its cycle that is ignored where a person says so, and the rest is planned and applied', async () => {
    const { fixture } = await openMoved();
    remove(fixture);
    const gone = { address: mailer, path: 'from/template', moved: 'live', impact: 'needs-human' };
    expect(await itemsOf(fixture)).toMatchObject([
      { path: 'timezone' },
      { ...gone, lost: { thing: 'template', name: template } },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([
      {
        code: 'template-unknown',
        detail: expect.stringContaining('at the last apply'),
      },
    ]);
    await ignore(fixture, origin);
    expect(await findDrift(fixture)).toMatchObject({
      items: [{ path: 'timezone' }],
      ignored: [{ address: mailer, path: 'from/template', until: '2027-12-31' }],
    });
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Status: pending' });
    const { changes, notices } = planOf(await fixture.plan(), 'northwind');
    expect(changes).toMatchObject([
      { address: 'northwind', verb: 'update' },
      { address: mailer, verb: 'update', fields: [{ path: `${fields}/Status` }] },
    ]);
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'ignored', address: mailer, path: 'from/template' }),
    );
    expect(listReported(await applyAll(fixture))).toEqual([]);
    expect(planOf(await fixture.plan(), 'northwind')).toMatchObject({
      operations: [],
      changes: [],
      hasNews: false,
    });
    expect(await findDrift(fixture)).toMatchObject({ items: [] });
  });

  it('is drift again when the day is over', async () => {
    const { fixture } = await openMoved();
    remove(fixture);
    await ignore(fixture, origin, 'northwind/timezone');
    const drift = await fixture.drift(over);
    expect(drift.find(({ account }) => account === 'northwind')).toMatchObject({
      items: [{ path: 'timezone' }, { address: mailer, path: 'from/template', moved: 'live' }],
      ignored: [],
    });
    const planned = await fixture.plan(over);
    expect(listReasons(planned)).toMatchObject([{ code: 'template-unknown' }]);
  });

  it('is not brought back by a revert', async () => {
    const { fixture } = await openMoved();
    remove(fixture);
    const planned = await fixture.plan({ revert: { addresses: [origin], isNew: true } });
    expect(planned).toMatchObject([
      { kind: 'unplanned', diagnostics: [{ code: 'revert-refused', address: origin }] },
    ]);
    const addresses = ['northwind/timezone' as Address];
    const rest = await fixture.plan({ revert: { addresses, isNew: true } });
    await fixture.apply({ revert: { addresses, isNew: false }, planned: rest });
    expect(readLive(fixture, 'northwind').timezone).toBe('Europe/Berlin');
  });
});

describe('a template that is not there while its cycle is gone as well', () => {
  it('keeps the account from being planned until it is said that the cycle is gone on purpose', async () => {
    const { fixture, find, stop, remove } = await openMoved();
    publish(fixture, false);
    await ignore(fixture, origin);
    await stop('Contacts to mailer');
    await remove(`/cycles/${find('Contacts to mailer')?.id}`);
    expect(await itemsOf(fixture)).toMatchObject([
      { path: 'timezone' },
      { address: mailer, path: null, kind: 'gone' },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([
      { code: 'template-unknown', address: mailer },
    ]);
    await ignore(fixture, mailer);
    expect(await itemsOf(fixture)).toMatchObject([{ path: 'timezone' }]);
    expect(planOf(await fixture.plan(), 'northwind').changes).toMatchObject([
      { address: 'northwind', verb: 'update' },
    ]);
  });
});

describe('a template that is there again', () => {
  it('counts from then on, whatever is ignored of it', async () => {
    const { fixture } = await openMoved();
    publish(fixture, false);
    await ignore(fixture, origin);
    publish(fixture, true);
    expect(await findDrift(fixture)).toMatchObject({ items: [{ path: 'timezone' }], ignored: [] });
    editManifest(fixture, 'northwind', {
      from: `{template: ${template}}`,
      to: '{template: CRM to CRM}',
    });
    editManifest(fixture, 'northwind', {
      from: / {6}steps:\n {8}Add subscriber:\n(?: {10}.*\n)+/,
      to: '',
    });
    const { changes } = planOf(await fixture.plan(), 'northwind');
    expect(changes).toContainEqual(expect.objectContaining({ address: mailer, verb: 'replace' }));
  });
});

describe('a name of a template that was never there', () => {
  it('is a mistake in Git, which nothing that is ignored hides', async () => {
    const { fixture } = await openMoved();
    publish(fixture, false);
    await ignore(fixture, origin);
    publish(fixture, true);
    editManifest(fixture, 'northwind', {
      from: `{template: ${template}}`,
      to: '{template: Contact Mailer}',
    });
    expect(await itemsOf(fixture)).toMatchObject([{ path: 'timezone' }]);
    expect(await refusalsOf(fixture)).toMatchObject([
      { code: 'template-unknown', remedy: expect.stringContaining(`"${template}"`) },
    ]);
  });
});
