import { describe, expect, it } from 'vitest';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

// Real time matters here: a limit of the service and a deadline of ours, with the real program.

const slowTestMs = 60_000;

describe('the real program', () => {
  it(
    'applies everything, once, to a service that takes few requests in a second',
    async () => {
      const project = await openRemoteProject();
      project.emulator.control.setLimit({ perSecond: 100, burst: 5 });
      expect(await project.run('apply', '--yes')).toMatchObject({ exitCode: 0 });
      project.emulator.control.setLimit(null);
      const refused = project.emulator.requests().filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(countCycles(project)).toBe(3);
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );

  it(
    'finds what was made by a create that was answered too late',
    async () => {
      const project = await openRemoteProject();
      await project.edit(
        'cyclectl.yaml',
        'limits: {requestsPerSecond: 1000}',
        'limits: {requestsPerSecond: 1000, requestTimeout: 1s}',
      );
      project.emulator.control.plantFaults([
        { method: 'POST', path: '/v1.0/templates/*/install', nth: 1, do: 'delay', delayMs: 1_500 },
      ]);
      expect(await project.run('apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(countCycles(project)).toBe(3);
      expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
    },
    slowTestMs,
  );
});

function countCycles({ emulator }: Awaited<ReturnType<typeof openRemoteProject>>): number {
  return emulator.control.dump().accounts.flatMap(({ cycles }) => cycles).length;
}
