import { describe, expect, it } from 'vitest';
import { withProgress } from '../../../src/app/output/with-progress.ts';
import { ManualTimer } from '../../kit/manual-timer.ts';
import { openRecordedContext } from '../../support/run-in-process.ts';

type Shown = { readonly status: (string | null)[]; readonly logged: string[] };

/** Follows four accounts, of which each takes 10 seconds and 30 requests. */
async function follow(
  progress: 'screen' | 'rows' | 'lines' | 'none',
  { CI = '', total = 4 }: { readonly CI?: string; readonly total?: number | null } = {},
): Promise<Shown & { readonly timer: ManualTimer }> {
  const shown: Shown = { status: [], logged: [] };
  const timer = new ManualTimer();
  let requests = 0;
  const { context } = openRecordedContext({ CI });
  const terminal = {
    ...context.terminal,
    progress,
    status: (text: string | null) => void shown.status.push(text),
    log: (text: string) => void shown.logged.push(text),
  };
  const ports = {
    readCost: () => ({ requests, durationMs: 0 }),
    readPace: () => 10,
  };
  async function* accounts() {
    for (const name of ['a', 'b', 'c', 'd']) {
      for (let second = 0; second < 10; second += 1) {
        await timer.sleep(1000);
        requests += 3;
      }
      yield name;
    }
  }
  const phase = {
    does: 'comparing',
    total,
    ports: ports as unknown as Parameters<typeof withProgress>[1]['ports'],
    found: { word: 'with drift', isOne: (name: string) => name === 'b' },
  };
  const following = Array.fromAsync(
    withProgress({ ...context, terminal, timer }, phase, accounts()),
  );
  await timer.ringAll();
  const passed = await following;
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
  return { ...shown, timer };
}

describe('progress', () => {
  it('is one line of a terminal that is redrawn, and removed at the end', async () => {
    const { status, logged, timer } = await follow('screen');
    expect(logged).toEqual([]);
    expect(status.slice(0, 2)).toEqual(['comparing 0/4', 'comparing 0/4']);
    expect(status).toContain('comparing 3/4 · 3 req/s of 10 · 1 with drift · ETA 11s');
    expect(status.at(-1)).toBe(null);
    expect(timer.alarmCount()).toBe(0);
  });

  it.each([
    ['in CI', 'lines', 'true'],
    ['on a terminal without a cursor', 'rows', ''],
  ] as const)('is a line every ten seconds %s', async (_, progress, CI) => {
    const { status, logged } = await follow(progress, { CI });
    expect(logged).toHaveLength(4);
    expect(logged.at(-1)).toBe('comparing 3/4 · 3 req/s of 10 · 1 with drift · ETA 14s');
    expect(status).toEqual([null]);
  });

  it('says no total and no time left where the number of accounts is unknown', async () => {
    const { logged } = await follow('lines', { CI: 'true', total: null });
    expect(logged[1]).toBe('comparing 1 · 3 req/s of 10');
  });

  it('is nothing on a pipe, and nothing where none is wanted', async () => {
    expect(await follow('lines')).toMatchObject({ status: [], logged: [] });
    expect(await follow('none', { CI: 'true' })).toMatchObject({ status: [], logged: [] });
    expect(await follow('lines', { CI: 'false' })).toMatchObject({ status: [], logged: [] });
    expect(await follow('lines', { CI: '0' })).toMatchObject({ status: [], logged: [] });
  });
});
