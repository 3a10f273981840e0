import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { findReportFaults } from '../../../schemas/validators.ts';
import { copyProject, openRemoteProject } from '../../../support/run-cyclectl.ts';
import {
  applyForReal,
  expectAsMany,
  rehearse,
  run,
  type ServedProject,
  savePlan,
} from './compare.ts';

const timeoutMs = 60_000;
const crmCycle = 'northwind/cycles/contacts-to-files';
const activate = '/v1.0/cycles/*/activate';

/** The quickstart as it was applied to a service, with its catalog. */
let applied: ServedProject;

beforeAll(async () => {
  applied = await openRemoteProject();
  await run(applied, 'apply', '--yes');
  await run(applied, 'catalog', 'save');
}, timeoutMs);

/** A copy of it, with the same service. */
async function copyApplied(): Promise<ServedProject> {
  return { ...(await copyProject(applied, applied.environment)), emulator: applied.emulator };
}

async function editList(project: ServedProject): Promise<void> {
  await project.edit(
    'accounts/northwind.yaml',
    'list: {option: Customers}',
    'list: {option: Leads}',
  );
}

describe('a rehearsal', () => {
  it('applies a plan of new accounts to an emulator, and sends the service nothing', async () => {
    const project = await openRemoteProject();
    await run(project, 'catalog', 'save');
    const plan = await savePlan(project);
    const { exitCode, data, text, stdout } = await rehearse(project, plan);
    expect(exitCode, text).toBe(0);
    expect(findReportFaults(stdout)).toEqual([]);
    expect(data.run).toMatchObject({
      catalog: 'catalog.json',
      summary: { accounts: 2, failed: 0, notRehearsed: 0 },
    });
    const kinds = data.run.unknown.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['changed-since', 'templates', 'secrets', 'sign-ins', 'values']),
    );
    expect(data.accounts.map(({ account, result }) => [account, result])).toEqual([
      ['contoso', 'done'],
      ['northwind', 'done'],
    ]);
    const made = data.accounts.flatMap(({ notUndone }) => notUndone);
    expect(made).toContainEqual(
      expect.objectContaining({
        why: 'made',
        says: expect.stringMatching(/to delete it, run cyclectl destroy .*northwind$/),
      }),
    );
    const real = await applyForReal(project, plan);
    expect(real.exitCode).toBe(0);
    expectAsMany(data, real);
  }, 60_000);

  it('pauses and starts a running cycle, changes a connector and a schedule as an apply does', async () => {
    const project = await copyApplied();
    await editList(project);
    await project.edit(
      'accounts/northwind.yaml',
      'region: eu}\n    files',
      'region: us}\n    files',
    );
    await project.edit('accounts/northwind.yaml', 'every: 15m', 'every: 30m');
    const plan = await savePlan(project);
    const { exitCode, data, text } = await rehearse(project, plan);
    expect(exitCode, text).toBe(0);
    expect(data.accounts[0]?.standstills).toMatchObject([
      { address: crmCycle, requests: expect.any(Number), durationMs: expect.any(Number) },
    ]);
    expect(data.accounts[0]?.standstills[0]?.requests).toBeGreaterThanOrEqual(3);
    expect(data.run.unknown).toContainEqual(
      expect.objectContaining({ kind: 'runs', names: [crmCycle] }),
    );
    const text2 = await run(project, 'rehearse', plan);
    expect(text2.stdout).toContain('Not known to an emulator');
    expect(text2.stdout).not.toMatch(/will succeed|would succeed|is safe/i);
  }, 60_000);

  it('deletes and replaces, and says what an undo would leave', async () => {
    const project = await copyApplied();
    const manifest = join(project.directory, 'accounts/northwind.yaml');
    const text = await readFile(manifest, 'utf8');
    const [kept = ''] = text.split('    contacts-to-mailer:');
    await writeFile(
      manifest,
      kept
        .replace('from: {template: Contacts to Files}', 'from: {template: Contacts to Mailer}')
        .replace(/variables: \{region: emea\}[\s\S]*$/, ''),
    );
    const plan = await savePlan(project, '--allow-replace', '--allow-deletes', '2');
    const rehearsed = await rehearse(project, plan);
    expect(rehearsed.data.accounts[0]?.notUndone.map(({ why }) => why)).toEqual(
      expect.arrayContaining(['deleted']),
    );
    expect(rehearsed.data.run.summary).toMatchObject({ notRehearsed: 0 });
  }, 60_000);

  it('lets one account fail by a fault, and goes on with the others', async () => {
    const project = await copyApplied();
    await editList(project);
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso AG');
    const plan = await savePlan(project);
    const fault = JSON.stringify({ method: 'PUT', path: activate, do: 'status', status: 400 });
    const { exitCode, data, text } = await rehearse(project, plan, '--fault', fault);
    expect(exitCode, text).toBe(3);
    expect(data.accounts.map(({ account, result }) => [account, result])).toEqual([
      ['contoso', 'done'],
      ['northwind', 'failed'],
    ]);
    const [, northwind] = data.accounts;
    expect(northwind?.diagnostics.length).toBeGreaterThan(0);
    expect(northwind?.standstills).toMatchObject([{ address: crmCycle, durationMs: null }]);
    const unhit = JSON.stringify({ path: '/nowhere', do: 'drop-before' });
    const none = await run(project, 'rehearse', plan, '--fault', unhit);
    expect(none).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hit no request') });
    const wrong = await run(project, 'rehearse', plan, '--fault', '{"path":"/","do":"explode"}');
    expect(wrong).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('--fault is invalid'),
    });
    const text2 = await run(project, 'rehearse', plan, '--fault', 'drop');
    expect(text2).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('--fault is no JSON object'),
    });
  }, 60_000);

  it('counts for accounts that it could not create no requests of others', async () => {
    const project = await openRemoteProject();
    await run(project, 'catalog', 'save');
    const plan = await savePlan(project);
    const fault = JSON.stringify({
      method: 'POST',
      path: '/v1.0/accounts',
      do: 'status',
      status: 400,
    });
    const { data, exitCode } = await rehearse(project, plan, '--fault', fault);
    expect(exitCode).toBe(3);
    const none = { result: 'failed', requests: { reads: 0, writes: 0 }, notUndone: [] };
    expect(data.accounts).toMatchObject([none, none]);
    expect(data.run.requests.reads + data.run.requests.writes).toBeGreaterThan(0);
  }, 60_000);

  it('takes an object that the plan refused for no failure of the rest', async () => {
    const project = await copyApplied();
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso AG');
    await project.edit('accounts/northwind.yaml', 'Contact.Email: {step', 'Contact.Emaill: {step');
    await project.edit(
      'accounts/northwind.yaml',
      'displayName: Northwind Traders',
      'displayName: N',
    );
    const plan = join(project.directory, 'refused.plan');
    expect(await run(project, 'plan', '--out', plan)).toMatchObject({ exitCode: 1 });
    const { data, exitCode, stdout } = await rehearse(project, plan);
    expect(exitCode, stdout).toBe(0);
    expect(data.run.summary).toMatchObject({ failed: 0, refused: expect.any(Number) });
    expect(data.run.summary.refused).toBeGreaterThan(0);
    const northwind = data.accounts.find(({ account }) => account === 'northwind');
    expect(northwind).toMatchObject({ result: 'done', diagnostics: [{ code: 'target-unknown' }] });
  }, 60_000);

  it('keeps to a pace, and measures the time then', async () => {
    const project = await copyApplied();
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso AG');
    const plan = await savePlan(project);
    const paced = await rehearse(project, plan, '--pace', '400');
    expect(paced.data.run.pace).toEqual({ perSecond: 400, isKept: true });
    const counted = await rehearse(project, plan);
    const { run: frame } = counted.data;
    expect(frame.pace).toEqual({ perSecond: 1000, isKept: false });
    expect(frame.durationMs).toBeCloseTo(frame.requests.reads + frame.requests.writes, 0);
  }, 60_000);

  it('writes a comment for a pull request', async () => {
    const project = await copyApplied();
    await editList(project);
    const plan = await savePlan(project);
    const file = join(project.directory, 'rehearsal.md');
    // As a process of its own, and from the bundle.
    const { exitCode, stderr } = await project.run(
      'rehearse',
      plan,
      '--report',
      `markdown=${file}`,
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const comment = await readFile(file, 'utf8');
    expect(comment).toMatch(/^<!-- cyclectl:rehearse:local -->/);
    expect(comment).toContain('**Not known to an emulator**');
    expect(comment).toContain(`\`${crmCycle}\``);
  }, 60_000);
});

describe('a rehearsal is refused', () => {
  it('of a plan that was changed, or is of another service', async () => {
    const project = await copyApplied();
    await editList(project);
    const plan = await savePlan(project);
    const text = await readFile(plan, 'utf8');
    await writeFile(plan, text.replace(/"seal":"[^:]+:.{8}/, '$&ff'));
    expect(await run(project, 'rehearse', plan)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('[plan-seal]'),
    });
    await writeFile(plan, text.replace('Leads', 'Loads'));
    expect(await run(project, 'rehearse', plan)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('[plan-invalid]'),
    });
    await writeFile(plan, text);
    const other = await openRemoteProject();
    expect(await run(other, 'rehearse', plan)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('[plan-elsewhere]'),
    });
  }, 60_000);

  it('account by account where manifests changed since, or the state has no record', async () => {
    const project = await copyApplied();
    await editList(project);
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso AG');
    const plan = await savePlan(project);
    await project.edit(
      'accounts/contoso.yaml',
      'displayName: Contoso AG',
      'displayName: Contoso SE',
    );
    const moved = await rehearse(project, plan);
    expect(moved.exitCode).toBe(1);
    expect(moved.data.accounts).toMatchObject([
      { account: 'contoso', result: 'not-rehearsed', diagnostics: [{ code: 'plan-stale' }] },
      { account: 'northwind', result: 'done' },
    ]);
    const undone = {
      ...(await copyProject(project, project.environment)),
      emulator: project.emulator,
    };
    await run(undone, 'apply', '--yes', '--select', 'account=northwind');
    const late = await rehearse(undone, plan);
    expect(late.data.accounts[1]).toMatchObject({
      result: 'not-rehearsed',
      diagnostics: [{ code: 'not-rehearsed', summary: expect.stringContaining('since the plan') }],
    });
    // As a run has it that began before the plan, and was gone on with later.
    const store = new DatabaseSync(join(undone.directory, '.cyclectl/local/store.db'));
    store.exec(
      `UPDATE runs SET record = json_set(record, '$.startedAt', '2026-01-01T00:00:00.000Z')`,
    );
    store.close();
    expect((await rehearse(undone, plan)).data.accounts[1]).toMatchObject({
      result: 'not-rehearsed',
    });
    await rm(join(project.directory, '.cyclectl'), { recursive: true });
    const lost = await rehearse(project, plan);
    expect(lost.exitCode).toBe(1);
    expect(lost.data.accounts.map(({ result }) => result)).toEqual([
      'not-rehearsed',
      'not-rehearsed',
    ]);
    expect(lost.data.accounts[0]?.diagnostics).toMatchObject([{ code: 'not-rehearsed' }]);
  }, 60_000);
});
