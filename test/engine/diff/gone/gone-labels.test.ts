import { describe, expect, it } from 'vitest';
import { listSecrets } from '../../../../src/features/operations/secrets/list-secrets.ts';
import { ignore, itemsOf, openMoved, refusalsOf } from '../../../worlds/cases/moved-account.ts';
import { planOf, type TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, editManifest, listReported } from '../../../worlds/quickstart.ts';

const cycle = 'Contacts to files';
const address = 'northwind/cycles/contacts-to-files';
const own = 'steps/Get contact/parameters';
const numbered = 'steps/Get contact#1/parameters';
const from = 'steps/Write file/fields/Contact.Name';

/** What drifted of steps, and who moved. */
const moved = async (place: TestFixture) =>
  (await itemsOf(place))
    .filter(({ path }) => path?.startsWith('steps/') === true)
    .map(({ path, moved: who, lost }) => [path, who, ...(lost === undefined ? [] : [lost.name])]);

/** Calls the step by another of its names in Git, where it is mapped and where values come from it. */
const call = (place: TestFixture, was: string, is: string) => {
  editManifest(place, 'northwind', { from: `        ${was}:\n`, to: `        ${is}:\n` });
  editManifest(place, 'northwind', { from: `{step: ${was}, `, to: `{step: ${is}, ` });
};

const apply = async (place: TestFixture) => expect(listReported(await applyAll(place))).toEqual([]);

describe('a step that Git calls NAME#1 and that was applied without a twin', () => {
  it('is gone after it is renamed, and so is what is mapped from it', async () => {
    const { place, rename, stop } = await openMoved();
    call(place, 'Get contact', '"Get contact#1"');
    await apply(place);
    await stop(cycle);
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(place)).toEqual([
      [`${own}/contactId`, 'live', 'Get contact#1'],
      [`${own}/list`, 'live', 'Get contact#1'],
      [from, 'live'],
    ]);
    expect(await refusalsOf(place)).toMatchObject([
      { code: 'step-unknown', detail: expect.stringContaining('at the last apply') },
      { code: 'source-unknown' },
    ]);
    await ignore(place, `${address}/${own}`, `${address}/${from}`);
    expect(await moved(place)).toEqual([]);
  });
});

/** The same, applied while the two steps that take from a list have one name. */
async function openTwins() {
  const opened = await openMoved();
  const { place, rename, stop } = opened;
  await stop(cycle);
  await rename(cycle, 'Write file', 'Get contact');
  call(place, 'Get contact', '"Get contact#1"');
  editManifest(place, 'northwind', {
    from: '        Write file:\n',
    to: '        "Get contact#2":\n',
  });
  await apply(place);
  expect(await moved(place)).toEqual([]);
  await stop(cycle);
  return opened;
}

it('is ignored by either of its names', async () => {
  const { place, stop, type } = await openMoved();
  await stop(cycle);
  await type(cycle, ['Get contact', 'list'], 'Prospects');
  const path = 'cycles/contacts-to-files/steps/Get contact#1/parameters/list';
  const entry = `  ignore: {"${path}": {until: 2027-12-31, reason: they try it}}`;
  editManifest(place, 'northwind', { from: /^ {2}connectors:/m, to: `${entry}\n  connectors:` });
  expect(await moved(place)).toEqual([]);
  const notice = { kind: 'ignored', address, path: `${own}/list` };
  expect(planOf(await place.plan(), 'northwind').notices).toContainEqual(
    expect.objectContaining(notice),
  );
});

describe('two steps of one name, of which one is renamed', () => {
  it('are both gone by the names that Git has: nothing tells which of them is left', async () => {
    const { place, rename } = await openTwins();
    await rename(cycle, 'Write file', 'Write file');
    const gone = [
      [`${numbered}/contactId`, 'live', 'Get contact#1'],
      [`${numbered}/list`, 'live', 'Get contact#1'],
      ['steps/Get contact#2/fields/Contact.Email', 'live', 'Get contact#2'],
      ['steps/Get contact#2/fields/Contact.Name', 'live', 'Get contact#2'],
    ];
    expect(await moved(place)).toEqual(gone);
    const codes = (await refusalsOf(place)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['step-unknown']));
    expect(
      (await itemsOf(place)).find(({ path }) => path === `${numbered}/list`)?.lost?.near,
    ).toContain('Get contact');
    // The other of the two, whose fields are none of the first.
    await rename(cycle, 'Write file', 'Get contact');
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(place)).toEqual(gone);
  });

  it('are known by what was applied to them where Git calls them by the names that they have now', async () => {
    const { place, rename, type } = await openTwins();
    await rename(cycle, 'Write file', 'Write file');
    call(place, '"Get contact#1"', 'Get contact');
    editManifest(place, 'northwind', { from: '"Get contact#2":', to: 'Write file:' });
    expect(await moved(place)).toEqual([]);
    await type(cycle, ['Get contact', 'list'], 'Prospects');
    expect(await moved(place)).toEqual([[`${own}/list`, 'live']]);
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(place)).toEqual([
      [`${numbered}/contactId`, 'live', 'Get contact'],
      [`${numbered}/list`, 'live', 'Get contact'],
      [from, 'unknown'],
    ]);
  });
});

describe('a step that got a twin', () => {
  it('is known by what was applied to it where Git calls it the first of the two', async () => {
    const { place, rename, stop, type } = await openMoved();
    call(place, 'Get contact', '"Get contact#1"');
    await apply(place);
    await stop(cycle);
    await type(cycle, ['Get contact', 'list'], 'Prospects');
    await rename(cycle, 'Write file', 'Get contact');
    expect((await moved(place)).filter(([path]) => path?.startsWith(numbered))).toEqual([
      [`${numbered}/list`, 'live'],
    ]);
  });
});

it('has the secret of its mapping listed as sent, by whichever name Git calls it', async () => {
  const { place } = await openMoved();
  place.secrets.set('contact_id', '4711');
  editManifest(place, 'northwind', {
    from: /contactId: .*/,
    to: 'contactId: {env: contact_id}',
  });
  await apply(place);
  call(place, 'Get contact', '"Get contact#1"');
  const { run, environment } = await place.open();
  const { context, entries } = run;
  const { secrets } = await listSecrets({ ...context, environment, entries });
  expect(secrets.find(({ from: name }) => name === '$contact_id')).toMatchObject({
    uses: [{ state: 'current' }],
  });
});
