import { describe, expect, it } from 'vitest';
import { put } from '../../emulator/support/start-emulator.ts';
import { blockRequest } from '../../support/block-request.ts';
import { readProjectFile } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';
import {
  accounts,
  expectSettled,
  listPaused,
  prepareOneWave,
} from '../rollout/decisions/kill-step.ts';
import { nothing } from '../sync/policies/policy-project.ts';
import { openSharedProject, type SharedProject, startReplica } from './start-replica.ts';

const reconcile = ['--mode', 'reconcile'] as const;

async function openApplied(): Promise<SharedProject> {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  return project;
}

function readTimezone({ emulator }: SharedProject): string | undefined {
  return findDumped(emulator, quickstartIds.northwind)?.timezone;
}

describe('cyclectl controller --mode reconcile', () => {
  it('creates accounts, and brings changes of Git and of others to what Git says', async () => {
    const project = await openSharedProject();
    const replica = await startReplica(project, ...reconcile, '--interval', '2s');
    await replica.waitFor({ event: 'account-applied', account: 'northwind' });
    await project.edit(
      'accounts/northwind.yaml',
      'timezone: Europe/Berlin',
      'timezone: Europe/Paris',
    );
    await expect.poll(() => readTimezone(project), { timeout: 30_000 }).toBe('Europe/Paris');
    // An edit before the read-back would count as a failure of the apply.
    await replica.waitFor({ event: 'account-applied', account: 'northwind' }, 1);
    const { caller } = await openConsoleUser(project.emulator);
    const live = findDumped(project.emulator, quickstartIds.northwind);
    await put(caller, `/accounts/${live?.id}`, { timezone: 'Europe/Rome' });
    await expect.poll(() => readTimezone(project), { timeout: 30_000 }).toBe('Europe/Paris');
    await replica.end();
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  }, 90_000);

  it('deletes nothing, and says what a person has to do', async () => {
    const project = await openApplied();
    const manifest = await readProjectFile(project, 'accounts/northwind.yaml');
    const [kept = ''] = manifest.split('    contacts-to-mailer:');
    await project.write('accounts/northwind.yaml', kept);
    const replica = await startReplica(project, ...reconcile);
    const { text } = await replica.waitFor({ event: 'account-held', account: 'northwind' });
    expect(text).toBe(
      'The plan deletes 1 object, which a person must approve. Review it, and apply it with --allow-deletes 1. To see it: cyclectl plan -e local --select account=northwind',
    );
    await replica.waitFor({ event: 'sweep-ended' });
    expect((await replica.get('/metrics')).text).toContain('cyclectl_accounts{state="held"} 1');
    await replica.end();
    expect(findDumped(project.emulator, quickstartIds.northwind)?.cycles).toHaveLength(2);
  });

  it('looks alone by default, whatever Git wants', async () => {
    const project = await openSharedProject();
    const replica = await startReplica(project);
    await replica.waitFor({ event: 'sweep-ended' });
    expect((await replica.get('/metrics')).text).toContain('cyclectl_accounts{state="changes"} 2');
    await replica.end();
    expect(findDumped(project.emulator, quickstartIds.northwind)).toBeNull();
  });

  it('is refused where each plan is approved by a person', async () => {
    const project = await openSharedProject();
    await project.edit(
      'cyclectl.yaml',
      'store: {postgres',
      'protect: {savedPlanOnly: true}\n      store: {postgres',
    );
    const ended = await project.run('controller', '--listen', '127.0.0.1:0', ...reconcile);
    expect(ended).toMatchObject({ exitCode: 1 });
    expect(ended.stderr).toContain('the environment local accepts only saved plans');
  });

  it('applies nothing by policies that have mistakes, and says which', async () => {
    const project = await openSharedProject();
    await project.write('policy/rule.yaml', nothing.replace('action: deny', 'action: refuse'));
    const replica = await startReplica(project, ...reconcile);
    const { text, place } = await replica.waitFor({ event: 'policies-refused', level: 'error' });
    expect(place).toBe('policy/rule.yaml:7:11');
    expect(text).toContain('action');
    await replica.waitFor({ event: 'sweep-ended' });
    await replica.end();
    expect(replica.logged.filter(({ event }) => event === 'policies-refused')).toHaveLength(1);
    expect(findDumped(project.emulator, quickstartIds.northwind)).toBeNull();
  });

  it('brings a wave of an open rollout to its accounts, and none that was not opened', async () => {
    const shared = await openSharedProject('fleet');
    const { project, run, listNew } = await prepareOneWave(shared);
    const early = await startReplica(shared, ...reconcile);
    await early.waitFor({ event: 'sweep-ended' });
    expect(listNew()).toEqual([]);
    await early.end();
    expect(await run('rollout', 'open', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
    const replicas = [
      await startReplica(shared, ...reconcile),
      await startReplica(shared, ...reconcile),
    ];
    await expect.poll(() => listNew().length, { timeout: 60_000 }).toBe(accounts);
    await expect
      .poll(async () => (await run('rollout', 'status')).stdout, { timeout: 60_000 })
      .toContain('done');
    for (const replica of replicas) {
      await replica.end();
      expect(replica.logged).toContainEqual(expect.objectContaining({ event: 'signal' }));
    }
    await expectSettled({ run });
    expect(listPaused({ project })).toEqual([]);
  }, 120_000);

  it('goes on with what a killed apply left', async () => {
    const project = await openSharedProject();
    const held = blockRequest(project.emulator, { path: '/v1.0/**', nth: 12 });
    const apply = project.start('apply', '--yes');
    await held.hasCome();
    apply.kill('SIGKILL');
    await apply;
    project.emulator.control.plantFaults([]);
    const replica = await startReplica(project, ...reconcile);
    await replica.waitFor({ event: 'account-applied', account: 'northwind' });
    await replica.end();
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    const { stdout } = await runInProcess(project, 'history', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [
        { reason: expect.stringMatching(/^controller, sweep 2/), end: { outcome: 'done' } },
        {},
      ],
    });
  }, 90_000);

  it('plans an account anew where the plan of a killed apply is too old', async () => {
    const project = await openApplied();
    await project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
    const held = blockRequest(project.emulator, {
      method: 'PATCH',
      path: '/v1.0/cycles/*/variables',
      nth: 1,
    });
    const apply = project.start('apply', '--yes');
    await held.hasCome();
    apply.kill('SIGKILL');
    await apply;
    project.emulator.control.plantFaults([]);
    await project.edit('accounts/northwind.yaml', 'region: apac', 'region: latam');
    const replica = await startReplica(project, ...reconcile, '--interval', '1s');
    await replica.waitFor({ event: 'account-applied', account: 'northwind' });
    // The next sweep begins with the end of dead runs of which nothing is left.
    await replica.waitFor({ event: 'sweep-ended' }, 1);
    expect((await replica.get('/metrics')).text).toContain('cyclectl_accounts{state="in-sync"} 2');
    await replica.end();
    expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'resume', '--status')).toMatchObject({
      stdout: expect.stringContaining('No unfinished work.'),
    });
  }, 90_000);
});
