import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Terminal, toPieces } from '../../../../src/app/output/terminal.ts';
import { runProgram } from '../../../../src/cli/run-program.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, runInProcess } from '../../../support/run-in-process.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';

// They stand in the file of the world, so that they cannot be looked for in the whole folder.
const secrets = { crmKey: 'crm-key-of-the-world', clientSecret: 'client-secret-of-the-world' };
const world = formatHandmadeWorld(secrets);

/** A project of the embedded service and nothing else, not even a folder of manifests. */
async function openEmpty(more = ''): Promise<Project> {
  const project = await copyExample('quickstart');
  await rm(join(project.directory, 'accounts'), { recursive: true });
  await project.write('world.yaml', `${world}${more}`);
  return project;
}

function hideFolder(text: string, { directory }: Project): string {
  return text
    .replaceAll(/ \\\n +/g, ' ')
    .replaceAll(directory, 'FOLDER')
    .replaceAll(/\d+\.\d s/g, 'N s');
}

it('writes what was created in the console, and the plan of that is empty', async () => {
  const project = await openEmpty();
  const { exitCode, stdout } = await runInProcess(
    project,
    'export',
    '--select',
    'account=northwind-8812',
  );
  expect(exitCode).toBe(0);
  expect(findWideLines(stdout ?? '')).toEqual([]);
  const said = hideFolder(stdout ?? '', project);
  expect(said).toBe(await readGolden('export/one-account.txt', said));
  const written = await readProjectFile(project, 'accounts/northwind-traders.yaml');
  expect(written).toBe(await readGolden('export/northwind-traders.yaml', written));
  expect(await runInProcess(project, 'validate')).toMatchObject({ exitCode: 0 });
  const planned = await runInProcess(project, 'plan', '--exit-code');
  expect(planned.exitCode).toBe(0);
  expect(planned.stdout).toContain('No changes.');
});

it('writes all mappings and variables on request', async () => {
  const project = await openEmpty();
  await runInProcess(project, 'export', '--full', '--select', 'account=northwind-8812');
  const written = await readProjectFile(project, 'accounts/northwind-traders.yaml');
  expect(written).toBe(await readGolden('export/northwind-traders-full.yaml', written));
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
});

it('exits 3 where something was left out, and says what', async () => {
  const project = await openEmpty();
  const { exitCode, stdout } = await runInProcess(project, 'export', '--all');
  expect(exitCode).toBe(3);
  expect(findWideLines(stdout ?? '')).toEqual([]);
  const said = hideFolder(stdout ?? '', project);
  expect(said).toBe(await readGolden('export/left-out.txt', said));
  for (const key of ['account', 'contoso']) {
    const written = await readProjectFile(project, `accounts/${key}.yaml`);
    expect(written).toBe(await readGolden(`export/${key}.yaml`, written));
  }
  const folder = join(project.directory, 'accounts');
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(files.length).toBe(5);
  expect([said, ...files].join('')).not.toMatch(/of-the-world|not-a-secret/);
  const again = await runInProcess(project, 'export', '--all', '--format', 'json');
  expect(again.exitCode).toBe(0);
  const { accounts, run } = JSON.parse(again.stdout);
  expect(accounts.map((each: { kind: string }) => each.kind)).toEqual(Array(5).fill('managed'));
  expect(run.summary).toMatchObject({ written: 0, managed: 5, failed: 0 });
});

it('exits 1 where nothing was written, and says what to give', async () => {
  const project = await openEmpty();
  for (const args of [[], ['--all', '--select', 'account=acme'], ['--select', 'account=nobody']]) {
    const { exitCode, stderr } = await runInProcess(project, 'export', ...args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/--all for every account|matches no account of the service/);
  }
  await expect(readdir(join(project.directory, 'accounts'))).rejects.toThrow('ENOENT');
});

it('writes by environment where the project has several', async () => {
  const project = await openEmpty();
  const local = 'service: {emulator: {world: world.yaml}}';
  await project.edit('cyclectl.yaml', local, `${local}\n    other:\n      ${local}`);
  await runInProcess(project, 'export', '-e', 'other', '--select', 'account=acme');
  const written = await readProjectFile(project, 'accounts/acme.yaml');
  expect(written).toContain('  ids: {other: acme-1}\n');
});

it('reports what could not be written midway, and still ends with its summary', async () => {
  for (const format of ['text', 'json']) {
    const project = await openEmpty();
    const { context, out } = openRecordedContext(project.environment, 'export');
    const stop = stopWriting(project);
    const terminal = { ...context.terminal, out: stop(context.terminal.out) };
    const argv = ['-C', project.directory, 'export', '--all', '--format', format];
    expect(await runProgram({ ...context, terminal }, { argv, endedBy: () => null })).toBe(3);
    if (format === 'text') {
      expect(out()).toMatch(/^acme +NOT WRITTEN$/m);
      expect(out()).toMatch(/a file exists where a folder is needed\s+\[file-not-written\]/);
      expect(out()).toContain('1 account written. 4 accounts not written.');
      continue;
    }
    const { accounts, run } = JSON.parse(out());
    expect(accounts).toMatchObject([
      { kind: 'written', account: 'account' },
      ...['acme', 'acme-2', 'contoso', 'northwind-traders'].map((account) => ({
        kind: 'failed',
        account,
        diagnostics: [{ code: 'file-not-written', address: account }],
      })),
    ]);
    expect(run.summary).toMatchObject({ written: 1, failed: 4 });
  }
});

/** Once the first account is told, a file stands where the folder of the manifests was. */
function stopWriting({ directory }: Project) {
  const folder = join(directory, 'accounts');
  return (out: Terminal['out']): Terminal['out'] =>
    async (text) => {
      for await (const piece of toPieces(text)) {
        await out(piece);
        if (!piece.includes('accounts/account.yaml')) continue;
        await rename(folder, `${folder}-away`);
        await writeFile(folder, '');
      }
    };
}

it('writes through no link and over no file', async () => {
  const project = await openEmpty();
  const folder = join(project.directory, 'accounts');
  const elsewhere = join(project.directory, 'elsewhere');
  await mkdir(elsewhere);
  await symlink(elsewhere, folder);
  const linked = await runInProcess(project, 'export', '--select', 'account=acme');
  expect(linked).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('accounts is a link'),
  });
  expect(await readdir(elsewhere)).toEqual([]);
  await rm(folder);
  await mkdir(folder);
  await symlink(join(elsewhere, 'acme.yaml'), join(folder, 'acme.yaml'));
  const passedOver = await runInProcess(project, 'export', '--select', 'account=acme');
  expect(passedOver.exitCode).toBe(1);
  expect(passedOver.stderr).toContain('accounts/acme.yaml is a link');
  expect(passedOver.stderr).toContain('Replace it with a regular file that ends in .yaml');
  expect(await readdir(elsewhere)).toEqual([]);
  await rm(join(folder, 'acme.yaml'));
  await mkdir(join(folder, 'acme.yaml'));
  // An empty folder of that name is told before, as what stands where a manifest would.
  await writeFile(join(folder, 'acme.yaml', 'notes.txt'), '');
  const inTheWay = await runInProcess(project, 'export', '--select', 'account=acme');
  expect(inTheWay).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('[file-in-the-way]'),
  });
  await rm(join(folder, 'acme.yaml'), { recursive: true });
  await writeFile(
    join(folder, 'acme.yml'),
    await readFile(join(project.directory, 'cyclectl.yaml')),
  );
  const broken = await runInProcess(project, 'export', '--select', 'account=acme');
  expect(broken).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[unknown-kind]') });
});
