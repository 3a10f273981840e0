import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyExample, type Project } from './run-cyclectl.ts';
import { talk } from './talk-in-process.ts';

let project: Project;
let reports: string;

beforeEach(async () => {
  project = await copyExample('quickstart');
  reports = join(project.directory, 'reports');
  await mkdir(reports);
});

const read = (name: string) => readFile(join(reports, name), 'utf8');
const readKind = async (name: string) => JSON.parse(await read(name)).kind;

/** Runs a command that writes a report of each format into the folder of reports. */
async function run(...argv: readonly string[]) {
  const wishes = ['json', 'text'].flatMap((format) => [
    '--report',
    `${format}=${join(reports, `report.${format}`)}`,
  ]);
  return talk(project, ...argv, ...wishes);
}

describe('--report', () => {
  it('writes what a plan, an apply, a drift and a validate came to, beside what they print', async () => {
    const plan = await run('plan');
    expect(plan.exitCode).toBe(0);
    expect(await read('report.text')).toBe(`${plan.stdout}\n`);
    expect(await readKind('report.json')).toBe('plan');
    const apply = await run('apply', '--yes');
    expect(apply.exitCode).toBe(0);
    expect(await readKind('report.json')).toBe('apply');
    expect(`${apply.stdout}\n`).toContain(await read('report.text'));
    const drift = await run('drift');
    expect(await read('report.text')).toBe(`${drift.stdout}\n`);
    expect(await readKind('report.json')).toBe('drift');
    expect((await run('validate')).stdout).toBe('Valid. 2 accounts.');
    expect(await readKind('report.json')).toBe('validate');
    expect(await read('report.text')).toBe('Valid. 2 accounts.\n');
  });

  it('is what --format json prints', async () => {
    const { stdout } = await run('validate', '--format', 'json');
    expect(await read('report.json')).toBe(`${stdout}\n`);
  });

  it('tells in the same files why a command was refused', async () => {
    expect((await run('plan', '-e', 'nowhere')).exitCode).toBe(1);
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      kind: 'refused',
      run: { command: 'plan', diagnostics: [{ code: 'environment-unknown' }] },
    });
    expect(await read('report.text')).toContain('Name one that it has');
    await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
    const invalid = await run('validate');
    expect(invalid.exitCode).toBe(1);
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      kind: 'validate',
      accounts: [
        { account: 'contoso', diagnostics: [{ severity: 'error' }] },
        { account: 'northwind', diagnostics: [] },
      ],
    });
    expect(await read('report.text')).toMatch(/Not valid\. 2 accounts\.\n$/);
  });

  it('tells of an apply that nobody approved that it was not begun', async () => {
    expect((await run('apply')).exitCode).toBe(1);
    expect(JSON.parse(await read('report.json')).run.notBegun).toBe('nobody-to-ask');
  });

  it.each([
    ['of a format that there is not', 'pdf=a', 'Write FORMAT=FILE'],
    ['without a file', 'json', 'Write FORMAT=FILE'],
    ['with an empty file', 'json=', 'Write FORMAT=FILE'],
    ['over a manifest', 'json=accounts/contoso.yaml', 'has the name of a manifest'],
    ['into a folder that is not there', 'json=/nowhere/a.json', 'its folder does not exist'],
    ['over a folder', 'json=.', 'it is a folder'],
  ])('%s is refused before anything is done', async (_what, wish, says) => {
    const { exitCode, stderr } = await talk(project, 'apply', '--yes', '--report', wish);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
    await expect(access(join(project.directory, '.cyclectl'))).rejects.toThrow();
  });

  it('is not written through a link, nor twice to one file', async () => {
    const [file, link] = [join(reports, 'real.json'), join(reports, 'link.json')];
    await project.write('reports/real.json', 'mine');
    await symlink(file, link);
    const through = await talk(project, 'validate', '--report', `json=${link}`);
    expect([through.exitCode, through.stderr]).toEqual([1, expect.stringContaining('is a link')]);
    expect(await read('real.json')).toBe('mine');
    const same = ['--report', `json=${file}`, '--report', `text=${reports}/./real.json`];
    const twice = await talk(project, 'validate', ...same);
    expect([twice.exitCode, twice.stderr]).toEqual([1, expect.stringContaining('two reports')]);
  });
});

describe('cyclectl report', () => {
  it('writes a document in other formats, and asks nobody', async () => {
    await run('plan');
    const document = join(reports, 'report.json');
    const again = join(reports, 'again.json');
    const told = await talk(project, 'report', document, '--report', `json=${again}`);
    expect(told.exitCode).toBe(0);
    expect(`${told.stdout}\n`).toBe(await read('report.text'));
    expect(await read('again.json')).toBe(await read('report.json'));
  });

  it.each(['cyclectl.yaml', 'world.yaml', 'nowhere.json', 'accounts'])(
    'refuses %s, which is none',
    async (name) => {
      const { exitCode, stderr } = await talk(project, 'report', join(project.directory, name));
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^error: .*report/);
    },
  );
});
