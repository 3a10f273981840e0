import { expect, it } from 'vitest';
import { put } from '../../emulator/support/start-emulator.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { openConsoleUser } from '../../worlds/console/console-user.ts';
import { findDumped } from '../../worlds/console/dumped.ts';
import { quickstartIds } from '../../worlds/quickstart.ts';
import { openSharedProject, startReplica } from './start-replica.ts';

it('looks at all accounts, shows what it found, and ends in order', async () => {
  const project = await openSharedProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { caller } = await openConsoleUser(project.emulator);
  const live = findDumped(project.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live?.id}`, { timezone: 'Europe/Paris' });
  const replica = await startReplica(project);
  await replica.waitFor({ event: 'sweep-ended' });
  expect(await replica.get('/healthz')).toMatchObject({ status: 200 });
  expect(await replica.get('/readyz')).toMatchObject({ status: 200 });
  const { text } = await replica.get('/metrics');
  expect(text).toContain('cyclectl_accounts{state="drift"} 1');
  const report = await replica.get('/report');
  expect(report).toMatchObject({ status: 200, text: expect.stringContaining('Europe/Paris') });
  expect(report.headers.get('content-security-policy')).toContain(
    "default-src 'none'; script-src 'sha256-",
  );
  expect(await replica.waitFor({ event: 'sweep-ended' })).toMatchObject({
    requests: expect.any(Number),
  });
  expect((await replica.end()).exitCode).toBe(143);
});
