import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runAnswered, runInProcess, runLine } from '../../../support/run-in-process.ts';

const base = 'blueprints/crm-base.yaml';
const blueprint = 'blueprints/crm-sync.yaml';
const table = 'fleets/customers.csv';
const fleet = 'fleets/customers.yaml';
const names = ['north-016', 'north-017', 'north-018'];
const promoting = ['promote', '--from', 'staging', '--to', 'prod'];

let applied: Project;
let project: Project;

/** The example with three rows in two environments, applied in both. */
beforeAll(async () => {
  applied = await copyExample('fleet');
  const rows = (await readProjectFile(applied, table)).split('\n');
  const kept = rows.filter((row) => ['name', ...names].some((name) => row.startsWith(`${name},`)));
  await applied.write(table, `${kept.join('\n')}\n`);
  const [head] = (await readProjectFile(applied, 'cyclectl.yaml')).split('  defaultEnvironment');
  await applied.write(
    'cyclectl.yaml',
    `${head}  defaultEnvironment: staging
  environments:
    staging:
      service: {emulator: {world: world.yaml}}
      variables: {office: Hamburg, team: Testers}
    prod:
      service: {emulator: {world: world.yaml}}
      variables: {office: Lisbon, team: Carers}
`,
  );
  const kinds = 'kind: Blueprint\nmetadata: {name: crm-sync}\nspec:\n';
  const own = '  environments: {prod: {retention: {erroredHours: 400}}}\n';
  await applied.edit(blueprint, kinds, `${kinds}${own}`);
  await applied.edit(
    base,
    `  displayName: \${inputs.title}\n`,
    `  displayName: \${inputs.title}\n  auditInfo: \${vars.team}\n  description: Ours\n`,
  );
  for (const name of ['staging', 'prod']) {
    const { exitCode, stdout } = await runInProcess(applied, 'apply', '-e', name, '--yes');
    expect(exitCode, stdout).toBe(0);
  }
}, 60_000);

beforeEach(async () => {
  project = await copyProject(applied);
});

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

async function promote(...words: readonly string[]) {
  const { exitCode, stdout } = await runInProcess(
    project,
    ...promoting,
    '--format',
    'json',
    ...words,
  );
  return { exitCode, ...JSON.parse(stdout).run };
}

async function change(accounts: readonly string[], body: Record<string, unknown>): Promise<void> {
  for (const name of accounts) {
    const path = `/v1.0/accounts/${name}.example`;
    const words = ['emulator', 'request', '-e', 'staging', 'PUT', path, JSON.stringify(body)];
    expect((await run(...words)).exitCode).toBe(0);
  }
}

/** Sets the tags of the imported cycle of an account of staging. */
async function setTags(name: string, tags: readonly string[]): Promise<void> {
  const request = async (...words: readonly string[]) => {
    const at = ['emulator', 'request', '-e', 'staging', '--account', name, ...words];
    const { exitCode, stdout } = await runInProcess(project, ...at);
    expect(exitCode).toBe(0);
    return JSON.parse(stdout);
  };
  const cycles: readonly { Id: string; Name: string }[] = await request('GET', '/v1.0/cycles');
  const found = cycles.find(({ Name }) => Name === 'extra');
  await request('PUT', `/v1.0/cycles/${found?.Id}`, JSON.stringify({ Tags: tags }));
}

async function read(...files: readonly string[]) {
  return Promise.all(files.map((file) => readProjectFile(project, file)));
}

/** Applies the patch of a promotion, and proves that staging has nothing to do any more. */
async function applyPatch({ patch }: { readonly patch: string }): Promise<void> {
  await project.write('change.patch', patch);
  await execa('git', ['apply', 'change.patch'], { cwd: project.directory });
  expect((await run('plan', '-e', 'staging', '--exit-code')).text).toContain('No changes.');
  expect((await promote()).carried).toEqual([]);
}

it('finds nothing in rows that are as they were applied', async () => {
  const promotion = await promote();
  expect(promotion).toMatchObject({ exitCode: 0, accounts: 3, carried: [], diagnostics: [] });
});

it('writes a value into the cell that gives it, and another one into the override, and prod gets both', async () => {
  const before = await read(table, fleet);
  await change(['north-016', 'north-017'], { Timezone: 'UTC' });
  await change(['north-017'], { StepDataSuccessRetentionHours: 240 });
  const promotion = await promote();
  expect(promotion.exitCode).toBe(0);
  expect(promotion.carried).toMatchObject([
    { address: 'north-016/timezone', file: table, says: 'row north-016, line 2' },
    { address: 'north-017/timezone', file: table, says: 'row north-017, line 3' },
    { address: 'north-017/retention/successHours', file: fleet },
  ]);
  expect(await read(table, fleet)).toEqual(before);
  await applyPatch(promotion);
  const [rows, layers] = await read(table, fleet);
  expect(rows).toBe(before[0]?.replace('16,,eu', '16,UTC,eu').replace('17,,eu', '17,UTC,eu'));
  expect(layers?.match(/account: north-017/g)).toHaveLength(1);
  expect(layers).toContain('successHours: 240');
  const plan = await run('plan', '-e', 'prod');
  expect(plan.text).toContain('"Europe/Berlin" → "UTC"');
  expect((await run('apply', '-e', 'prod', '--yes')).exitCode).toBe(0);
  expect((await run('plan', '-e', 'prod', '--exit-code')).exitCode).toBe(0);
}, 30_000);

it('asks where a change of all accounts belongs, and writes nothing without an answer', async () => {
  await change(names, { Timezone: 'UTC' });
  const open = await promote();
  expect(open).toMatchObject({ exitCode: 1, files: [], patch: '', incomplete: 3 });
  expect(open.diagnostics).toMatchObject([{ code: 'value-of-all', at: { file: base } }]);
  const rows = await promote('--into', 'rows');
  expect(rows.files).toMatchObject([{ path: table }]);
  const shared = await promote('--into', 'shared');
  expect(shared.files).toMatchObject([{ path: base }]);
  expect(shared.carried).toMatchObject(names.map(() => ({ file: base })));
  expect((await run(...promoting, '--into', 'shared')).text).toContain(
    `+ 3 accounts (${names.join(', ')}): timezone in ${base}: blueprint crm-base, line 14`,
  );
  await applyPatch(shared);
});

it('leaves a value that Git has otherwise in prod, and names its line', async () => {
  await change(['north-016'], { StepDataErroredRetentionHours: 600, AuditInfo: 'by hand' });
  const { exitCode, carried, diagnostics, files } = await promote();
  expect({ exitCode, carried, files }).toEqual({ exitCode: 1, carried: [], files: [] });
  expect(diagnostics).toMatchObject([
    { code: 'value-of-elsewhere', address: 'north-016/auditInfo', at: { file: 'cyclectl.yaml' } },
    { code: 'value-of-elsewhere', address: 'north-016/retention/erroredHours', at: { file: base } },
  ]);
  expect(diagnostics[0].remedy).toMatch(/environment staging, cyclectl\.yaml:\d+:\d+/);
});

it('takes or keeps a value that Git has otherwise in prod, as an option or a person says', async () => {
  await change(['north-016'], { StepDataErroredRetentionHours: 600, AuditInfo: 'by hand' });
  const hours = 'north-016/retention/erroredHours';
  const audit = 'north-016/auditInfo';
  const some = await promote('--take', hours);
  expect(some).toMatchObject({ exitCode: 3, carried: [{ address: hours, file: fleet }] });
  expect(some.diagnostics).toMatchObject([{ severity: 'error', address: audit }]);
  const kept = await promote('--conflicts', 'keep');
  expect(kept).toMatchObject({ exitCode: 0, carried: [], files: [] });
  expect(kept.diagnostics).toMatchObject([
    { severity: 'warning', address: audit },
    { severity: 'warning', address: hours },
  ]);
  const both = await promote('--conflicts', 'take', '--keep', audit);
  expect(both).toMatchObject({ exitCode: 0, carried: [{ address: hours }], patch: some.patch });
  const out = join(project.directory, 'asked.patch');
  const words = [...promoting, '--out', out];
  const asked = await runAnswered(project, ['keep', 'take'], ...words);
  expect(asked.exitCode, asked.stderr).toBe(0);
  expect(asked.questions).toEqual([
    expect.stringMatching(/auditInfo was changed to "by hand" in staging, and Git has "Carers"/),
    expect.stringMatching(/erroredHours was changed to 600 in staging, and Git has 400 for prod/),
  ]);
  expect(await readProjectFile(project, 'asked.patch')).toBe(some.patch);
  expect(asked.repeats[0]).toContain(`--keep ${audit} --take ${hours}`);
  const copy = await copyProject(project);
  expect((await runLine(asked.repeats[0] ?? '', copy)).exitCode).toBe(0);
  const all = await runAnswered(project, ['take-all'], ...words);
  expect(all).toMatchObject({ exitCode: 0, questions: [expect.stringContaining('auditInfo')] });
  await execa('git', ['apply', 'asked.patch'], { cwd: project.directory });
  expect((await run('plan', '-e', 'staging', '--exit-code')).text).toContain('No changes.');
  expect((await run('plan', '-e', 'prod')).text).toContain('400 → 600');
});

it('leaves a conflict that a person decides later, and refuses an address without one', async () => {
  await change(['north-016'], { AuditInfo: 'by hand' });
  const left = await runAnswered(project, [null], ...promoting);
  expect(left).toMatchObject({ exitCode: 1, repeats: [] });
  expect(left.stderr).toContain('value-of-elsewhere');
  const wrong = await run(...promoting, '--take', 'north-016/timezone');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.text).toContain('there is no conflict at this address');
});

it('writes the variable of a text, so that each environment has its own', async () => {
  await change(['north-016'], { Description: 'Hamburg' });
  const promotion = await promote();
  expect(promotion.carried).toMatchObject([{ address: 'north-016/description', file: fleet }]);
  expect(promotion.patch).toContain(`{description: "\${vars.office}"}`);
  await applyPatch(promotion);
  expect((await run('plan', '-e', 'prod')).text).toContain('"Ours" → "Lisbon"');
});

it('names the column where a row has no id in prod', async () => {
  const text = (await readProjectFile(project, table)).replace('name,id,', 'name,ids.staging,');
  await project.write(table, text);
  const { accounts, diagnostics, exitCode } = await promote();
  expect({ accounts, exitCode }).toEqual({ accounts: 0, exitCode: 0 });
  expect(diagnostics).toHaveLength(3);
  expect(diagnostics[0]).toMatchObject({ code: 'not-in-target', at: { file: table } });
  expect(diagnostics[0].remedy).toContain('into the column ids.prod of its row');
});

it('promotes a cycle file of one row, and none that other accounts use without the change', async () => {
  const cycle = 'north-016/cycles/contacts-to-files';
  const file = 'cycles/extra.cycle.json';
  await project.write('cycles/.keep', '');
  const path = join(project.directory, file);
  expect((await run('export', cycle, '--out', path)).exitCode).toBe(0);
  const renamed = (await readProjectFile(project, file)).replace('"Contacts to files"', '"Extra"');
  await project.write(file, renamed);
  const importInto = (name: string) => run('import', path, `${name}/cycles/extra`);
  expect((await importInto('north-016')).exitCode).toBe(0);
  expect((await run('apply', '-e', 'staging', '--yes')).exitCode).toBe(0);
  await setTags('north-016', ['by hand']);
  const alone = await promote();
  expect(alone.diagnostics).toEqual([]);
  expect(alone.files).toMatchObject([{ path: file }]);
  expect(alone.carried).toMatchObject([{ address: 'north-016/cycles/extra', file }]);
  expect((await importInto('north-017')).exitCode).toBe(0);
  expect((await run('apply', '-e', 'staging', '--yes')).exitCode).toBe(0);
  await setTags('north-016', ['by hand']);
  await change(['north-017'], { Timezone: 'UTC' });
  const shared = await promote();
  expect(shared.exitCode).toBe(3);
  expect(shared.files).toMatchObject([{ path: table }]);
  expect(shared.diagnostics).toMatchObject([
    { code: 'cycle-file-conflict', address: 'north-016/cycles/extra' },
  ]);
  expect(shared.diagnostics[0].summary).toContain(
    `It changed, and north-017 did not, with the same ${file}`,
  );
}, 60_000);
