import { join } from 'node:path';
import { expect, it } from 'vitest';
import { templatesKey, toTemplateAddress } from '../../../../src/model/address.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { copyExample } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { listRuns, runOnOneLine } from '../../../support/run-on-one-line.ts';

const template = 'Contacts to Files';

it('a template is exported, shown, requested, imported as a new one, and exported as the same', async () => {
  const project = await copyExample('quickstart');
  const file = join(project.directory, 'templates/files.cycle.json');
  const exported = await runOnOneLine(project, 'export', '--template', template, '--out', file);
  expect([exported.exitCode, exported.text]).toEqual([
    0,
    expect.stringContaining(`Exported the template ${template} to`),
  ]);
  const words = ['import', file, '--as-template', 'Brought'];
  const asked = await runOnOneLine(project, ...words);
  expect(asked.exitCode).toBe(1);
  expect(asked.text).toContain('Template "Brought" local embedded service, world.yaml');
  expect(asked.text).toContain('Write file Sample File Store 3.1, Write file');
  expect(asked.text).toContain('there is no terminal to ask on. Pass --yes');
  const made = await runInProcess(project, ...words, '--yes', '--format', 'json');
  expect([made.exitCode, JSON.parse(made.stdout)]).toEqual([
    0,
    expect.objectContaining({
      kind: 'import',
      template: { name: 'Brought', id: expect.any(String), outcome: 'made' },
      diagnostics: [],
    }),
  ]);
  const { id } = JSON.parse(made.stdout).template;
  const again = await runOnOneLine(project, ...words, '--yes');
  expect([again.exitCode, again.text]).toEqual([
    1,
    expect.stringContaining(`has a template "Brought" already: ${id}`),
  ]);
  expect((await runOnOneLine(project, 'history')).text).toContain(
    'import of the template "Brought" done',
  );
  expect((await runOnOneLine(project, 'resume')).text).toContain('no run is unfinished');
  const [run] = await listRuns(project);
  const resumed = await runOnOneLine(project, 'resume', run?.id ?? '');
  expect(resumed.text).toContain(`the run ${run?.id} finished`);
  const other = join(project.directory, 'templates/other.cycle.json');
  expect((await runOnOneLine(project, 'export', '--template', id, '--out', other)).exitCode).toBe(
    0,
  );
  const { stdout } = await runInProcess(project, 'diff', file, other);
  expect(stdout).toBe(`the cycle is renamed from "${template}" to "Brought"`);
}, 60_000);

it.each([
  [
    ['export', '--template', 'Contacts to Filez', '--out', 'x.cycle.json'],
    'Nearest names: "Contacts to Files"',
  ],
  [['export', '--template', template, '--out', 'x.json'], 'is not the name of a cycle file'],
  [['export', '--template', template], '--out is missing'],
  [['export', 'a/cycles/b', '--template', template, '--out', 'x.cycle.json'], 'one of them'],
  [
    ['export', '--template', '5a0b7c7e-0002-4000-8000-00000000ffff', '--out', 'x.cycle.json'],
    '404',
  ],
  [['import', 'x.cycle.json'], 'Neither an address nor --as-template is given'],
  [['import', 'x.cycle.json', 'a/cycles/b', '--as-template', 'A'], 'An address imports a cycle'],
  [['import', 'x.cycle.json', 'a/cycles/b', '--send-again'], 'An address imports a cycle'],
  [['import', 'x.cycle.json', '--as-template', ''], 'The name of the new template is empty'],
  [['import', 'x.cycle.json', '--as-template', ' '], 'The name of the new template is empty'],
  [['import', 'x.cycle.json', '--as-template', ' New One '], '" New One ", starts or ends with a'],
  [
    ['import', 'x.cycle.json', '--as-template', 'a\nb'],
    '"a\\u{a}b", contains an invisible character',
  ],
  [['import', 'x.cycle.json', '--as-template', 'q'.repeat(3000)], 'has 3000 characters; at most'],
  [['import', 'none.cycle.json', '--as-template', 'A'], 'does not exist'],
])('%j has an error with the remedy', async (words, says) => {
  const project = await copyExample('quickstart');
  const { exitCode, text } = await runOnOneLine(project, ...words);
  expect([exitCode, text]).toEqual([1, expect.stringContaining(says)]);
});

it('a resume that has nothing to do says that an import of a template is open, and what a person does', async () => {
  const project = await copyExample('quickstart');
  expect((await runOnOneLine(project, 'apply', '--yes')).exitCode).toBe(0);
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const begunAt = '2026-11-22T00:00:00.000Z';
  const address = toTemplateAddress('New One');
  const noted = { kind: 'template', idsBefore: [], connectorIdsBefore: [], begunAt } as const;
  await store.update({ account: templatesKey, openCreates: [{ address, ...noted }] });
  await store.close();
  const { exitCode, text } = await runOnOneLine(project, 'resume');
  expect([exitCode, text]).toEqual([0, expect.stringContaining('Nothing to resume')]);
  expect(text).toContain(
    `Needs manual action _templates/New One started ${begunAt}: create it Run its cyclectl import FILE --as-template NAME again`,
  );
});
