import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { blockRequest } from '../../support/block-request.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { drawService } from '../picture.ts';

const slowTestMs = 60_000;
const install = { method: 'POST', path: '/v1.0/templates/*/install', nth: 2 } as const;

async function readOnlyLock(project: Awaited<ReturnType<typeof openRemoteProject>>) {
  const { stdout } = await runInProcess(project, 'resume', '--status', '--format', 'json');
  const { locks } = JSON.parse(stdout);
  expect(locks).toHaveLength(1);
  return locks[0].account as string;
}

async function openKilled() {
  const project = await openRemoteProject();
  const held = blockRequest(project.emulator, install);
  const apply = project.start('apply', '--yes');
  await held.hasCome();
  return { project, apply };
}

describe('an apply that is killed', () => {
  it(
    'is finished by a second resume if the first could read nothing',
    async () => {
      const { project, apply } = await openKilled();
      apply.kill('SIGKILL');
      await apply;
      const unread = { method: 'GET', path: '/v1.0/account/connectors' } as const;
      project.emulator.control.plantFaults([{ ...unread, every: 1, do: 'status', status: 403 }]);
      expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 1 });
      project.emulator.control.plantFaults([]);
      expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 0 });
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );

  it(
    'is reported by the next command, shown by resume --status, and finished by resume as it was approved',
    async () => {
      const whole = await openRemoteProject();
      expect(await runInProcess(whole, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      const { project, apply } = await openKilled();

      const busy = await runInProcess(project, 'resume', '--status');
      expect(busy.stdout).toContain('is running');
      expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 1 });

      apply.kill('SIGKILL');
      await apply;
      project.emulator.control.plantFaults([]);
      const plan = await runInProcess(project, 'plan');
      expect(plan.stderr.replaceAll(/\s+/g, ' ')).toMatch(
        /was interrupted: \d of 2 accounts were done, and \d were in progress/,
      );
      expect(plan.stderr).toContain('run-interrupted');
      const status = await runInProcess(project, 'resume', '--status');
      expect(status).toMatchObject({ exitCode: 0 });
      expect(status.stdout).toContain('was interrupted');
      expect(status.stdout).toContain('it is dead');
      expect(status.stdout).toMatch(/started .*: create\s+it/);

      const resumed = await runInProcess(project, 'resume');
      expect(resumed).toMatchObject({ exitCode: 0 });
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
      expect(drawService(project.emulator)).toEqual(drawService(whole.emulator));
      expect((await runInProcess(project, 'resume', '--status')).stdout).toBe(
        'No unfinished work.',
      );
      expect((await runInProcess(project, 'resume')).stderr).toContain('Nothing to resume');
      const history = await runInProcess(project, 'history');
      expect(history.stdout.replaceAll(/\s+/g, ' ')).toContain(
        'apply done: 2 of 2 accounts done, resumed once',
      );
    },
    slowTestMs,
  );

  it(
    'is resumed by the same saved plan from another checkout, and done once',
    async () => {
      const whole = await openRemoteProject();
      expect(await runInProcess(whole, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      const project = await openRemoteProject();
      const plan = join(project.directory, 'plan.json');
      expect(await runInProcess(project, 'plan', '--out', plan)).toMatchObject({ exitCode: 0 });
      const held = blockRequest(project.emulator, install);
      const apply = project.start('apply', plan);
      await held.hasCome();
      const busy = await runInProcess(project, 'apply', plan, '--lock-timeout', '0s');
      expect(busy.stderr).toContain('is still running');
      apply.kill('SIGKILL');
      await apply;
      project.emulator.control.plantFaults([]);
      const elsewhere = `${project.directory}-elsewhere`;
      await cp(project.directory, elsewhere, { recursive: true });
      closeAfterFile(() => rm(elsewhere, { recursive: true }));
      const checkout = { ...project, directory: elsewhere };
      const again = await runInProcess(checkout, 'apply', join(elsewhere, 'plan.json'));
      expect(again).toMatchObject({ exitCode: 0 });
      expect(again.stderr).toContain('Continuing the apply');
      expect(drawService(project.emulator)).toEqual(drawService(whole.emulator));
      const history = await runInProcess(checkout, 'history');
      expect(history.stdout.replaceAll(/\s+/g, ' ')).toContain(
        '2 of 2 accounts done, resumed once',
      );
      const third = await runInProcess(checkout, 'apply', join(elsewhere, 'plan.json'));
      expect(third).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );

  it(
    'is not resumed with a manifest that was not approved, and the next apply finishes it',
    async () => {
      const { project, apply } = await openKilled();
      apply.kill('SIGKILL');
      await apply;
      project.emulator.control.plantFaults([]);
      await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Paris');
      const resumed = await runInProcess(project, 'resume');
      expect(resumed.stdout + resumed.stderr).toContain('the manifest has changed');
      expect((resumed.stdout + resumed.stderr).replaceAll(/\s+/g, ' ')).toContain(
        'northwind/timezone: the manifest wanted "Europe/Berlin", now wants "Europe/Paris"',
      );
      expect(resumed.exitCode).not.toBe(0);
      expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
      expect((await runInProcess(project, 'resume', '--status')).stdout).toBe(
        'No unfinished work.',
      );
    },
    slowTestMs,
  );
});

describe('an account that another run works on', () => {
  it(
    'is left alone, and unlock takes it from that run',
    async () => {
      const { project, apply } = await openKilled();
      const account = await vi.waitFor(() => readOnlyLock(project), { timeout: 20_000 });
      const second = await runInProcess(project, 'apply', '--yes', '--lock-timeout', '0s');
      expect(second.exitCode).not.toBe(0);
      expect(second.stdout + second.stderr).toContain(`${account} is locked by`);

      expect((await runInProcess(project, 'unlock', account)).stderr).toContain('not-confirmed');
      expect(await runInProcess(project, 'unlock', account, '--yes')).toMatchObject({
        exitCode: 0,
      });
      expect(await runInProcess(project, 'unlock', account, '--yes')).toMatchObject({
        exitCode: 1,
      });
      expect((await runInProcess(project, 'history')).stdout).toContain('unlock done');
      apply.kill('SIGKILL');
      await apply;
    },
    slowTestMs,
  );
});
