import { describe, expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { exportCycle } from '../../../../src/features/authoring/cycle-files/export-cycle.ts';
import { promote } from '../../../../src/features/authoring/promote/promote.ts';
import { put, signIn } from '../../../emulator/support/start-emulator.ts';
import { openOnEmulator, take } from '../../../service/open-for-test.ts';
import { cyclePath, openFileCycle } from '../../../worlds/cases/open-file-cycle.ts';
import {
  codesOf,
  manifest,
  openApplied,
  openConsole,
  promoteIn,
  textOf,
} from '../../../worlds/features/promote-in.ts';
import { readLive } from '../../../worlds/quickstart.ts';

describe('What is carried of a cycle that is made from a file', () => {
  it('is what was changed outside Git, but not what the manifest says itself', async () => {
    const fixture = await openApplied();
    const { map } = await openConsole(fixture);
    await map('Write file', 'folder', 'by-hand');
    await map('Get contact', 'contactId', '17');
    const promotion = await promoteIn(fixture);
    expect(promotion.carried.map(({ file, address }) => `${address} ${file}`)).toEqual([
      `northwind/cycles/contacts ${cyclePath}`,
      `northwind/cycles/contacts/steps/Get contact/parameters/contactId ${manifest}`,
      `northwind/cycles/contacts/state ${manifest}`,
    ]);
    expect(textOf(promotion, cyclePath)).toContain('"Value": "by-hand"');
    expect(textOf(promotion, cyclePath)).not.toContain('"17"');
    for (const { path, after } of promotion.files) fixture.manifests.set(path, after);
    expect((await promoteIn(fixture)).files).toEqual([]);
  });

  it('is not a setting that the manifest says in words', async () => {
    const fixture = await openApplied();
    const text = fixture.manifests.get(manifest) ?? '';
    const settings = '$1\n      errorAction: Retry\n      logRequests: false';
    fixture.manifests.set(manifest, text.replace(/(from: {file: .*})/, settings));
    await fixture.apply();
    const { map } = await openConsole(fixture);
    await map('Write file', 'folder', 'by-hand');
    const after = textOf(await promoteIn(fixture), cyclePath);
    expect(after).toContain('"by-hand"');
    expect(after).toContain('"CycleStepErrorAction": 0');
    expect(after).toContain('"LogStepDataRequests": true');
  });

  it('is not the loss of a description that the export of the service has no member for', async () => {
    const fixture = await openApplied({ exportedDescription: 'absent' });
    const described = '"Description": "Ours.",\n  "VersionedCycle"';
    const file = fixture.manifests.get(cyclePath) ?? '';
    fixture.manifests.set(cyclePath, file.replace('"VersionedCycle"', described));
    await fixture.apply();
    const { map } = await openConsole(fixture);
    await map('Write file', 'folder', 'by-hand');
    expect(textOf(await promoteIn(fixture), cyclePath)).toContain(described);
  });

  it('is in the line ends of the file, and behind its byte order mark', async () => {
    const fixture = await openApplied();
    const { map } = await openConsole(fixture);
    const before = `\ufeff${(fixture.manifests.get(cyclePath) ?? '').replaceAll('\n', '\r\n')}`;
    fixture.manifests.set(cyclePath, before);
    expect((await promoteIn(fixture)).files.map(({ path }) => path)).toEqual([manifest]);
    await map('Write file', 'folder', 'by-hand');
    const after = textOf(await promoteIn(fixture), cyclePath);
    const lines = before.split('\n');
    const changed = after.split('\n').filter((line, index) => line !== lines[index]);
    expect(changed.map((line) => line.trimStart())).toEqual([
      '"Value": "by-hand",\r',
      '"CycleEntityMappingType": 1,\r',
    ]);
  });

  it('is not what Git has changed and no apply has written yet', async () => {
    const fixture = await openApplied();
    const { map } = await openConsole(fixture);
    const before = fixture.manifests.get(cyclePath) ?? '';
    const edited = before.replace('"Value": "eu"', '"Value": "of Git"');
    expect(edited).not.toBe(before);
    fixture.manifests.set(cyclePath, edited);
    await map('Write file', 'folder', 'by-hand');
    const text = textOf(await promoteIn(fixture), cyclePath);
    expect(text).toContain('"Value": "of Git"');
    expect(text).toContain('"Value": "by-hand"');
  });

  it('is a placeholder where a variable gives it, and no secret', async () => {
    const fixture = await openApplied();
    const { map } = await openConsole(fixture);
    await map('Write file', 'Contact.Name', 'files.staging.example');
    await map('Write file', 'folder', 'sk_live_0123456789abcdefXYZ');
    await map('Write file', 'overwrite', 'https://10.0.0.7/x');
    fixture.manifests.set(
      'cyclectl.yaml',
      (fixture.manifests.get('cyclectl.yaml') ?? '').replace(
        'protect:',
        'variables: {host: files.staging.example}\n      protect:',
      ),
    );
    const promotion = await promoteIn(fixture, { host: 'files.staging.example' });
    expect(codesOf(promotion)).toEqual([
      'error credential-not-carried',
      'warning environment-bound',
    ]);
    expect(promotion.incomplete).toBe(1);
    // A cycle file may be of many accounts: whose it was is told beside its place.
    for (const { at, related } of promotion.diagnostics) {
      expect([at?.file, related]).toMatchObject([
        cyclePath,
        [{ says: 'live cycle northwind/cycles/contacts', at: { file: manifest } }],
      ]);
    }
    expect(textOf(promotion, manifest)).toContain(`Contact.Name: "\${vars.host}"`);
    const text = textOf(promotion, cyclePath);
    expect(text).toContain('https://10.0.0.7/x');
    expect(text).not.toMatch(/sk_live|files\.staging/);
  });

  it('is nothing where two cycles of one file were changed otherwise, and reported where another shares it', async () => {
    const fixture = await openFileCycle();
    const text = fixture.manifests.get(manifest) ?? '';
    const [, entry = ''] = text.split('  cycles:\n');
    const second = entry.replace('contacts:', 'second:').replace('Contacts of a file', 'Second');
    fixture.manifests.set(manifest, text + second);
    await fixture.apply();
    const { map } = await openConsole(fixture);
    await map('Write file', 'folder', 'by-hand');
    expect(codesOf(await promoteIn(fixture))).toContain('warning cycle-file-shared');
    const live = readLive(fixture, 'northwind');
    const caller = (await signIn(fixture.emulator)).inside(live.id);
    const other = live.cycles.find(({ name }) => name === 'Second');
    await put(caller, `/cycles/${other?.id}/deactivate`, {});
    const step = other?.steps.find(({ name }) => name === 'Write file');
    const folder = step?.method.parameters.find(({ key }) => key === 'folder');
    const body = { MappingType: 'StaticValue', Value: 'otherwise' };
    await put(caller, `/steps/${step?.id}/parameters/${folder?.id}`, body);
    const promotion = await promoteIn(fixture);
    // Nobody is told to write by hand what two have changed in different ways.
    expect(codesOf(promotion)).toEqual(['error cycle-file-conflict', 'error cycle-file-conflict']);
    expect(promotion.files.map(({ path }) => path)).toEqual([manifest]);
  });
});

it('a cycle that was created in the console is reported with commands that promote it', async () => {
  const fixture = await openApplied();
  const live = readLive(fixture, 'northwind');
  const { reader, writer } = await openOnEmulator(fixture.emulator);
  const templates = take(await reader.listTemplates());
  const template = templates.find(({ name }) => name === 'Orders to Files');
  take(await writer.installTemplate(live.id, template?.id ?? ''));
  const promotion = await promoteIn(fixture);
  expect([promotion.incomplete, codesOf(promotion)]).toEqual([0, ['warning cycle-of-no-manifest']]);
  expect(promotion.diagnostics[0]?.remedy).toContain(
    'cyclectl export -e local northwind/cycles/orders-to-files --out cycles/orders-to-files.cycle.json; cyclectl import',
  );
  const { run } = await fixture.open();
  const named = { account: 'northwind', key: 'orders-to-files' };
  const made = await exportCycle(await openRunContext(run.context, null), run.entries, named);
  expect(made).toMatchObject({ kind: 'made', document: { Name: 'Orders to Files' } });
});

it('a secret where no manifest could give it is in no file, neither carried nor exported', async () => {
  const fixture = await openApplied();
  const { caller, cycle } = await openConsole(fixture);
  await put(caller, `/cycles/${cycle.id}`, { Description: 'Bearer of-a-hand-in-the-console' });
  const promotion = await promoteIn(fixture);
  expect(codesOf(promotion)).toContain('error credential-not-carried');
  expect(textOf(promotion, cyclePath)).toBe('');
  const { run } = await fixture.open();
  const named = { account: 'northwind', key: 'contacts' };
  const made = await exportCycle(await openRunContext(run.context, null), run.entries, named);
  expect(made).toMatchObject({ refused: [{ summary: expect.stringContaining('/Description') }] });
});

it('steps that Git has changed and no apply has written are left, with what else was changed', async () => {
  const fixture = await openApplied();
  const { map } = await openConsole(fixture);
  await map('Write file', 'folder', 'by-hand');
  const before = fixture.manifests.get(cyclePath) ?? '';
  const edited = before.replace('"CycleStepErrorAction": 0', '"CycleStepErrorAction": 1');
  expect(edited).not.toBe(before);
  fixture.manifests.set(cyclePath, edited);
  const promotion = await promoteIn(fixture);
  expect(promotion.files).toEqual([]);
  expect(codesOf(promotion)).toContain('warning cycle-file-conflict');
  // Where nobody remembers what was applied, what is there counts.
  fixture.loseStore();
  const unknown = await promoteIn(fixture);
  expect(textOf(unknown, cyclePath)).toContain('"CycleStepErrorAction": 0');
  expect(unknown.carried.map(({ says }) => says).join()).toContain('StepErrorAction');
});

it('an account without an id in the second environment is reported with the line to write', async () => {
  const fixture = await openApplied();
  const text = fixture.manifests.get(manifest) ?? '';
  const ids = 'ids: {local: northwind-8812}';
  fixture.manifests.set(manifest, text.replace('id: northwind-8812', ids));
  const promotion = await promoteIn(fixture);
  expect([promotion.accounts, codesOf(promotion)]).toEqual([0, ['warning not-in-target']]);
  expect(promotion.diagnostics[0]?.remedy).toContain(
    'ids: {local: northwind-8812, prod: ITS-ID-THERE}',
  );
});

it('an account that cannot be read leaves its file as it is', async () => {
  const fixture = await openApplied();
  const { map } = await openConsole(fixture);
  await map('Write file', 'folder', 'by-hand');
  const { run } = await fixture.open();
  const looking = await openRunContext(run.context, null);
  const failure = {
    kind: 'unreachable',
    message: 'no way',
    tries: 1,
    request: { method: 'GET', path: '/', account: null },
  };
  const reader = { ...looking.reader, exportCycle: async () => ({ ok: false, failure }) as never };
  const variables = { from: new Map(), to: new Map() };
  const promotion = await promote({
    context: { ...looking, reader },
    entries: run.entries,
    all: run.entries,
    environmentMapping: { from: 'local', to: 'prod', variables },
    readTarget: async () => null,
    width: 1,
    follow: (items) => items,
    owner: 'it',
    choice: { said: () => null, ask: async () => null },
  });
  expect([promotion.files, promotion.incomplete]).toEqual([[], 1]);
  expect(codesOf(promotion)).toEqual(['error unread']);
});
