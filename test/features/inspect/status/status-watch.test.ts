import { expect, it } from 'vitest';
import { runStatusCommand } from '../../../../src/features/inspect/status/status-command.ts';
import { HastyTimer } from '../../../service/open-for-test.ts';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, optionsFor, runInProcess } from '../../../support/run-in-process.ts';

const everyMs = 60_000;

/** Stops what waits for the third time; the client waits for other times. */
class StoppingTimer extends HastyTimer {
  readonly #stop: AbortController;

  constructor(stop: AbortController) {
    super();
    this.#stop = stop;
  }

  override setAlarm(ms: number, ring: () => void): () => void {
    const isThird = ms === everyMs && this.waitsMs.filter((each) => each === everyMs).length === 2;
    if (!isThird) return super.setAlarm(ms, ring);
    setImmediate(() => this.#stop.abort());
    return () => undefined;
  }
}

/** Looks three times on a terminal; without rows, it has no cursor. */
async function watch(rows: { readonly rows?: number }): Promise<string> {
  const project = await openRemoteProject();
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { context, out } = openRecordedContext(project.environment);
  const stop = new AbortController();
  const timer = new StoppingTimer(stop);
  const terminal = { ...context.terminal, isScreen: true, ...rows };
  const exitCode = await runStatusCommand(
    { ...context, terminal, stopping: stop.signal, timer },
    { ...optionsFor(project.directory), watch: everyMs },
  );
  expect(exitCode).toBe(0);
  return out();
}

it('looks again after each interval on a cleared screen, until it is stopped', async () => {
  const looks = (await watch({ rows: 24 })).split('\u001b[H\u001b[2J\u001b[3J').slice(1);
  expect(looks).toHaveLength(3);
  for (const look of looks) expect(look).toMatch(/^Status of [\s\S]*Again every 1 min\. Ctrl-C/);
  const requests = looks.map((look) => / (\d+) requests/.exec(look)?.[1]);
  expect(requests[2]).toBe(requests[1]);
}, 60_000);

it('looks again below on a terminal without a cursor', async () => {
  const shown = await watch({});
  expect(shown.match(/^Status of /gm)).toHaveLength(3);
  expect(shown).not.toContain('\u001b');
}, 60_000);

it('refuses to watch without a terminal, as data, and without a pause', async () => {
  const project = { directory: '.', environment: {} };
  const piped = await runInProcess(project, 'status', '--watch');
  expect(piped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Remove --watch.') });
  const rushed = await runInProcess(project, 'status', '--watch', '0s');
  expect(rushed.stderr).toContain('Write a duration from 1s to 1d.');
});
