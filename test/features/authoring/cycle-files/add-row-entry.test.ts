import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const blueprint = 'blueprints/crm-sync.yaml';
const table = 'fleets/customers.csv';
const fleet = 'fleets/customers.yaml';
const file = 'cycles/export.cycle.json';

let exported: Project;
let project: Project;

/** The example with two rows, one with an override, applied; a cycle of it is exported. */
beforeAll(async () => {
  exported = await copyExample('fleet');
  const rows = (await readProjectFile(exported, table)).split('\n');
  const kept = rows.filter((row) => /^(name|north-016|north-017),/.test(row));
  await exported.write(table, `${kept.join('\n')}\n`);
  await exported.write('cycles/.keep', '');
  expect((await runInProcess(exported, 'apply', '--yes')).exitCode).toBe(0);
  const cycle = 'north-016/cycles/contacts-to-files';
  const out = join(exported.directory, file);
  expect((await runInProcess(exported, 'export', cycle, '--out', out)).exitCode).toBe(0);
}, 60_000);

beforeEach(async () => {
  project = await copyProject(exported);
});

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

function importAs(address: string, path = file) {
  return run('import', join(project.directory, path), address);
}

async function read(...files: readonly string[]) {
  return Promise.all(files.map((path) => readProjectFile(project, path)));
}

it('imports a cycle into the override of a row, and into no other account', async () => {
  const before = await readProjectFile(project, fleet);
  const others = await read(table, blueprint);
  const imported = await importAs('north-016/cycles/extra');
  expect(imported.exitCode).toBe(0);
  expect(imported.text).toContain(`north-016/cycles/extra in ${fleet} uses ${file}.`);
  const after = await readProjectFile(project, fleet);
  expect(after.slice(before.length)).toMatch(
    /^ {4}- account: north-016\n {6}reason: imported\n {6}owner: .+\n {6}set:\n {8}cycles:\n {10}extra: \{from: \{file: cycles\/export\.cycle\.json\}\}\n$/,
  );
  expect(await read(table, blueprint)).toEqual(others);
  const plan = await run('plan', '--format', 'json');
  expect(plan.text).toContain('north-016/cycles/extra');
  expect(plan.text).not.toContain('north-017/cycles/extra');
  expect((await run('apply', '--yes')).exitCode).toBe(0);
  expect((await run('plan', '--exit-code')).exitCode).toBe(0);
});

it('imports into the override that a row has, finds it there again, and overwrites it if asked to', async () => {
  expect((await importAs('north-017/cycles/extra')).exitCode).toBe(0);
  const written = await readProjectFile(project, fleet);
  expect(written.match(/account: north-017/g)).toHaveLength(1);
  expect(written).toContain('interval: 1h');
  const again = await importAs('north-017/cycles/extra');
  expect(again.exitCode).toBe(0);
  expect(again.text).toContain(`north-017/cycles/extra in ${fleet} uses ${file}.`);
  expect(await readProjectFile(project, fleet)).toBe(written);
  const other = 'cycles/other.cycle.json';
  const out = join(project.directory, other);
  const cycle = 'north-017/cycles/contacts-to-files';
  expect((await run('export', cycle, '--out', out)).exitCode).toBe(0);
  const refused = await importAs('north-017/cycles/extra', other);
  expect([refused.exitCode, refused.text]).toEqual([
    1,
    expect.stringContaining(`The cycle extra of ${fleet} has another origin`),
  ]);
  expect(await readProjectFile(project, fleet)).toBe(written);
  expect((await run('import', out, 'north-017/cycles/extra', '--yes')).exitCode).toBe(0);
  expect(await readProjectFile(project, fleet)).toBe(written.replace(file, other));
});

it('refuses a cycle that comes from the blueprint, names its line, and writes nothing', async () => {
  const before = await read(table, blueprint, fleet);
  for (const words of [[], ['--yes']]) {
    const path = join(project.directory, file);
    const refused = await run('import', path, 'north-016/cycles/contacts-to-files', ...words);
    expect(refused.exitCode).toBe(1);
    expect(refused.text).toContain('This cycle comes from blueprint crm-sync');
    expect(refused.text).toContain(`write from: {file: ${file}} at ${blueprint}:21:13`);
    expect(refused.text).toContain('cycle-of-layer');
  }
  const elsewhere = await copyProject(exported);
  const outside = join(elsewhere.directory, file);
  await rm(join(project.directory, file));
  expect((await run('import', outside, 'north-016/cycles/contacts-to-files')).exitCode).toBe(1);
  await expect(readProjectFile(project, file)).rejects.toThrow();
  expect(await read(table, blueprint, fleet)).toEqual(before);
});

it('refuses an entry that is not valid with its mistake, and writes nothing', async () => {
  const before = await read(table, blueprint, fleet);
  const refused = await importAs('north-016/cycles/A b');
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain('The key "A b"');
  expect(refused.text).toContain('Nothing was written');
  expect(await read(table, blueprint, fleet)).toEqual(before);
});
