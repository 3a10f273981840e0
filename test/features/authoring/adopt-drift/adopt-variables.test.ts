import { expect, it } from 'vitest';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { adoptDriftIn, textAfter } from '../../../worlds/features/adopt-drift-in.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  openQuickstart,
  quickstartSecrets,
  readLive,
} from '../../../worlds/quickstart.ts';

const zone = ['$', '{vars.zone}'].join('');
const project = 'cyclectl.yaml';
const file = 'accounts/northwind.yaml';

/** The quickstart with a time zone that comes from a variable, applied, and a hand that has moved it. */
async function openMoved(
  edits: readonly { readonly key: string; readonly from: string; readonly to: string }[] = [],
) {
  const fixture = await openQuickstart();
  const written = `${fixture.manifests.get(project)}      variables: {hours: 24, zone: Europe/Berlin} # zones\n`;
  fixture.manifests.set(project, written);
  editManifest(fixture, 'northwind', { from: 'Europe/Berlin', to: zone });
  for (const { key, ...edit } of edits) editManifest(fixture, key, edit);
  await applyAll(fixture);
  const { caller } = await openConsoleUser(fixture.emulator);
  const { id } = readLive(fixture, 'northwind');
  const touch = (body: Readonly<Record<string, unknown>>) => put(caller, `/accounts/${id}`, body);
  await touch({ Timezone: 'Asia/Tokyo' });
  return { fixture, touch, written };
}

it('writes a variable that one field alone has where its environment has it, and nothing else of cyclectl.yaml', async () => {
  const { fixture, touch, written } = await openMoved();
  await touch({ Name: 'Northwind!' });
  const adoption = await adoptDriftIn(fixture);
  expect(adoption.diagnostics).toEqual([]);
  expect(adoption.values).toMatchObject([
    { address: 'northwind/displayName', file },
    {
      address: 'northwind/timezone',
      file: project,
      variable: 'zone',
      wanted: { value: 'Europe/Berlin' },
      before: { value: 'Europe/Berlin' },
      now: { value: 'Asia/Tokyo' },
    },
  ]);
  expect(adoption.files.map(({ path }) => path)).toEqual([file, project]);
  expect(textAfter(fixture, adoption, project)).toBe(
    written.replace('Europe/Berlin', 'Asia/Tokyo'),
  );
  expect(textAfter(fixture, adoption, file)).toContain(`timezone: ${zone}`);
  for (const { path, after } of adoption.files) fixture.manifests.set(path, after);
  expect((await adoptDriftIn(fixture)).files).toEqual([]);
  expect(
    listLeft(await fixture.plan()).filter((each) => /northwind.*(zone|Name)/.test(each)),
  ).toEqual([]);
});

it('takes it by the address of the field, with nothing else', async () => {
  const { fixture, touch } = await openMoved();
  await touch({ Name: 'Northwind!' });
  const adoption = await adoptDriftIn(fixture, 'northwind/timezone');
  expect(adoption).toMatchObject({
    files: [{ path: project }],
    values: [{ address: 'northwind/timezone', variable: 'zone' }],
    diagnostics: [],
    incomplete: 0,
  });
});

it('leaves one that another account has, and says which', async () => {
  const { fixture } = await openMoved([
    { key: 'contoso', from: 'spec:\n', to: `spec:\n  description: ${zone}\n` },
  ]);
  expect(await adoptDriftIn(fixture)).toMatchObject({
    files: [],
    diagnostics: [
      {
        code: 'value-of-expression',
        related: [
          { says: 'vars.zone of local' },
          { at: { file: 'accounts/contoso.yaml' }, says: 'contoso uses it too' },
        ],
      },
    ],
  });
});

it('leaves one that another place of the account has, unless that moved to the same', async () => {
  const { fixture, touch } = await openMoved([
    { key: 'northwind', from: 'timezone:', to: `description: ${zone}\n  timezone:` },
  ]);
  const left = await adoptDriftIn(fixture);
  expect(left).toMatchObject({
    files: [],
    values: [],
    diagnostics: [
      {
        code: 'value-of-expression',
        address: 'northwind/timezone',
        related: [{ says: 'vars.zone of local' }, { at: { file, line: 10 }, says: 'uses it too' }],
      },
    ],
  });
  await touch({ Description: 'Asia/Tokyo' });
  const adoption = await adoptDriftIn(fixture);
  expect(adoption.files.map(({ path }) => path)).toEqual([project]);
  expect(adoption.values.map(({ address }) => address)).toEqual([
    'northwind/description',
    'northwind/timezone',
  ]);
});

it('leaves one that Git has changed too, unless the field is named', async () => {
  const { fixture, written } = await openMoved();
  fixture.manifests.set(project, written.replace('Europe/Berlin', 'Europe/Lisbon'));
  expect(await adoptDriftIn(fixture)).toMatchObject({
    files: [],
    diagnostics: [{ code: 'value-of-expression' }],
  });
  expect(await adoptDriftIn(fixture, 'northwind/timezone')).toMatchObject({
    files: [{ path: project }],
    values: [{ wanted: { value: 'Europe/Lisbon' }, before: { value: 'Europe/Berlin' } }],
  });
});

it('writes nothing there that may be a secret', async () => {
  const about = ['$', '{vars.about}'].join('');
  const { fixture, touch, written } = await openMoved();
  fixture.manifests.set(project, written.replace('{hours', '{about: Traders, hours'));
  editManifest(fixture, 'northwind', {
    from: 'timezone:',
    to: `description: ${about}\n  timezone:`,
  });
  await applyAll(fixture);
  for (const text of [
    'Authorization: Bearer 4f9a21c7e8b3d605',
    quickstartSecrets.northwind_crm_key,
  ]) {
    await touch({ Description: text, Timezone: 'Europe/Berlin' });
    const diagnostics = [{ code: 'secret-not-written' }];
    expect(await adoptDriftIn(fixture)).toMatchObject({ files: [], diagnostics });
  }
});

it('leaves one that is an alias in cyclectl.yaml', async () => {
  const { fixture, written } = await openMoved();
  fixture.manifests.set(
    project,
    written.replace('zone: Europe/Berlin', 'base: &base Europe/Berlin, zone: *base'),
  );
  expect(await adoptDriftIn(fixture)).toMatchObject({
    files: [],
    diagnostics: [{ code: 'value-of-expression' }],
  });
});
