import { describe, expect, it } from 'vitest';
import { waitForRuns } from '../../../../src/features/operations/run/wait-for-runs.ts';
import type { Address } from '../../../../src/model/address.ts';
import type { LiveCycle } from '../../../../src/model/live/live.ts';
import { onlyCycle, openPaused, requestRuns, soon } from '../../../worlds/cases/run-once.ts';
import { listReported } from '../../../worlds/quickstart.ts';

type Wait = Parameters<typeof waitForRuns>[0];

/** Requests a single run and waits for it with the service's clock. */
async function wait(hooks: { readonly onWait?: () => unknown } & Partial<Wait> = {}) {
  const fixture = await openPaused();
  const { run } = await fixture.open();
  const { control } = fixture.emulator;
  const outcomes = (await requestRuns(fixture, { at: soon })) ?? [];
  const said: string[] = [];
  let waits = 0;
  const since = fixture.requestCount();
  const ended = await waitForRuns(
    {
      reader: run.context.reader,
      store: fixture.store,
      clock: {
        now: () => control.advance('0s'),
        wait: async (ms) => {
          waits += 1;
          await hooks.onWait?.();
          control.advance(`${Math.ceil(ms)}ms`);
        },
      },
      before: new Map(),
      isStopping: () => false,
      say: (text) => said.push(text),
      ...hooks,
    },
    outcomes,
  );
  return {
    diagnostics: listReported(ended),
    said,
    requests: fixture.requestCount() - since,
    waits,
  };
}

describe('the wait for a single run', () => {
  it('begins to read at its time, and says that the end of a run without records is unknown', async () => {
    const { diagnostics, said, requests, waits } = await wait();
    expect(diagnostics).toMatchObject([
      { code: 'single-run-unclear', severity: 'error', address: onlyCycle },
    ]);
    expect(said).toEqual([
      `Waiting for the single run of ${onlyCycle} at ${soon}.`,
      `${onlyCycle} is paused again.`,
    ]);
    expect(waits).toBeGreaterThan(599);
    expect(requests).toBeLessThan(10);
  });

  it('reports the errors that the run adds to those of before', async () => {
    const before = new Map([[onlyCycle as Address, { errorCount: -2 } as LiveCycle]]);
    expect((await wait({ before })).diagnostics).toMatchObject([
      { code: 'single-run-failed', summary: expect.stringContaining('the service counts 2 more') },
    ]);
  });

  it('ends when the process is asked to end', async () => {
    let turns = 0;
    const { diagnostics } = await wait({
      onWait: () => {
        turns += 1;
      },
      isStopping: () => turns > 3,
    });
    expect(diagnostics).toMatchObject([{ code: 'interrupted', severity: 'warning' }]);
  });
});
