import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import {
  findDrift,
  ignore,
  itemsOf,
  openMoved,
  refusalsOf,
} from '../../../worlds/cases/moved-account.ts';
import { adoptDriftIn } from '../../../worlds/features/adopt-drift-in.ts';
import { mergeIn } from '../../../worlds/features/merge-in.ts';
import { planOf } from '../../../worlds/fixture.ts';
import { editManifest, listReasons, readLive } from '../../../worlds/quickstart.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const files = 'northwind/cycles/contacts-to-files';
const step = 'steps/Add subscriber/fields';

describe('a step that was renamed in the console', () => {
  it('is drift of its cycle beside other drift, and is not planned', async () => {
    const { fixture, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const lost = {
      thing: 'step',
      name: 'Add subscriber',
      step: null,
      isSeveral: false,
      near: ['Add subscribers'],
    };
    const gone = { address: mailer, moved: 'live', impact: 'needs-human', lost };
    expect(await itemsOf(fixture)).toMatchObject([
      { address: 'northwind', path: 'timezone' },
      { ...gone, path: `${step}/Email.Address`, at: { file: 'accounts/northwind.yaml', line: 54 } },
      { ...gone, path: `${step}/Status` },
      { ...gone, path: `${step}/Source` },
      { ...gone, path: `${step}/Fax` },
      {
        address: mailer,
        path: 'steps',
        kind: 'unmanaged',
        before: { value: expect.arrayContaining(['Add subscriber']) },
        now: { value: expect.arrayContaining(['Add subscribers']) },
      },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([
      {
        code: 'step-unknown',
        at: { line: 52 },
        detail: expect.stringContaining('at the last apply'),
        remedy: expect.stringContaining('"Add subscribers"'),
      },
    ]);
  });

  it('is not brought back by a revert, which brings back the rest and says what it leaves', async () => {
    const { fixture, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const address = `${mailer}/${step}/Status` as Address;
    const refused = await fixture.plan({ revert: { addresses: [address], isNew: true } });
    expect(listReasons(refused)).toMatchObject([
      {
        code: 'revert-refused',
        address,
        summary: `${address} cannot be reverted: the cycle has no step "Add subscriber"`,
        remedy: expect.stringContaining('("Add subscribers")'),
      },
    ]);
    const addresses: readonly Address[] = [];
    const planned = await fixture.plan({ revert: { addresses, isNew: true } });
    const { changes, notices } = planOf(planned, 'northwind');
    expect(changes).toMatchObject([{ address: 'northwind', fields: [{ path: 'timezone' }] }]);
    expect(notices).toMatchObject([
      {
        kind: 'warning',
        diagnostic: { code: 'not-reverted', severity: 'warning', address: mailer },
      },
    ]);
    await fixture.apply({ revert: { addresses, isNew: false }, planned });
    expect(readLive(fixture, 'northwind').timezone).toBe('Europe/Berlin');
  });

  it('is left so for a time where a person says so, and the rest is planned', async () => {
    const { fixture, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    await ignore(fixture, `${mailer}/${step}`);
    expect(await itemsOf(fixture)).toMatchObject([{ path: 'timezone' }, { path: 'steps' }]);
    const planned = await fixture.plan();
    expect(planned.map(({ kind }) => kind)).toEqual(['planned', 'planned']);
  });

  it('is taken over into no manifest, while the rest is', async () => {
    const { fixture, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const adoption = await adoptDriftIn(fixture);
    expect(adoption.values.map(({ address }) => address)).toEqual(['northwind/timezone']);
    expect(adoption.diagnostics[0]).toMatchObject({
      address: `${mailer}/${step}/Email.Address`,
      summary: expect.stringContaining('the step "Add subscriber" no longer exists'),
    });
    const merged = await mergeIn(fixture, 'accounts/northwind.yaml');
    expect(merged.text).toContain('timezone: Asia/Tokyo');
    expect(merged.text).toContain('Add subscriber:');
  });

  it('cannot be distinguished from one of the same name, and its account is still compared', async () => {
    const { fixture, rename, stop } = await openMoved();
    await stop('Contacts to files');
    await rename('Contacts to files', 'Write file', 'Get contact');
    const items = await itemsOf(fixture);
    expect(items.map(({ path, lost }) => [path, lost?.isSeveral])).toEqual([
      ['timezone', undefined],
      ['steps/Get contact/parameters/contactId', true],
      ['steps/Get contact/parameters/list', true],
      ['steps/Write file/fields/Contact.Email', false],
      ['steps/Write file/fields/Contact.Name', false],
      ['state', undefined],
      ['steps', undefined],
    ]);
    expect(items.find(({ lost }) => lost?.isSeveral === true)?.lost?.near).toEqual([
      'Get contact#1',
      'Get contact#2',
    ]);
  });
});

describe('a name that was never there', () => {
  it('is found by a plan with the nearest name, and drift reports that it was never applied', async () => {
    const { fixture } = await openMoved();
    editManifest(fixture, 'northwind', { from: 'Status: subscribed', to: 'Statsu: subscribed' });
    editManifest(fixture, 'northwind', { from: '{region: emea}', to: '{regoin: emea}' });
    expect(await itemsOf(fixture)).toMatchObject([
      { path: 'timezone' },
      { path: 'variables/regoin', moved: 'unknown', lost: { thing: 'variable', near: ['region'] } },
      {
        path: `${step}/Statsu`,
        moved: 'unknown',
        lost: { thing: 'request field', step: 'Add subscriber', near: ['Status'] },
      },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([
      { code: 'variable-unknown', remedy: 'Nearest names: "region".' },
      { code: 'target-unknown', remedy: 'Nearest names: "Status".' },
    ]);
  });
});

describe('what only the making of something would need', () => {
  it('does not keep a deleted cycle without a schedule from being drift that can be ignored', async () => {
    const { fixture, find, stop, remove } = await openMoved();
    const schedule = /\n *schedule: \{every: 15m.*\}/;
    editManifest(fixture, 'northwind', { from: schedule, to: '' });
    const cycle = find('Contacts to files')?.id;
    await stop('Contacts to files');
    await remove(`/cycles/${cycle}`);
    expect(await itemsOf(fixture)).toMatchObject([
      { path: 'timezone' },
      { address: files, path: null, kind: 'gone' },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([{ code: 'schedule-missing' }]);
    await ignore(fixture, files);
    expect(await itemsOf(fixture)).toMatchObject([{ path: 'timezone' }]);
    expect((await fixture.plan()).map(({ kind }) => kind)).toEqual(['planned', 'planned']);
  });

  it('does not hide the drift of an account whose template is not published any more', async () => {
    const { fixture, find } = await openMoved();
    const publish = { template: 'Contacts to Mailer', published: false };
    fixture.emulator.control.console({ publish });
    const gone = { thing: 'template', name: 'Contacts to Mailer' };
    expect(await itemsOf(fixture)).toMatchObject([
      { path: 'timezone' },
      { address: mailer, path: 'from/template', moved: 'live', lost: gone },
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([{ code: 'template-unknown' }]);
    expect(find('Contacts to mailer')).toBeDefined();
  });

  it('does not hide it where the manifest names a connector or a release that is not on offer', async () => {
    const { fixture } = await openMoved();
    editManifest(fixture, 'northwind', { from: 'version: "2.0"', to: 'version: "7.0"' });
    editManifest(fixture, 'northwind', { from: 'Sample File Store', to: 'Sample File Shop' });
    const found = await findDrift(fixture);
    expect(found).toMatchObject({ kind: 'read', items: [{ path: 'timezone' }] });
    expect((await refusalsOf(fixture)).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['connector-version-unknown', 'connector-unknown']),
    );
  });
});
