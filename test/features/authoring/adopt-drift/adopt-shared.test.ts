import { beforeAll, beforeEach, expect, it } from 'vitest';
import { findReportFaults } from '../../../schemas/validators.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runAnswered, runInProcess, runLine } from '../../../support/run-in-process.ts';

const base = 'blueprints/crm-base.yaml';
const table = 'fleets/customers.csv';
const fleet = 'fleets/customers.yaml';
const names = ['north-016', 'north-017', 'north-018', 'north-029'];

let applied: Project;
let project: Project;

/** The example with four rows, one with an override and one in a segment, applied. */
beforeAll(async () => {
  applied = await copyExample('fleet');
  const [head, ...rows] = ((await readProjectFile(applied, table)) ?? '').split('\n');
  const kept = rows.filter((row) => names.some((name) => row.startsWith(`${name},`)));
  await applied.write(table, `${[head, ...kept].join('\n')}\n`);
  expect((await runInProcess(applied, 'apply', '--yes')).exitCode).toBe(0);
}, 60_000);

beforeEach(async () => {
  project = await copyProject(applied);
});

async function run(...words: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...words);
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

/** Runs `drift --adopt` on a terminal on which a person takes all differences, and then answers so. */
async function adoptAnswering(...answers: readonly string[]) {
  const adopted = await runAnswered(project, [null, ...answers], 'drift', '--adopt');
  const { exitCode, questions, repeats, stdout, stderr } = adopted;
  const text = `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');
  return { exitCode, asked: questions.slice(1), repeats, text };
}

async function change(accounts: readonly string[], body: Record<string, unknown>): Promise<void> {
  for (const name of accounts) {
    const path = `/v1.0/accounts/${name}.example`;
    const sent = await run('emulator', 'request', 'PUT', path, JSON.stringify(body));
    expect(sent.exitCode).toBe(0);
  }
}

async function read(...files: readonly string[]) {
  return Promise.all(files.map((file) => readProjectFile(project, file)));
}

async function expectInSync(): Promise<void> {
  expect((await run('drift')).exitCode).toBe(0);
  expect((await run('plan', '--exit-code')).exitCode).toBe(0);
}

it('asks where a change of all accounts belongs, and writes the default of the blueprint', async () => {
  await change(names, { Timezone: 'UTC' });
  const [before, ...others] = await read(base, table, fleet);
  const adopted = await adoptAnswering('shared');
  expect(adopted.exitCode).toBe(0);
  expect(adopted.asked).toHaveLength(1);
  expect(adopted.asked[0]).toContain(
    'timezone changed in the service in all accounts that have it from blueprint crm-base: "Europe/Berlin" → "UTC" in 4 accounts (north-016, north-017, north-018, … +1)',
  );
  expect(adopted.text).toContain(
    `timezone of 4 accounts (north-016, north-017, north-018, … +1): "Europe/Berlin" → "UTC" in blueprint crm-base, ${base}:14:16`,
  );
  expect(await read(base, table, fleet)).toEqual([
    before?.replace('default: Europe/Berlin', 'default: UTC'),
    ...others,
  ]);
  await expectInSync();
});

it('writes the row or the override of each account if a person says so', async () => {
  await change(names, { Timezone: 'UTC', StepDataErroredRetentionHours: 600 });
  const [before] = await read(base);
  const adopted = await adoptAnswering('rows', 'rows');
  expect(adopted.exitCode).toBe(0);
  expect(adopted.asked).toHaveLength(2);
  expect(adopted.text).toContain('north-016/timezone: "Europe/Berlin" → "UTC" in row north-016');
  expect(adopted.text).toMatch(/600 in override north-017, fleets\/customers\.yaml:\d+:\d+/);
  expect(await read(base)).toEqual([before]);
  await expectInSync();
});

it('prints each answer as an option, by which another copy gets the same', async () => {
  await change(names, { Timezone: 'UTC', StepDataErroredRetentionHours: 600 });
  const copy = await copyProject(project);
  const adopted = await adoptAnswering('shared', 'rows');
  expect(adopted.exitCode, adopted.text).toBe(0);
  expect(adopted.repeats).toEqual([
    expect.stringMatching(/drift --adopt --yes --into \w+=\S+ --into \w+=\S+$/),
  ]);
  const again = await runLine(adopted.repeats[0] ?? '', copy);
  expect(again.exitCode, again.stderr).toBe(0);
  const files = await Promise.all([base, table, fleet].map((file) => readProjectFile(copy, file)));
  expect(files).toEqual(await read(base, table, fleet));
  await expectInSync();
});

it('takes one place for all, or one for each path', async () => {
  const mixed = await run('drift', '--adopt', '--into', 'rows', '--into', 'shared=timezone');
  expect(mixed.exitCode).toBe(1);
  expect(mixed.text).toContain('Pass one place for all, or places with a path each.');
  expect((await run('drift', '--adopt', '--into', 'cells')).text).toContain('Write rows or shared');
});

it('writes nothing without an answer, and names both forms', async () => {
  await change(names, { Timezone: 'UTC' });
  const before = await read(base, table, fleet);
  for (const adopted of [await run('drift', '--adopt'), await adoptAnswering()]) {
    expect(adopted.exitCode).toBe(1);
    expect(adopted.text).toContain('value-of-all');
    expect(adopted.text).toContain(`${base}:14:16, pass --into shared`);
    expect(adopted.text).toContain('pass --into rows');
    expect(adopted.text).toContain('Nothing was written');
  }
  expect(await read(base, table, fleet)).toEqual(before);
  const shared = ['drift', '--adopt', '--into', 'shared', '--format', 'json'];
  const written = await runInProcess(project, ...shared);
  expect(written.exitCode).toBe(0);
  expect(findReportFaults(written.stdout)).toEqual([]);
  const into = { layer: 'default', name: 'crm-base', at: { file: base, line: 14 } };
  expect(JSON.parse(written.stdout)).toMatchObject({
    run: { files: [base], values: names.map(() => ({ into })) },
  });
  await expectInSync();
});

it('takes the choice with --adopt alone', async () => {
  const refused = await run('drift', '--into', 'rows');
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain('--into needs --adopt');
});

it('asks nothing where an account has the value without the change, or was not read', async () => {
  await change(names.slice(1), { Timezone: 'UTC' });
  const adopted = await adoptAnswering('shared');
  expect(adopted.asked).toEqual([]);
  expect(adopted.text).toContain('in row north-017');
  await expectInSync();
  project = await copyProject(applied);
  await change(names, { Timezone: 'UTC' });
  const some = ['--select', 'account=north-016', '--select', 'account=north-018'];
  expect((await run('drift', '--adopt', ...some)).text).toContain('in row north-016');
});

it('refuses a blueprint that would change other accounts, says which, and writes the rows', async () => {
  await change(names.slice(1), { Timezone: 'UTC' });
  const [before] = await read(base);
  const adopted = await run('drift', '--adopt', '--into', 'shared');
  expect(adopted.exitCode).toBe(0);
  expect(adopted.text).toContain(
    'timezone was written for 3 accounts (north-017, north-018, north-029) alone, because blueprint crm-base would also change north-016',
  );
  expect(await read(base)).toEqual([before]);
  await expectInSync();
});

it('does for one path what --into does for all', async () => {
  await change(names.slice(1), { Timezone: 'UTC' });
  const [before] = await read(base);
  const adopted = await run('drift', '--adopt', '--into', 'shared=timezone');
  expect(adopted.exitCode).toBe(0);
  expect(adopted.text).toContain('because blueprint crm-base would also change north-016');
  expect(await read(base)).toEqual([before]);
  await expectInSync();
});

it('refuses a path that no change has, and writes nothing', async () => {
  await change(names, { Timezone: 'UTC' });
  const before = await read(base, table, fleet);
  const adopted = await run('drift', '--adopt', '--into', 'shared=tiemzone');
  expect(adopted.exitCode).toBe(1);
  expect(adopted.text).toContain(
    '--into shared=tiemzone: no change of a blueprint or a segment has this path',
  );
  expect(await read(base, table, fleet)).toEqual(before);
});
