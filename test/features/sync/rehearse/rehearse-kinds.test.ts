import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import {
  applyForReal,
  expectAsMany,
  rehearse,
  run,
  type ServedProject,
  savePlan,
} from './compare.ts';

// Plans of each command that saves one, one after the other on one service: each is rehearsed, and then applied.

const timeoutMs = 60_000;

let project: ServedProject;

beforeAll(async () => {
  project = await openRemoteProject();
  await run(project, 'apply', '--yes');
  await run(project, 'catalog', 'save');
}, timeoutMs);

/** Saves the plan of a command, rehearses it and applies it; the account as it was rehearsed. */
async function tryPlan(name: string, ...args: readonly string[]) {
  const plan = join(project.directory, `${name}.json`);
  const saved = await run(project, ...args, '--out', plan);
  const rehearsed = await rehearse(project, plan);
  const { data, exitCode } = rehearsed;
  expect({ exitCode, summary: data.run.summary }, saved.text).toMatchObject({
    exitCode: 0,
    summary: { accounts: 1, failed: 0, notRehearsed: 0 },
  });
  const real = await applyForReal(project, plan);
  expect(real.exitCode, real.text).toBe(0);
  expectAsMany(data, real);
  return data.accounts[0];
}

it(
  'an undo is rehearsed',
  async () => {
    await project.edit('accounts/northwind.yaml', 'option: Customers', 'option: Leads');
    await run(project, 'apply', '--yes', '--select', 'account=northwind');
    const account = await tryPlan('undo', 'undo');
    expect(account?.standstills).toHaveLength(1);
  },
  timeoutMs,
);

it(
  'a revert is rehearsed',
  async () => {
    const { emulator } = project;
    const body = { Timezone: 'Europe/Paris' };
    const path = '/v1.0/accounts/northwind-8812';
    await consoleRequest(emulator, { method: 'PUT', path, body });
    await tryPlan('revert', 'drift', '--revert', '--select', 'account=northwind');
  },
  timeoutMs,
);

it(
  'the deletion of a cycle and of an account is rehearsed, without a backup in the project',
  async () => {
    const cycle = 'northwind/cycles/contacts-to-mailer';
    const deleted = await tryPlan(
      'cycle',
      'destroy',
      cycle,
      '--confirm',
      'northwind',
      '--allow-deletes',
      '1',
    );
    expect(deleted?.notUndone).toMatchObject([{ address: cycle, why: 'deleted' }]);
    const gone = await tryPlan(
      'account',
      'destroy',
      'contoso',
      '--confirm',
      'contoso',
      '--allow-deletes',
      '4',
    );
    expect(gone?.notUndone).toMatchObject([{ address: 'contoso', why: 'refused' }]);
  },
  timeoutMs,
);

it(
  'a single run is rehearsed',
  async () => {
    await project.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
    await run(project, 'apply', '--yes', '--select', 'account=northwind');
    const at = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
    await tryPlan('run', 'run', 'northwind/cycles/contacts-to-files', '--at', at);
  },
  timeoutMs,
);

it(
  'without catalog.json existing cycles are rehearsed, and new ones are named as not known',
  async () => {
    const other = await openRemoteProject();
    const first = await rehearse(other, await savePlan(other));
    expect(first.exitCode).toBe(1);
    expect(first.data.run.catalog).toBe('records');
    expect(first.text).toContain('cyclectl catalog save');
    await run(other, 'apply', '--yes');
    await other.edit('accounts/northwind.yaml', 'option: Customers', 'option: Leads');
    const plan = await savePlan(other);
    const edited = await rehearse(other, plan);
    expect(edited.exitCode).toBe(0);
    expectAsMany(edited.data, await applyForReal(other, plan));
  },
  timeoutMs,
);

it(
  'accounts that are to be adopted are named, because nothing of them is recorded',
  async () => {
    const other = await openRemoteProject();
    await run(other, 'apply', '--yes');
    await rm(join(other.directory, '.cyclectl'), { recursive: true });
    const { exitCode, data } = await rehearse(other, await savePlan(other));
    expect(exitCode).toBe(1);
    expect(data.accounts[0]?.diagnostics[0]).toMatchObject({
      code: 'not-rehearsed',
      summary: expect.stringContaining('is to be adopted'),
    });
  },
  timeoutMs,
);
