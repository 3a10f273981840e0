import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatPolicy } from '../../../engine/policy/load-policies.ts';
import { killAtRequest } from '../../../support/block-request.ts';
import { openRemoteProject, startProgram } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';
import { openSharedProject, startReplica } from '../../controller/start-replica.ts';
import { blueprint, fleet, RolloutProject, waves } from '../../rollout/rollout-project.ts';

// Policies where no person runs plan or apply.

describe('a controller', () => {
  it('applies no manifest that violates a policy, and compares it as before', async () => {
    const project = await openSharedProject();
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    await project.write(
      'policy/zones.yaml',
      formatPolicy(
        'zones',
        'about: account',
        'validations:',
        `  - expression: '!has(manifest.spec.timezone) || manifest.spec.timezone.startsWith("Europe/")'`,
        '    message: Customers are in Europe',
        'action: deny',
      ),
    );
    await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Asia/Tokyo');
    const replica = await startReplica(project, '--mode', 'reconcile');
    const failed = await replica.waitFor({ event: 'account-failed', account: 'northwind' });
    expect(failed.text).toContain('northwind violates the policy zones: Customers are in Europe');
    await replica.waitFor({ event: 'sweep-ended' });
    await replica.end();
    const northwind = findDumped(project.emulator, quickstartIds.northwind);
    expect(northwind?.timezone).toBe('Europe/Berlin');
    expect((await runInProcess(project, 'drift')).exitCode).toBe(0);
  }, 60_000);
});

const denyCycles = formatPolicy(
  'no-cycles',
  'about: cycle',
  'validations: [{expression: key == "", message: Not today}]',
  'action: deny',
);

describe('commands that send no change', () => {
  it('need no policies, and go on where their commit is not there', async () => {
    const project = await openSharedProject();
    expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const environment = { ...project.environment, CYCLECTL_POLICY_REF: 'nowhere' };
    const asked = { ...project, environment };
    for (const words of [
      ['drift', '--accept', '--select', 'account=northwind', '--reason', 'Moving'],
      ['adopt', '--all', '--yes'],
      ['drift'],
    ]) {
      const { exitCode, stderr } = await runInProcess(asked, ...words);
      expect(exitCode, stderr).toBe(0);
    }
    const replica = await startReplica({
      start: (...words) => startProgram(project.directory, words, environment),
    });
    await replica.waitFor({ event: 'sweep-ended' });
    await replica.end();
    expect((await runInProcess(asked, 'apply', '--yes')).exitCode).toBe(1);
  }, 60_000);
});

describe('resume', () => {
  it('finishes what an apply has started, also where policies deny it by now', async () => {
    const project = await openRemoteProject();
    await killAtRequest(project, { method: 'POST', path: '/v1.0/templates/*/install', nth: 2 }, [
      'apply',
      '--yes',
    ]);
    const rule = (name: string, about: string, expression: string) =>
      formatPolicy(
        name,
        `about: ${about}`,
        `validations: [{expression: '${expression}', message: Not today}]`,
        'action: deny',
      );
    const text = `${rule('no-cycles', 'cycle', 'key == ""')}---\n${rule('no-plans', 'plan', 'plan.kind == ""')}`;
    await project.write('policy/later.yaml', text);
    const resumed = await runInProcess(project, 'resume');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(findDumped(project.emulator, quickstartIds.northwind)?.cycles).toHaveLength(2);
    const planned = await runInProcess(project, 'plan');
    expect(planned.stdout).toContain('violates the policy no-cycles');
    await project.write('policy/later.yaml', text.replace('about: plan', 'about: plans'));
    expect((await runInProcess(project, 'resume')).exitCode).toBe(0);
  }, 60_000);

  it('leaves no cycle paused where the policies cannot be loaded, and an apply names it', async () => {
    const project = await openRemoteProject();
    expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
    await project.edit('accounts/northwind.yaml', 'every: 15m', 'every: 30m');
    await killAtRequest(project, { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1 }, [
      'apply',
      '--yes',
    ]);
    const isPaused = () =>
      findDumped(project.emulator, quickstartIds.northwind)?.cycles.some(
        ({ name, status }) => name.includes('files') && status === 'Paused',
      );
    expect(isPaused()).toBe(true);
    await project.write('policy/now.yaml', denyCycles);
    const denied = await runInProcess(project, 'plan');
    expect(denied.stderr + denied.stdout).toMatch(/unfinished[\s\S]*cyclectl resume RUN/);
    const environment = { ...project.environment, CYCLECTL_POLICY_FOLDER: '/nowhere' };
    const elsewhere = { directory: project.directory, environment };
    const refused = await runInProcess(elsewhere, 'plan');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('policy-not-loaded');
    const resumed = await runInProcess(elsewhere, 'resume');
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(isPaused()).toBe(false);
  }, 60_000);
});

describe('the apply of a saved plan', () => {
  it('goes on with the accounts that it began where the policies cannot be loaded, and with no other', async () => {
    const project = await openRemoteProject();
    const plan = join(project.directory, 'plan.json');
    expect((await runInProcess(project, 'plan', '--out', plan)).exitCode).toBe(0);
    await killAtRequest(
      project,
      {
        method: 'POST',
        path: '/v1.0/templates/*/install',
        nth: 1,
        others: [{ path: `/v1.0/accounts/${quickstartIds.northwind}` }],
      },
      ['apply', plan],
    );
    const environment = { ...project.environment, CYCLECTL_POLICY_FOLDER: '/nowhere' };
    const again = await runInProcess({ directory: project.directory, environment }, 'apply', plan);
    expect(again.stderr).toContain('policy-not-loaded');
    expect(again.stderr).toMatch(/Continuing the apply/);
    const begun = findDumped(project.emulator, quickstartIds.contoso)?.cycles;
    expect(begun).toHaveLength(1);
    expect(findDumped(project.emulator, quickstartIds.northwind)).toBeNull();
    expect(again.exitCode).toBe(3);
  }, 60_000);
});

describe('a rollout', () => {
  it('does not bring a revision to an account that violates a policy of the day', async () => {
    const at = await RolloutProject.open();
    await at.edit(fleet, /$/, waves);
    await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    const policy = (account: string) =>
      formatPolicy(
        'names',
        'about: cycle',
        'validations:',
        `  - expression: 'cycle.displayName != "Second" || account.name != "${account}"'`,
        '    message: This customer knows the old name',
        'action: deny',
      );
    await at.project.write('policy/names.yaml', policy('south-001'));
    const planned = await at.run('rollout', 'plan', 'customers');
    expect(planned.text).toContain('south-001/cycles/contacts-to-files violates the policy names');
    await at.project.write('policy/names.yaml', policy('nowhere'));
    expect(await at.run('rollout', 'open', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
    const { rollout } = await at.readStatus();
    const pilot = rollout?.members.filter(({ wave }) => wave === 0).map(({ account }) => account);
    const [first = ''] = pilot ?? [];
    await at.project.write('policy/names.yaml', policy(first));
    const step = await at.run('rollout', 'continue', 'customers');
    expect(step.exitCode).not.toBe(0);
    expect(step.text).toContain(`${first}/cycles/contacts-to-files violates the policy names`);
    expect((await at.run('drift')).exitCode).toBe(0);
  }, 60_000);
});
