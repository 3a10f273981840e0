import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../postgres/open-test-database.ts';
import { copyExample, copyProject, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

let database: TestDatabase;
let project: Project;
const shared = '\n      store: {postgres: {env: DATABASE_URL}}';

beforeAll(async () => {
  database = await openTestDatabase();
  project = await withUrl(await copyExample('quickstart'), database.url.reveal());
  const applied = await runInProcess(project, 'apply', '--yes');
  expect(applied.exitCode, applied.stderr).toBe(0);
});

async function withUrl(copy: Project, url: string): Promise<Project> {
  return { ...copy, environment: { ...copy.environment, DATABASE_URL: url } };
}

async function share(copy: Project): Promise<Project> {
  const path = join(copy.directory, 'cyclectl.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/\n {4}local:/, `\n    local:${shared}`));
  return copy;
}

describe('state export and import', () => {
  it('move the whole state from a file to a database and back, to the byte', async () => {
    const first = join(project.directory, 'first.jsonl');
    const exported = await runInProcess(project, 'state', 'export', first);
    expect(exported).toMatchObject({ exitCode: 0, stderr: '' });
    expect(exported.stdout).toMatch(
      /^Exported: [1-9]\d* objects, 0 unfinished operations, \d+ runs?\.$/,
    );
    expect((await stat(first)).mode & 0o777).toBe(0o600);
    const listed = await runInProcess(project, 'state', 'list');

    const moved = await share(
      await withUrl(await copyProject(project), project.environment.DATABASE_URL ?? ''),
    );
    await rm(join(moved.directory, '.cyclectl/local/store.db'));
    expect((await runInProcess(moved, 'state', 'list')).stdout).toBe('');
    const imported = await runInProcess(moved, 'state', 'import', first, '--format', 'json');
    expect(JSON.parse(imported.stdout)).toMatchObject({
      kind: 'state',
      imported: { create: 0, pause: 0 },
    });
    expect((await runInProcess(moved, 'state', 'list')).stdout).toBe(listed.stdout);

    const again = await runInProcess(moved, 'state', 'import', first);
    expect(again.exitCode).toBe(1);
    expect(again.stderr).toMatch(/the store is not empty: it has [1-9]\d* objects/);

    // The memory is the same to those who use it, and no file is made beside it any more.
    const planned = await runInProcess(moved, 'plan');
    expect(planned.stdout).toContain('No changes');
    const second = join(moved.directory, 'second.jsonl');
    await runInProcess(moved, 'state', 'export', second);
    expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
    await expect(stat(join(moved.directory, '.cyclectl/local/store.db'))).rejects.toThrow('ENOENT');

    const back = await copyProject(project);
    await rm(join(back.directory, '.cyclectl/local/store.db'));
    expect((await runInProcess(back, 'state', 'import', second)).exitCode).toBe(0);
    expect((await runInProcess(back, 'state', 'list')).stdout).toBe(listed.stdout);
  });

  it('import nothing from a file that is cut, changed, newer, invalid or of another environment', async () => {
    const file = join(project.directory, 'whole.jsonl');
    await runInProcess(project, 'state', 'export', file);
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n');
    const target = await copyProject(project);
    await rm(join(target.directory, '.cyclectl/local/store.db'));
    const bad = join(target.directory, 'bad.jsonl');
    for (const [broken, says] of [
      [lines.slice(0, -2).join('\n'), /bad\.jsonl:\d+: the export is incomplete/],
      [[...lines.slice(0, 2), ...lines.slice(3)].join('\n'), /records and declares/],
      [text.replace('"account":"northwind"', '"account":"contoso"'), /:\d+: this is not a record/],
      [text.replace('Europe', 'Eurose'), /its digest does not match/],
      [text.replace('cyclectl-state/1', 'cyclectl-state/2'), /:1: the format is cyclectl-state\/2/],
      [`${text}{}`, /the export continues after its last line/],
      ['', /the export is incomplete/],
      ['{"format":"other"}\n', /:1: this is not an export of a store/],
      ['PK\u0003\u0004', /:1: this is not a line of an export/],
      [text.replace('/local"', '/prod"'), /the export is of .*\/prod, and this is/],
    ] as const) {
      expect(broken).not.toBe(text);
      await writeFile(bad, broken);
      const { exitCode, stderr } = await runInProcess(target, 'state', 'import', bad);
      expect(stderr).toMatch(says);
      expect(exitCode).toBe(1);
      expect((await runInProcess(target, 'state', 'list')).stdout).toBe('');
    }
    const missing = await runInProcess(
      target,
      'state',
      'import',
      join(target.directory, 'none.jsonl'),
    );
    expect(missing.stderr).toMatch(/none\.jsonl: the file does not exist/);
  });

  it('take an export of another environment where its name is given', async () => {
    const file = join(project.directory, 'other.jsonl');
    await runInProcess(project, 'state', 'export', file);
    const target = await copyProject(project);
    await rm(join(target.directory, '.cyclectl/local/store.db'));
    await target.edit('cyclectl.yaml', 'name: quickstart', 'name: renamed');
    const from = ['--from', 'quickstart/local'];
    expect((await runInProcess(target, 'state', 'import', file)).stderr).toContain(from.join(' '));
    expect(await runInProcess(target, 'state', 'import', file, ...from)).toMatchObject({
      exitCode: 0,
    });
  });
});

describe('a store that is shared', () => {
  it('says what is wrong with its address, and never shows it', async () => {
    const lacking = await share(await copyExample('quickstart'));
    const none = await runInProcess(lacking, 'plan');
    expect(none.exitCode).toBe(1);
    expect(none.stderr).toContain('cannot find the store of local: $DATABASE_URL is not set');
    const wrong = await withUrl(lacking, 'postgres://ann:s3cret@127.0.0.1:1/x');
    for (const args of [['plan'], ['apply', '--yes'], ['state', 'list']]) {
      const { exitCode, stderr } = await runInProcess(wrong, ...args);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('cannot use the store 127.0.0.1:1/x: nothing listens there');
      expect(stderr).not.toContain('s3cret');
    }
  });

  it('is required where a protected environment is written from CI', async () => {
    const real = await copyExample('quickstart');
    const path = join(real.directory, 'cyclectl.yaml');
    const head = (await readFile(path, 'utf8')).split('  defaultEnvironment:')[0];
    const service = 'service: {baseUrl: "http://127.0.0.1:1", token: {accessToken: {env: TOKEN}}}';
    const write = (rest: string) =>
      writeFile(path, `${head}  environments:\n    prod:\n      ${service}\n${rest}`);
    // What the operator has to say in CI is not what this is about.
    const operator = { CYCLECTL_ALLOW_ORIGINS: '*', CYCLECTL_ALLOW_ENV: '*' };
    const environment = { ...operator, TOKEN: 'x', CYCLECTL_SECRET_KEY: 'k'.repeat(40) };
    const inCi = { ...real, environment: { ...environment, CI: 'true' } };
    const says = 'Write "store: {postgres: {env: DATABASE_URL}}"';
    const forget = ['state', 'forget', 'northwind', '--yes', '-e', 'prod'];

    await write('      protect: {maxDeletes: 1}\n');
    const refused = await runInProcess(inCi, ...forget);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(says);
    await expect(stat(join(real.directory, '.cyclectl/prod/store.db'))).rejects.toThrow('ENOENT');
    // At review already: the plan that is saved could not be applied after the merge.
    const saved = await runInProcess(
      inCi,
      'plan',
      '--out',
      join(real.directory, 'p.json'),
      '-e',
      'prod',
    );
    expect([saved.exitCode, saved.stderr]).toEqual([1, expect.stringContaining(says)]);
    // What only looks is let through, and so is a person at a machine, and who protects nothing.
    expect((await runInProcess(inCi, 'state', 'list', '-e', 'prod')).exitCode).toBe(0);
    const athome = { ...real, environment };
    expect((await runInProcess(athome, ...forget)).stderr).not.toContain(says);
    await write('');
    expect((await runInProcess(inCi, ...forget)).stderr).not.toContain(says);
  });
});
