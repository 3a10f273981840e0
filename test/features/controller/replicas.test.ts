import { expect, it } from 'vitest';
import { blockRequest } from '../../support/block-request.ts';
import { copyProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openSharedProject, type StartedReplica, startReplica } from './start-replica.ts';

async function readScheduler({ get }: StartedReplica): Promise<boolean> {
  return (await get('/metrics')).text.includes('cyclectl_leases{kind="schedule"} 1');
}

it('goes on when the replica with the schedule is killed', async () => {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const first = await startReplica(project, '--interval', '1s');
  await first.waitFor({ event: 'sweep-ended' });
  const second = await startReplica(project, '--interval', '1s');
  await second.waitFor({ event: 'ready' });
  expect([await readScheduler(first), await readScheduler(second)]).toEqual([true, false]);
  await first.end('SIGKILL');
  await expect.poll(() => readScheduler(second), { timeout: 30_000 }).toBe(true);
  const isWhole = async () =>
    (await second.get('/metrics')).text.includes('cyclectl_accounts{state="in-sync"} 2');
  await expect.poll(isWhole, { timeout: 60_000, interval: 500 }).toBe(true);
  const seen = second.logged.filter(({ event }) => event === 'sweep-ended').length;
  await second.waitFor({ event: 'sweep-ended' }, seen);
  await second.end();
}, 120_000);

it('hands the schedule over when it ends in order', async () => {
  const project = await openSharedProject();
  const [first, second] = [await startReplica(project), await startReplica(project)];
  await first.waitFor({ event: 'ready' });
  await expect.poll(() => readScheduler(first)).toBe(true);
  await first.end();
  await expect.poll(() => readScheduler(second), { timeout: 8_000 }).toBe(true);
  await second.end();
});

it('looks at all others while an account cannot be read, and at that one later', async () => {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  project.emulator.control.plantFaults([
    { path: '/v1.0/accounts/northwind-8812', rate: 1, do: 'status', status: 500 },
  ]);
  const replica = await startReplica(project, '--interval', '1s');
  const { text } = await replica.waitFor({ event: 'account-unread', account: 'northwind' });
  expect(text).toContain('500');
  // The next sweep ends before its time has come.
  await replica.waitFor({ event: 'sweep-ended' }, 1);
  const metrics = await replica.get('/metrics');
  expect(metrics.text).toContain('cyclectl_accounts{state="in-sync"} 1');
  expect(metrics.text).toContain('cyclectl_accounts{state="unread"} 1');
  await replica.end();
});

it('leaves an account alone that another run works on', async () => {
  const project = await openSharedProject();
  const held = blockRequest(project.emulator, { method: 'POST', path: '/v1.0/accounts', nth: 1 });
  const apply = project.start('apply', '--yes', '--select', 'account=northwind');
  await held.hasCome();
  const replica = await startReplica(project);
  const { text } = await replica.waitFor({ event: 'account-locked', account: 'northwind' });
  expect(text).toContain('northwind is locked by');
  await replica.waitFor({ event: 'sweep-ended' });
  expect((await replica.get('/report')).text).toContain('is locked by');
  await replica.end();
  project.emulator.control.plantFaults([]);
  await apply;
});

it('leaves the accounts to the others while a sweep is by other manifests than its own', async () => {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const copy = await copyProject(project, project.environment);
  await copy.edit('accounts/northwind.yaml', 'timezone: Europe/Berlin', 'timezone: Europe/Paris');
  const first = await startReplica(project, '--interval', '1s');
  await first.waitFor({ event: 'sweep-ended' });
  const other = {
    ...copy,
    emulator: project.emulator,
    url: project.url,
    database: project.database,
  };
  const second = await startReplica(other, '--mode', 'reconcile', '--interval', '1s');
  await second.waitFor({ event: 'ready' });
  const seen = first.logged.filter(({ event }) => event === 'sweep-ended').length;
  await first.waitFor({ event: 'sweep-ended' }, seen + 1);
  expect(second.logged.filter(({ event }) => event.startsWith('account-'))).toEqual([]);
  await first.end();
  await second.waitFor({ event: 'account-applied', account: 'northwind' });
  await second.end();
}, 90_000);
