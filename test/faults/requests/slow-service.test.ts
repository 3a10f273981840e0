import { describe, expect, it } from 'vitest';
import { openSqliteStoreReader } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { holdRequest, waitUntil } from '../../support/block-request.ts';
import { openRemoteProject } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

// Real time matters here: a limit of the service and a deadline of ours, with the real program.

const slowTestMs = 60_000;

describe('the real program', () => {
  it(
    'applies everything, once, to a service that takes few requests in a second',
    async () => {
      const project = await openRemoteProject();
      const { emulator } = project;
      const held = await holdRequest(project, { method: 'POST', path: /^\/v1\.0\/accounts/ });
      const apply = project.start('apply', '--yes');
      await held.hasCome;
      // A refusal in the first quarter of a second says nothing of the rate.
      const heldAtMs = performance.now();
      await waitUntil(() => performance.now() - heldAtMs > 300, 'a rate can be known');
      // So few that no program on no machine is slow enough for it; more as soon as a write was refused.
      emulator.control.setLimit({ perSecond: 1, burst: 1 });
      held.letGo();
      const countRefused = () =>
        emulator.requests().filter(({ method, status }) => status === 429 && method !== 'GET')
          .length;
      await waitUntil(() => countRefused() > 0, 'a write is refused');
      emulator.control.setLimit({ perSecond: 1000, burst: 100 });
      expect(await apply).toMatchObject({ exitCode: 0 });
      expect(countCycles(project)).toBe(3);
      const store = openSqliteStoreReader({
        file: `${project.directory}/.cyclectl/local/store.db`,
      });
      expect(await store.readPace()).toBeGreaterThan(0);
      await store.close();
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
