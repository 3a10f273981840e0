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
import { editManifest, readLive } from '../../../worlds/quickstart.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const files = 'northwind/cycles/contacts-to-files';
const step = 'steps/Add subscriber/fields';

describe('a step that was renamed by hand', () => {
  it('is drift of its cycle beside all else that has moved, and is not planned', async () => {
    const { place, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const lost = {
      thing: 'step',
      name: 'Add subscriber',
      step: null,
      isSeveral: false,
      near: ['Add subscribers'],
    };
    const gone = { address: mailer, moved: 'live', impact: 'needs-human', lost };
    expect(await itemsOf(place)).toMatchObject([
      { address: 'northwind', path: 'timezone' },
      { ...gone, path: `${step}/Email.Address`, at: { file: 'accounts/northwind.yaml', line: 54 } },
      { ...gone, path: `${step}/Status` },
      { ...gone, path: `${step}/Source` },
      { ...gone, path: `${step}/Fax` },
    ]);
    expect(await refusalsOf(place)).toMatchObject([
      {
        code: 'step-unknown',
        at: { line: 52 },
        detail: expect.stringContaining('at the last apply'),
        remedy: expect.stringContaining('"Add subscribers"'),
      },
    ]);
  });

  it('is not brought back by a revert, which brings back the rest where that is named', async () => {
    const { place, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const address = `${mailer}/${step}/Status` as Address;
    for (const addresses of [[address], []]) {
      const planned = await place.plan({ revert: { addresses, isNew: true } });
      const [refused] = planned.flatMap((each) => (each.kind === 'unplanned' ? [each] : []));
      expect(refused?.diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'revert-refused',
          address,
          summary: `${address} cannot be reverted: the cycle has no step "Add subscriber"`,
          remedy: expect.stringContaining('("Add subscribers")'),
        }),
      );
    }
    const addresses = ['northwind/timezone' as Address];
    const planned = await place.plan({ revert: { addresses, isNew: true } });
    await place.apply({ revert: { addresses, isNew: false }, planned });
    expect(readLive(place, 'northwind').timezone).toBe('Europe/Berlin');
  });

  it('is left so for a time where a person says so, and the rest is planned', async () => {
    const { place, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    await ignore(place, `${mailer}/${step}`);
    expect(await itemsOf(place)).toMatchObject([{ path: 'timezone' }]);
    const planned = await place.plan();
    expect(planned.map(({ kind }) => kind)).toEqual(['planned', 'planned']);
  });

  it('is taken over into no manifest, while the rest is', async () => {
    const { place, rename } = await openMoved();
    await rename('Contacts to mailer', 'Add subscriber', 'Add subscribers');
    const adoption = await adoptDriftIn(place);
    expect(adoption.values.map(({ address }) => address)).toEqual(['northwind/timezone']);
    expect(adoption.diagnostics[0]).toMatchObject({
      address: `${mailer}/${step}/Email.Address`,
      summary: expect.stringContaining('the step "Add subscriber" no longer exists'),
    });
    const merged = await mergeIn(place, 'accounts/northwind.yaml');
    expect(merged.text).toContain('timezone: Asia/Tokyo');
    expect(merged.text).toContain('Add subscriber:');
  });

  it('cannot be told from one of the same name, and its account is compared all the same', async () => {
    const { place, rename, stop } = await openMoved();
    await stop('Contacts to files');
    await rename('Contacts to files', 'Write file', 'Get contact');
    const items = await itemsOf(place);
    expect(items.map(({ path, lost }) => [path, lost?.isSeveral])).toEqual([
      ['timezone', undefined],
      ['steps/Get contact/parameters/contactId', true],
      ['steps/Get contact/parameters/list', true],
      ['steps/Write file/fields/Contact.Email', false],
      ['steps/Write file/fields/Contact.Name', false],
      ['state', undefined],
    ]);
    expect(items.find(({ lost }) => lost?.isSeveral === true)?.lost?.near).toEqual([
      'Get contact#1',
      'Get contact#2',
    ]);
  });
});

describe('a name that was never there', () => {
  it('is found by a plan with its nearest, and is told by drift to be never applied', async () => {
    const { place } = await openMoved();
    editManifest(place, 'northwind', { from: 'Status: subscribed', to: 'Statsu: subscribed' });
    editManifest(place, 'northwind', { from: '{region: emea}', to: '{regoin: emea}' });
    expect(await itemsOf(place)).toMatchObject([
      { path: 'timezone' },
      { path: 'variables/regoin', moved: 'unknown', lost: { thing: 'variable', near: ['region'] } },
      {
        path: `${step}/Statsu`,
        moved: 'unknown',
        lost: { thing: 'request field', step: 'Add subscriber', near: ['Status'] },
      },
    ]);
    expect(await refusalsOf(place)).toMatchObject([
      { code: 'variable-unknown', remedy: 'Nearest names: "region".' },
      { code: 'target-unknown', remedy: 'Nearest names: "Status".' },
    ]);
  });
});

describe('what only the making of something would need', () => {
  it('does not keep a deleted cycle without a schedule from being drift that can be ignored', async () => {
    const { place, find, stop, remove } = await openMoved();
    const schedule = /\n *schedule: \{every: 15m.*\}/;
    editManifest(place, 'northwind', { from: schedule, to: '' });
    const cycle = find('Contacts to files')?.id;
    await stop('Contacts to files');
    await remove(`/cycles/${cycle}`);
    expect(await itemsOf(place)).toMatchObject([
      { path: 'timezone' },
      { address: files, path: null, kind: 'gone' },
    ]);
    expect(await refusalsOf(place)).toMatchObject([{ code: 'schedule-missing' }]);
    await ignore(place, files);
    expect(await itemsOf(place)).toMatchObject([{ path: 'timezone' }]);
    expect((await place.plan()).map(({ kind }) => kind)).toEqual(['planned', 'planned']);
  });

  it('does not hide the drift of an account whose template is not published any more', async () => {
    const { place, find } = await openMoved();
    const publish = { template: 'Contacts to Mailer', published: false };
    place.emulator.control.console({ publish });
    const gone = { thing: 'template', name: 'Contacts to Mailer' };
    expect(await itemsOf(place)).toMatchObject([
      { path: 'timezone' },
      { address: mailer, path: 'from/template', moved: 'live', lost: gone },
    ]);
    expect(await refusalsOf(place)).toMatchObject([{ code: 'template-unknown' }]);
    expect(find('Contacts to mailer')).toBeDefined();
  });

  it('does not hide it where the manifest names a connector or a release that is not on offer', async () => {
    const { place } = await openMoved();
    editManifest(place, 'northwind', { from: 'version: "2.0"', to: 'version: "7.0"' });
    editManifest(place, 'northwind', { from: 'Sample File Store', to: 'Sample File Shop' });
    const found = await findDrift(place);
    expect(found).toMatchObject({ kind: 'read', items: [{ path: 'timezone' }] });
    expect((await refusalsOf(place)).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['connector-version-unknown', 'connector-unknown']),
    );
  });
});
