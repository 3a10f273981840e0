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

/** What drifted of managed steps, and who moved. */
const moved = async (fixture: TestFixture) =>
  (await itemsOf(fixture))
    .filter(({ path, kind }) => kind !== 'unmanaged' && path?.startsWith('steps/') === true)
    .map(({ path, moved: who, lost }) => [path, who, ...(lost === undefined ? [] : [lost.name])]);

/** Calls the step by another of its names in Git, where it is mapped and where values come from it. */
const call = (fixture: TestFixture, was: string, is: string) => {
  editManifest(fixture, 'northwind', { from: `        ${was}:\n`, to: `        ${is}:\n` });
  editManifest(fixture, 'northwind', { from: `{step: ${was}, `, to: `{step: ${is}, ` });
};

const apply = async (fixture: TestFixture) =>
  expect(listReported(await applyAll(fixture))).toEqual([]);

describe('a step that Git calls NAME#1 and that was applied without a twin', () => {
  it('is gone after it is renamed, and so is what is mapped from it', async () => {
    const { fixture, rename, stop } = await openMoved();
    call(fixture, 'Get contact', '"Get contact#1"');
    await apply(fixture);
    await stop(cycle);
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(fixture)).toEqual([
      [`${own}/contactId`, 'live', 'Get contact#1'],
      [`${own}/list`, 'live', 'Get contact#1'],
      [from, 'live'],
    ]);
    expect(await refusalsOf(fixture)).toMatchObject([
      { code: 'step-unknown', detail: expect.stringContaining('at the last apply') },
      { code: 'source-unknown' },
    ]);
    await ignore(fixture, `${address}/${own}`, `${address}/${from}`);
    expect(await moved(fixture)).toEqual([]);
  });
});

/** The same, applied while the two steps that take from a list have one name. */
async function openTwins() {
  const opened = await openMoved();
  const { fixture, rename, stop } = opened;
  await stop(cycle);
  await rename(cycle, 'Write file', 'Get contact');
  call(fixture, 'Get contact', '"Get contact#1"');
  editManifest(fixture, 'northwind', {
    from: '        Write file:\n',
    to: '        "Get contact#2":\n',
  });
  await apply(fixture);
  expect(await moved(fixture)).toEqual([]);
  await stop(cycle);
  return opened;
}

it('is ignored by either of its names', async () => {
  const { fixture, stop, type } = await openMoved();
  await stop(cycle);
  await type(cycle, ['Get contact', 'list'], 'Prospects');
  const path = 'cycles/contacts-to-files/steps/Get contact#1/parameters/list';
  const entry = `  ignore: {"${path}": {until: 2027-12-31, reason: they try it}}`;
  editManifest(fixture, 'northwind', { from: /^ {2}connectors:/m, to: `${entry}\n  connectors:` });
  expect(await moved(fixture)).toEqual([]);
  const notice = { kind: 'ignored', address, path: `${own}/list` };
  expect(planOf(await fixture.plan(), 'northwind').notices).toContainEqual(
    expect.objectContaining(notice),
  );
});

describe('two steps of one name, of which one is renamed', () => {
  it('are both gone by the names in Git: the remaining one is unknown', async () => {
    const { fixture, rename } = await openTwins();
    await rename(cycle, 'Write file', 'Write file');
    const gone = [
      [`${numbered}/contactId`, 'live', 'Get contact#1'],
      [`${numbered}/list`, 'live', 'Get contact#1'],
      ['steps/Get contact#2/fields/Contact.Email', 'live', 'Get contact#2'],
      ['steps/Get contact#2/fields/Contact.Name', 'live', 'Get contact#2'],
    ];
    expect(await moved(fixture)).toEqual(gone);
    const codes = (await refusalsOf(fixture)).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['step-unknown']));
    expect(
      (await itemsOf(fixture)).find(({ path }) => path === `${numbered}/list`)?.lost?.near,
    ).toContain('Get contact');
    // The other of the two, whose fields are none of the first.
    await rename(cycle, 'Write file', 'Get contact');
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(fixture)).toEqual(gone);
  });

  it('are known by what was applied to them where Git calls them by the names that they have now', async () => {
    const { fixture, rename, type } = await openTwins();
    await rename(cycle, 'Write file', 'Write file');
    call(fixture, '"Get contact#1"', 'Get contact');
    editManifest(fixture, 'northwind', { from: '"Get contact#2":', to: 'Write file:' });
    expect(await moved(fixture)).toEqual([]);
    await type(cycle, ['Get contact', 'list'], 'Prospects');
    expect(await moved(fixture)).toEqual([[`${own}/list`, 'live']]);
    await rename(cycle, 'Get contact', 'Fetch contact');
    expect(await moved(fixture)).toEqual([
      [`${numbered}/contactId`, 'live', 'Get contact'],
      [`${numbered}/list`, 'live', 'Get contact'],
      [from, 'live'],
    ]);
  });
});

describe('a step that got a twin', () => {
  it('is known by what was applied to it where Git calls it the first of the two', async () => {
    const { fixture, rename, stop, type } = await openMoved();
    call(fixture, 'Get contact', '"Get contact#1"');
    await apply(fixture);
    await stop(cycle);
    await type(cycle, ['Get contact', 'list'], 'Prospects');
    await rename(cycle, 'Write file', 'Get contact');
    expect((await moved(fixture)).filter(([path]) => path?.startsWith(numbered))).toEqual([
      [`${numbered}/list`, 'live'],
    ]);
  });
});

it('has the secret of its mapping listed as sent, by whichever name Git calls it', async () => {
  const { fixture } = await openMoved();
  fixture.secrets.set('contact_id', '4711');
  editManifest(fixture, 'northwind', {
    from: /contactId: .*/,
    to: 'contactId: {env: contact_id}',
  });
  await apply(fixture);
  call(fixture, 'Get contact', '"Get contact#1"');
  const { run, environment } = await fixture.open();
  const { context, entries } = run;
  const { secrets } = await listSecrets({ ...context, environment, entries });
  expect(secrets.find(({ from: name }) => name === '$contact_id')).toMatchObject({
    uses: [{ state: 'current' }],
  });
});
