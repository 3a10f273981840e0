import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
  type Result,
  readProjectFile,
} from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

// The table of exit codes, a test for each cell. The real program ends with each code once, for it is a process that
// has to end so, whatever the command; all else is talked to in the test's own process.

let applied: Project;
let firstApply: Result;

// Where a cell begins after an apply, it begins in a copy of this one.
beforeAll(async () => {
  applied = await copyExample('quickstart');
  firstApply = await applied.run('apply', '--yes');
});

describe('validate', () => {
  it('exits 0 when every manifest is valid', async () => {
    const project = await copyExample('quickstart');
    expect(await runInProcess(project, 'validate')).toMatchObject({ exitCode: 0 });
  });

  it('exits 1 on a diagnostic of severity error', async () => {
    const project = await copyExample('quickstart');
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displyName: Contoso');
    const result = await project.run('validate');
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('accounts/contoso.yaml:9:3');
    expect(result.stderr).toContain('displayName');
  });
});

describe('plan', () => {
  it('exits 0 when every account is planned, although there is something to do', async () => {
    const project = await copyExample('quickstart');
    expect(await runInProcess(project, 'plan')).toMatchObject({ exitCode: 0 });
  });

  it('exits 2 with --exit-code when there is something to do', async () => {
    const project = await copyExample('quickstart');
    expect(await project.run('plan', '--exit-code')).toMatchObject({ exitCode: 2 });
  });

  it('exits 1 when one account cannot be planned, although others differ', async () => {
    const project = await copyExample('quickstart');
    await project.edit('accounts/contoso.yaml', 'Orders to Files', 'Orders to File');
    const result = await runInProcess(project, 'plan', '--exit-code');
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stdout).toContain('Orders to Files');
  });

  it('exits 1 when policy refuses', async () => {
    const project = await copyProject(applied);
    await removeCycles(project);
    const file = join(project.directory, 'plan.json');
    const result = await runInProcess(project, 'plan', '--out', file);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('--allow-deletes 1');
    expect(result.stderr).toContain('plan.json was not written.');
    expect(existsSync(file)).toBe(false);
    expect(result.stdout).toContain('apply would refuse this plan');
    const allowed = await runInProcess(project, 'plan', '--allow-deletes', '1');
    expect(allowed.stdout).toContain('-e local --allow-deletes 1 --out plan.json');
    expect(await runInProcess(project, 'apply', '--yes', '--allow-deletes', '1')).toMatchObject({
      exitCode: 0,
    });
  });
});

describe('apply', () => {
  it('exits 0 when all is done, and when there is nothing to do', async () => {
    expect(firstApply).toMatchObject({ exitCode: 0 });
    const project = await copyProject(applied);
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });

  it('exits 1 and writes nothing without a terminal for the question', async () => {
    const project = await openRemoteProject();
    const result = await runInProcess(project, 'apply');
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('--yes');
    expect(project.emulator.control.dump().accounts).toEqual([]);
  });

  it('exits 1 when every account was refused before a write', async () => {
    const project = await openRemoteProject();
    project.emulator.control.plantFaults([
      { method: 'POST', path: '/v1.0/accounts', every: 1, do: 'status', status: 400 },
    ]);
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 1 });
  });

  it('exits 3 when something was written and an account failed', async () => {
    const project = await openRemoteProject();
    project.emulator.control.plantFaults([
      { method: 'POST', path: '/v1.0/templates/*/install', every: 1, do: 'status', status: 400 },
    ]);
    expect(await project.run('apply', '--yes')).toMatchObject({ exitCode: 3 });
  });

  it('exits 3 when verify reads another value', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    project.emulator.control.plantFaults([
      { method: 'PUT', path: '/v1.0/accounts/*', every: 1, do: 'ignore' },
    ]);
    await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/London');
    const result = await runInProcess(project, 'apply', '--yes');
    expect(result).toMatchObject({ exitCode: 3 });
    expect(`${result.stdout}${result.stderr}`).toContain('"Europe/Berlin"');
  });

  it('exits 0 for a saved plan, the first one too, with the deletes that it was allowed', async () => {
    const project = await copyExample('quickstart');
    const plan = join(project.directory, 'plan.json');
    await runInProcess(project, 'plan', '--out', plan);
    expect(await runInProcess(project, 'apply', plan)).toMatchObject({ exitCode: 0 });
    await removeCycles(project);
    await runInProcess(project, 'plan', '--allow-deletes', '1', '--out', plan);
    expect(await runInProcess(project, 'apply', plan)).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  });

  it('exits 1 for a saved plan that went stale, and touches nothing', async () => {
    const project = await copyProject(applied);
    await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/London');
    const plan = join(project.directory, 'plan.json');
    expect(await runInProcess(project, 'plan', '--out', plan)).toMatchObject({ exitCode: 0 });
    await project.edit('accounts/northwind.yaml', 'Europe/London', 'Europe/Paris');
    const result = await runInProcess(project, 'apply', plan);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(`${result.stdout}${result.stderr}`).toContain('manifest');
  });
});

describe('undo', () => {
  const edit = (project: Project) =>
    project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/London');

  it('exits 0 when all is undone, and 1 without a terminal for the question', async () => {
    const project = await copyProject(applied);
    await edit(project);
    await runInProcess(project, 'apply', '--yes');
    expect(await runInProcess(project, 'undo')).toMatchObject({ exitCode: 1 });
    expect(await runInProcess(project, 'undo', '--yes')).toMatchObject({ exitCode: 0 });
    const plan = await runInProcess(project, 'plan', '--exit-code');
    expect(plan).toMatchObject({ exitCode: 2 });
    expect(plan.stdout).toContain('"Europe/Berlin" → "Europe/London"');
  });

  it('exits 3 when something was taken back and not all of it', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    await edit(project);
    await project.edit(
      'accounts/northwind.yaml',
      'properties: {region: eu}',
      'properties: {region: us}',
    );
    await runInProcess(project, 'apply', '--yes');
    project.emulator.control.plantFaults([
      {
        method: 'PUT',
        path: '/v1.0/account/connectors/*/properties/*',
        every: 1,
        do: 'status',
        status: 400,
      },
    ]);
    expect(await runInProcess(project, 'undo', '--yes')).toMatchObject({ exitCode: 3 });
  });
});

describe('drift', () => {
  it('exits 0 without drift, and 2 with changes made outside Git', async () => {
    const project = await copyProject(applied);
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 0 });
    await runInProcess(
      project,
      'emulator',
      'request',
      'PUT',
      '/v1.0/accounts/northwind-8812',
      '{"Timezone":"Europe/London"}',
    );
    const result = await runInProcess(project, 'drift');
    expect(result).toMatchObject({ exitCode: 2 });
    for (const part of [
      'northwind',
      'timezone',
      'Europe/London',
      'Europe/Berlin',
      'accounts/northwind.yaml:',
    ]) {
      expect(result.stdout).toContain(part);
    }
  });

  it('exits 1 when an account could not be read, even beside drift', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    project.emulator.control.plantFaults([
      { method: 'GET', path: '/v1.0/cycles', every: 1, do: 'status', status: 503 },
    ]);
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 1 });
  });
});

describe('call', () => {
  const crm = ['call', 'northwind/connectors/crm'] as const;

  it('exits 0 when the third party did it', async () => {
    const result = await runInProcess(applied, ...crm, 'Get contact', '--merge', 'contactId=c-2');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toMatchObject({ Id: 'c-2' });
  });

  it('exits 1 otherwise, with nothing on stdout', async () => {
    const result = await runInProcess(
      applied,
      ...crm,
      'List changed contacts',
      '--param',
      'list=Leads',
    );
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('--param modifiedSince=…');
  });
});

describe('verify', () => {
  it('exits 0 when all checks pass, and 3 when one fails', async () => {
    const project = await copyProject(applied);
    const method = 'method: Get contact, safe: true, parameters: {contactId: c-2}';
    const properties = 'properties: {region: eu}';
    await project.edit(
      'accounts/northwind.yaml',
      properties,
      `${properties}\n      checks: [{${method}, expect: {status: 200}}]`,
    );
    const passed = await runInProcess(project, 'verify', '--select', 'account=northwind');
    expect(passed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(passed.stdout).toContain('Get contact: 200');
    await project.edit('accounts/northwind.yaml', 'status: 200', 'status: 204');
    expect(await runInProcess(project, 'verify')).toMatchObject({ exitCode: 3 });
  });

  it('exits 1 when what is to be checked is not there', async () => {
    const project = await copyProject(applied);
    const properties = 'properties: {region: eu}';
    await project.edit(
      'accounts/northwind.yaml',
      properties,
      `${properties}\n      checks: [{method: Get contacts, safe: true}]`,
    );
    const result = await runInProcess(project, 'verify');
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stdout).toContain('"Get contact"');
  });
});

describe('catalog', () => {
  it('exits 0 for what the service offers, and 1 for what it does not', async () => {
    const result = await runInProcess(applied, 'catalog', 'methods', 'Sample Mailer', '1.4');
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.stdout).toContain('Email.Address:');
    expect(await runInProcess(applied, 'catalog', 'methods', 'Sample Male')).toMatchObject({
      exitCode: 1,
    });
  });
});

async function removeCycles(project: Project): Promise<void> {
  const text = await readProjectFile(project, 'accounts/contoso.yaml');
  await project.write('accounts/contoso.yaml', text.replace(/cycles:[\s\S]*/, 'cycles: {}\n'));
}
