import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

async function exportApplied(): Promise<{ readonly project: Project; readonly file: string }> {
  const project = await copyExample('quickstart');
  expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
  const file = join(project.directory, 'cycles/files.cycle.json');
  const exported = await runInProcess(
    project,
    'export',
    'northwind/cycles/contacts-to-files',
    '--out',
    file,
  );
  expect([exported.exitCode, exported.stderr]).toEqual([
    0,
    expect.stringContaining('Exported northwind/cycles/contacts-to-files to'),
  ]);
  return { project, file };
}

it('a cycle is exported, imported into another account, applied, and exported as the same', async () => {
  const { project, file } = await exportApplied();
  const imported = await runInProcess(project, 'import', file, 'contoso/cycles/copied');
  expect(imported.exitCode).toBe(0);
  expect(imported.stderr).toContain('Needs a connector for the slot "Sample CRM"');
  const again = await runInProcess(project, 'import', file, 'contoso/cycles/copied');
  expect(again.exitCode).toBe(0);
  const refused = await runInProcess(project, 'plan');
  expect([refused.exitCode, refused.stdout]).toEqual([
    1,
    expect.stringContaining('contoso has no connector for the slot "Sample CRM"'),
  ]);
  const manifest = join(project.directory, 'accounts/contoso.yaml');
  const entry = '  connectors:\n    sample-crm: {connector: {name: Sample CRM}}\n';
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('  connectors:\n', entry));
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.exitCode, applied.stdout).toBe(0);
  const other = join(project.directory, 'cycles/other.cycle.json');
  expect(
    (await runInProcess(project, 'export', 'contoso/cycles/copied', '--out', other)).exitCode,
  ).toBe(0);
  const { exitCode, stdout } = await runInProcess(project, 'diff', file, other);
  expect([exitCode, stdout]).toEqual([
    0,
    'the cycle is renamed from "Contacts to files" to "copied"',
  ]);
  const asData = await runInProcess(project, 'diff', file, other, '--format', 'json');
  expect(JSON.parse(asData.stdout)).toMatchObject({ kind: 'diff', changes: [{ kind: 'renamed' }] });
}, 60_000);

it('a file from elsewhere is copied with its parts, and no other is written over unasked', async () => {
  const { project, file } = await exportApplied();
  const elsewhere = await copyExample('quickstart');
  const imported = await runInProcess(elsewhere, 'import', file, 'contoso/cycles/copied');
  expect(imported.exitCode).toBe(0);
  expect((await runInProcess(elsewhere, 'validate')).exitCode).toBe(0);
  const copy = join(elsewhere.directory, 'cycles/files.cycle.json');
  expect(await readFile(copy, 'utf8')).toBe(await readFile(file, 'utf8'));
  const changed = (await readFile(file, 'utf8')).replace('"Value": "emea"', '"Value": "apac"');
  await writeFile(file, changed);
  const asked = await runInProcess(elsewhere, 'import', file, 'contoso/cycles/copied');
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toContain('cycles/files.cycle.json exists with another content');
  expect(
    (await runInProcess(elsewhere, 'import', file, 'contoso/cycles/copied', '--yes')).exitCode,
  ).toBe(0);
  expect(await readFile(copy, 'utf8')).toBe(changed);
  await copyFile(join(project.directory, 'cyclectl.yaml'), join(project.directory, 'x.cycle.json'));
  const over = await runInProcess(
    project,
    ...['export', 'northwind/cycles/contacts-to-files', '--out'],
    join(project.directory, 'x.cycle.json'),
  );
  expect([over.exitCode, over.stderr]).toEqual([
    1,
    expect.stringContaining('exists and is not a cycle file'),
  ]);
}, 60_000);

it('a cycle file that is written over keeps its line ends', async () => {
  const { project, file } = await exportApplied();
  const before = await readFile(file, 'utf8');
  await writeFile(file, before.replace('"emea"', '"apac"').replaceAll('\n', '\r\n'));
  const exporting = ['export', 'northwind/cycles/contacts-to-files', '--out', file];
  expect((await runInProcess(project, ...exporting)).exitCode).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(before.replaceAll('\n', '\r\n'));
  const elsewhere = await copyExample('quickstart');
  const importing = () => runInProcess(elsewhere, 'import', file, 'contoso/cycles/copied', '--yes');
  expect((await importing()).exitCode).toBe(0);
  const copy = join(elsewhere.directory, 'cycles/files.cycle.json');
  const old = (await readFile(copy, 'utf8')).replace('"emea"', '"apac"');
  await writeFile(copy, old.replaceAll(/\r?\n/g, '\r\n'));
  expect((await importing()).exitCode).toBe(0);
  expect(await readFile(copy, 'utf8')).toBe(before.replaceAll('\n', '\r\n'));
  // With other line ends alone it is the same file, and nobody is asked.
  const again = await runInProcess(elsewhere, 'import', file, 'contoso/cycles/copied');
  expect([again.exitCode, again.stderr]).toEqual([0, expect.not.stringContaining('another one')]);
}, 60_000);

it('an import keeps the mode of the manifest, and writes through no link of the project', async () => {
  const { file } = await exportApplied();
  const project = await copyExample('quickstart');
  const manifest = join(project.directory, 'accounts/contoso.yaml');
  await chmod(manifest, 0o600);
  const outside = join((await copyExample('quickstart')).directory, 'outside');
  await mkdir(outside);
  await symlink(outside, join(project.directory, 'cycles'));
  const refused = await runInProcess(project, 'import', file, 'contoso/cycles/copied');
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('is a link')]);
  expect(await readdir(outside)).toEqual([]);
  expect(await readFile(manifest, 'utf8')).not.toContain('copied');
  await rm(join(project.directory, 'cycles'));
  expect((await runInProcess(project, 'import', file, 'contoso/cycles/copied')).exitCode).toBe(0);
  expect(await readFile(manifest, 'utf8')).toContain('copied');
  expect((await stat(manifest)).mode & 0o777).toBe(0o600);
}, 60_000);

it.each([
  ['files.cycle.json', 'contoso/cycles/A b', 'key'],
  ['plain.json', 'contoso/cycles/copied', '.cycle.json'],
  ['.cyclectl/files.cycle.json', 'contoso/cycles/copied', 'private-folder'],
])(
  'an import of %s as %s is refused before anything is written, since nothing would validate',
  async (name, address, says) => {
    const project = await copyExample('quickstart');
    const path = join(project.directory, name);
    const manifest = join(project.directory, 'accounts/contoso.yaml');
    const before = await readFile(manifest, 'utf8');
    await mkdir(join(project.directory, '.cyclectl'), { recursive: true });
    await writeFile(path, '{"format": "cyclectl-cycle/1", "Name": "Files", "Steps": []}');
    const { exitCode, stderr } = await runInProcess(project, 'import', path, address);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
    expect(stderr).toContain('Nothing was written');
    expect(await readFile(manifest, 'utf8')).toBe(before);
  },
);

it.each([
  [['export', 'northwind', '--out', 'x.cycle.json'], 'is not the address of a cycle'],
  [['export', 'northwind/cycles/none', '--out', 'x.json'], 'is not the name of a cycle file'],
  [['export', 'northwind/cycles/none', '--out', 'x.cycle.json'], 'has no cycle "none"'],
  [
    ['export', 'none/cycles/none', '--out', 'x.cycle.json'],
    'No manifest declares the account "none"',
  ],
  [['diff', 'none.cycle.json', 'none.cycle.json'], 'The cycle file none.cycle.json does not exist'],
  [['import', 'none.cycle.json', 'northwind/cycles/a'], 'does not exist'],
])('%j has an error with the remedy', async (words, says) => {
  const project = await copyExample('quickstart');
  const { exitCode, stderr } = await runInProcess(project, ...words);
  expect(exitCode).toBe(1);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(says);
});
