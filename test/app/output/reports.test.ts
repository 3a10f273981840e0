import { access, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readCommands } from '../../reports/samples/read-commands.ts';
import { findJunitFaults, findReportFaults, findSarifFaults } from '../../schemas/validators.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

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
  const wishes = ['json', 'text', 'markdown'].flatMap((format) => [
    '--report',
    `${format}=${join(reports, `report.${format}`)}`,
  ]);
  return runInProcess(project, ...argv, ...wishes);
}

describe('--report', () => {
  it('writes what a plan, an apply, a drift and a validate came to, beside what they print', async () => {
    const plan = await run('plan');
    expect(plan.exitCode).toBe(0);
    expect(await read('report.text')).toBe(`${plan.stdout}\n`);
    expect(await readKind('report.json')).toBe('plan');
    const marker = '<!-- cyclectl:plan:local -->\n';
    expect((await read('report.markdown')).slice(0, marker.length)).toBe(marker);
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

  it('is written again over that of the same command, also of a plan that ends drift or takes a run back', async () => {
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    for (const argv of [
      ['drift', '--revert'],
      ['undo', '--out', join(reports, 'undo.plan')],
    ]) {
      expect(await run(...argv)).toMatchObject({ exitCode: 0 });
      expect(await run(...argv)).toMatchObject({ exitCode: 0 });
    }
  });

  it('is what --format json prints', async () => {
    const { stdout } = await run('validate', '--format', 'json');
    expect(await read('report.json')).toBe(`${stdout}\n`);
  });

  it('writes the reason of a refusal to the same files', async () => {
    expect((await run('plan', '-e', 'nowhere')).exitCode).toBe(1);
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      kind: 'refused',
      run: {
        command: 'plan',
        environment: 'nowhere',
        diagnostics: [{ code: 'environment-unknown' }],
      },
    });
    expect(await read('report.text')).toContain('Name an existing one');
    for (const line of (await read('report.text')).split('\n')) {
      expect(line.length, line).toBeLessThanOrEqual(80);
    }
    await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
    expect((await run('plan')).exitCode).toBe(1);
    expect(await read('report.markdown')).toMatch(/^<!-- cyclectl:plan:local -->\n/);
    const invalid = await run('validate');
    expect(invalid.exitCode).toBe(1);
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      kind: 'validate',
      accounts: [
        { account: 'contoso', diagnostics: [{ severity: 'error' }] },
        { account: 'northwind', diagnostics: [] },
      ],
    });
    expect(await read('report.text')).toMatch(
      /\nNot valid: 1 error\. 1 of 2 accounts has errors\.\n$/,
    );
  });

  it('writes a page that a browser opens, also of a command that was refused', async () => {
    const html = ['--report', `html=${join(reports, 'report.html')}`];
    expect((await runInProcess(project, 'plan', ...html)).exitCode).toBe(0);
    expect(await read('report.html')).toContain('<h1 id="title">Plan for local</h1>');
    expect((await runInProcess(project, 'plan', '-e', 'nowhere', ...html)).exitCode).toBe(1);
    expect(await read('report.html')).toContain('cyclectl plan ended with 1');
  });

  it('reports that an apply without approval was not started', async () => {
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
  ])('%s is refused before anything is done', async (_what, request, says) => {
    const { exitCode, stderr } = await runInProcess(project, 'apply', '--yes', '--report', request);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(says);
    await expect(access(join(project.directory, '.cyclectl'))).rejects.toThrow();
  });

  it('is not written through a link, nor twice to one file', async () => {
    const [file, link] = [join(reports, 'real.json'), join(reports, 'link.json')];
    await project.write('reports/real.json', 'mine');
    await symlink(file, link);
    const through = await runInProcess(project, 'validate', '--report', `json=${link}`);
    expect([through.exitCode, through.stderr]).toEqual([1, expect.stringContaining('is a link')]);
    expect(await read('real.json')).toBe('mine');
    const same = ['--report', `json=${file}`, '--report', `text=${reports}/./real.json`];
    const twice = await runInProcess(project, 'validate', ...same);
    expect([twice.exitCode, twice.stderr]).toEqual([1, expect.stringContaining('another report')]);
  });

  it('is never written over what is no report of its format', async () => {
    const formats = ['text', 'json', 'markdown', 'html', 'github', 'junit', 'sarif'];
    for (const format of formats) {
      await project.write('precious', 'token-of-somebody\n');
      const request = `${format}=${join(project.directory, 'precious')}`;
      const { exitCode, stderr } = await runInProcess(project, 'validate', '--report', request);
      expect([exitCode, stderr], format).toEqual([
        1,
        expect.stringContaining('exists already and is not a'),
      ]);
      expect(await read('../precious')).toBe('token-of-somebody\n');
    }
    await run('plan');
    const other = ['--report', `text=${join(reports, 'report.json')}`];
    expect((await runInProcess(project, 'validate', ...other)).exitCode).toBe(1);
    expect(await readKind('report.json')).toBe('plan');
  });

  it('is written over nothing that other commands keep in documents of their own', async () => {
    const { stdout } = await runInProcess(project, 'status', '--format', 'json');
    await project.write('reports/status.json', stdout);
    const request = ['--report', `json=${join(reports, 'status.json')}`];
    expect((await runInProcess(project, 'validate', ...request)).exitCode).toBe(1);
    expect(await read('status.json')).toBe(stdout);
  });

  it('is written over an empty file, which others make for it', async () => {
    await project.write('reports/report.json', '');
    expect((await run('validate')).exitCode).toBe(0);
    expect(await readKind('report.json')).toBe('validate');
  });

  it.each([
    ['by its name', 'plan.json', './plan.json'],
    ['through a folder with another name', 'reports/plan.json', 'also/plan.json'],
  ])('and the plan never go to one file, %s', async (_how, out, file) => {
    await symlink(reports, join(project.directory, 'also'));
    const at = (name: string) => `${project.directory}/${name}`;
    const request = ['--out', at(out), '--report', `json=${at(file)}`];
    const { exitCode, stderr } = await runInProcess(project, 'plan', ...request);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--out')]);
    await expect(access(at(out))).rejects.toThrow();
  });

  it('goes to no file of Git, whatever its folder is called here', async () => {
    await mkdir(join(project.directory, '.git/hooks'), { recursive: true });
    await symlink('.git/hooks', join(project.directory, 'results'));
    const request = `text=${join(project.directory, 'results', 'pre-commit')}`;
    const { exitCode, stderr } = await runInProcess(project, 'validate', '--report', request);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is in .git or .cyclectl')]);
  });
});

/** Runs a command that writes a report of each format for pipelines into the folder of reports. */
async function scan(...argv: readonly string[]) {
  const wishes = ['junit', 'sarif', 'github'].flatMap((format) => [
    '--report',
    `${format}=${join(reports, `report.${format}`)}`,
  ]);
  const { exitCode } = await runInProcess(project, ...argv, ...wishes);
  const junit = await read('report.junit');
  const sarif = await read('report.sarif');
  expect(await findJunitFaults([junit])).toEqual([]);
  expect(findSarifFaults(sarif)).toEqual([]);
  const commands = readCommands(await read('report.github'));
  return { exitCode, junit, results: JSON.parse(sarif).runs[0].results, commands };
}

describe('reports for pipelines', () => {
  it('name the line of a mistake, the object that drifted, and why a command was refused', async () => {
    expect(await scan('validate')).toMatchObject({ exitCode: 0, results: [], commands: [] });
    expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
    const clean = await scan('drift');
    expect(clean).toMatchObject({ exitCode: 0, results: [], commands: [] });
    expect(clean.junit).toContain('<testcase name="connectors/crm" classname="northwind"');
    const path = '/v1.0/accounts/northwind-8812';
    await runInProcess(
      project,
      'emulator',
      'request',
      'PUT',
      path,
      '{"Timezone": "Europe/London"}',
    );
    const drift = await scan('drift');
    expect(drift.exitCode).toBe(2);
    expect(drift.junit).toMatch(/<testcase name="account" classname="northwind">\s*<failure /);
    const line = { file: 'accounts/northwind.yaml', line: '10', col: '13' };
    expect(drift).toMatchObject({
      results: [{ ruleId: 'drift/field', level: 'warning' }],
      commands: [{ name: 'warning', properties: line }],
    });
    await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
    const invalid = await scan('validate');
    expect(invalid.exitCode).toBe(1);
    expect(invalid.junit).toMatch(/<testcase name="contoso" [^>]*>\s*<failure /);
    const place = { artifactLocation: { uri: 'accounts/contoso.yaml', uriBaseId: '%SRCROOT%' } };
    expect(invalid.results).toMatchObject([
      { ruleId: 'unknown-key', level: 'error', locations: [{ physicalLocation: place }] },
    ]);
    const { startLine } = invalid.results[0].locations[0].physicalLocation.region;
    expect(invalid.commands).toMatchObject([
      { name: 'error', properties: { file: 'accounts/contoso.yaml', line: String(startLine) } },
    ]);
    await project.edit('accounts/contoso.yaml', 'retension:', 'retention:');
    const refused = await scan('drift', '-e', 'nowhere');
    expect(refused.exitCode).toBe(1);
    expect(refused.junit).toContain('<error message="');
    expect(refused).toMatchObject({ results: [], commands: [{ name: 'error' }] });
  });

  it('are not made of an apply, by apply or of its document', async () => {
    const request = ['--report', `sarif=${join(reports, 'a.sarif')}`];
    const asked = await runInProcess(project, 'apply', '--yes', ...request);
    expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining('formats are')]);
    await run('apply', '--yes');
    const again = join(reports, 'again.json');
    const document = ['report', join(reports, 'report.json'), '--report', `json=${again}`];
    const { exitCode, stderr } = await runInProcess(project, ...document, ...request);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'sarif needs a validate, plan or drift report, and this is a report of apply',
    );
    await expect(access(join(reports, 'a.sarif'))).rejects.toThrow();
    expect(await read('again.json')).toBe(await read('report.json'));
  });
});

describe('documents of drift and status', () => {
  it('are as the schema of reports says, and no report is made of them, which is said', async () => {
    expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
    const path = '/v1.0/accounts/northwind-8812';
    const body = '{"Timezone": "Europe/London", "Name": "Somebody"}';
    await runInProcess(project, 'emulator', 'request', 'PUT', path, body);
    expect((await runInProcess(project, 'drift')).exitCode).toBe(2);
    const because = ['--until', '2099-12-31', '--reason', 'they move'];
    const commands: readonly (readonly [string, ...string[]])[] = [
      ['status', 'status'],
      ['trend', 'drift', '--trend'],
      ['ignored', 'drift', '--ignore', 'northwind/displayName', ...because],
      ['drift-adopt', 'drift', '--adopt'],
    ];
    for (const [kind, ...command] of commands) {
      const { stdout } = await runInProcess(project, ...command, '--format', 'json');
      expect(findReportFaults(stdout), kind).toEqual([]);
      expect(JSON.parse(stdout).kind).toBe(kind);
      await project.write('reports/other.json', stdout);
      const report = await runInProcess(project, 'report', join(reports, 'other.json'));
      expect([report.exitCode, report.stdout]).toEqual([1, '']);
      expect(report.stderr).toContain(`a document of the kind "${kind}", which has no report`);
      expect(report.stderr).toContain('plan, drift, apply, validate or refused');
    }
  });
});
