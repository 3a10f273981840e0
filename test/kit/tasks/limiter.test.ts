import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Limiter, type Load } from '../../../src/kit/tasks/limiter.ts';
import { ManualTimer, settle } from '../manual-timer.ts';

const fine = (): Load => ({ kind: 'fine' });
const asItIs = (load: Load): Load => load;

describe('how many tasks run', () => {
  test('no more tasks are in flight than the limit allows, and the next begins when one ends', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 2, startsPerSecond: 1000, timer });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const runs = [0, 1, 2].map((number) =>
      limiter.run(
        () => {
          started.push(number);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        { classify: fine },
      ),
    );
    await settle();
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const end of ends) end();
    await Promise.all(runs);
  });

  test('starts are spread over the second', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 100, startsPerSecond: 10, timer });
    const startedMs: number[] = [];
    const runs = Array.from({ length: 5 }, () =>
      limiter.run(async () => void startedMs.push(timer.nowMs()), { classify: fine }),
    );
    await timer.ringAll();
    await Promise.all(runs);
    expect(startedMs).toEqual([0, 50, 150, 250, 350]);
  });

  test('lanes take turns, and tasks of one lane keep their order', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 1, startsPerSecond: 100, timer });
    const started: string[] = [];
    const runs = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
      limiter.run(async () => void started.push(name), { classify: fine, lane: name.slice(0, 1) }),
    );
    await timer.ringAll();
    await Promise.all(runs);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('an error of a task is handed on and frees its place', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 1, startsPerSecond: 1000, timer });
    const broken = limiter.run(() => Promise.reject(new Error('broken')), { classify: fine });
    const whole = limiter.run(async () => 'whole', { classify: fine });
    await expect(broken).rejects.toThrow('broken');
    await expect(whole).resolves.toBe('whole');
  });
});

describe('giving up', () => {
  test('a waiting task whose signal is aborted leaves the queue', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 1, startsPerSecond: 1000, timer });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const first = limiter.run(() => promise, { classify: fine });
    const abort = new AbortController();
    const started: string[] = [];
    const second = limiter.run(async () => void started.push('second'), {
      classify: fine,
      signal: abort.signal,
    });
    const third = limiter.run(async () => 'third', { classify: fine });
    abort.abort(new Error('no longer wanted'));
    await expect(second).rejects.toThrow('no longer wanted');
    release();
    await expect(third).resolves.toBe('third');
    await first;
    expect(started).toEqual([]);
  });

  test('a signal that is aborted already keeps the task from beginning', async () => {
    const limiter = new Limiter({ concurrency: 1, startsPerSecond: 1, timer: new ManualTimer() });
    const run = limiter.run(async () => 'ran', {
      classify: fine,
      signal: AbortSignal.abort(new Error('too late')),
    });
    await expect(run).rejects.toThrow('too late');
  });

  test('a task that has started is not touched by its signal', async () => {
    const limiter = new Limiter({ concurrency: 1, startsPerSecond: 1, timer: new ManualTimer() });
    const abort = new AbortController();
    const { promise, resolve: release } = Promise.withResolvers<string>();
    const run = limiter.run(() => promise, { classify: fine, signal: abort.signal });
    abort.abort();
    release('done');
    await expect(run).resolves.toBe('done');
  });
});

describe('pauses', () => {
  const overloaded = (pauseMs = 0): Load => ({ kind: 'overloaded', pauseMs });

  test('nothing begins before the pause is over that the other side requested', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 4, startsPerSecond: 1000, timer });
    await limiter.run(async () => overloaded(5000), { classify: asItIs });
    const next = limiter.run(async () => timer.nowMs(), { classify: fine });
    await timer.ringAll();
    await expect(next).resolves.toBe(5000);
  });

  test('a shorter pause does not end a longer one', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 4, startsPerSecond: 1000, timer });
    const refused = [5000, 10].map((pauseMs) =>
      limiter.run(() => timer.sleep(20).then(() => overloaded(pauseMs)), { classify: asItIs }),
    );
    await timer.ringAll();
    await Promise.all(refused);
    const next = limiter.run(async () => timer.nowMs(), { classify: fine });
    await timer.ringAll();
    await expect(next).resolves.toBe(5020);
  });
});

describe('laws over generated work', () => {
  const work = fc.record({
    concurrency: fc.integer({ min: 1, max: 6 }),
    startsPerSecond: fc.oneof(
      fc.integer({ min: 1, max: 500 }),
      fc.double({ min: 0.2, max: 50, noNaN: true }),
    ),
    tasks: fc.array(
      fc.record({
        comesMs: fc.integer({ min: 0, max: 500 }),
        lastsMs: fc.integer({ min: 1, max: 400 }),
        load: fc.oneof(
          { weight: 8, arbitrary: fc.constant<Load>({ kind: 'fine' }) },
          { weight: 1, arbitrary: fc.constant<Load>({ kind: 'unknown' }) },
          {
            weight: 2,
            arbitrary: fc
              .integer({ min: 0, max: 3000 })
              .map((pauseMs): Load => ({ kind: 'overloaded', pauseMs })),
          },
        ),
      }),
      { maxLength: 40 },
    ),
  });

  test('never too many in flight, never more starts than the bucket allows, in order, and all end', async () => {
    await fc.assert(
      fc.asyncProperty(work, async ({ concurrency, startsPerSecond, tasks }) => {
        const timer = new ManualTimer();
        const limiter = new Limiter({ concurrency, startsPerSecond, timer });
        const startedMs: number[] = [];
        const came: number[] = [];
        const started: number[] = [];
        let inFlight = 0;
        let ended = 0;
        let pausedUntilMs = 0;
        for (const [number, { comesMs, lastsMs, load }] of tasks.entries()) {
          timer.setAlarm(comesMs, () => {
            came.push(number);
            void limiter.run(
              async () => {
                expect(timer.nowMs()).toBeGreaterThanOrEqual(pausedUntilMs);
                started.push(number);
                startedMs.push(timer.nowMs());
                inFlight += 1;
                expect(inFlight).toBeLessThanOrEqual(limiter.limits().concurrency);
                await timer.sleep(lastsMs);
                inFlight -= 1;
                ended += 1;
                if (load.kind === 'overloaded') {
                  pausedUntilMs = Math.max(pausedUntilMs, timer.nowMs() + load.pauseMs);
                }
                return load;
              },
              { classify: asItIs },
            );
          });
        }
        await timer.ringAll();
        expect(ended).toBe(tasks.length);
        expect(started).toEqual(came);
        const burst = 1 + startsPerSecond / 20;
        for (const [first, fromMs] of startedMs.entries()) {
          for (const [last, toMs] of startedMs.entries()) {
            if (last < first) continue;
            const allowed = burst + (startsPerSecond * (toMs - fromMs)) / 1000;
            expect(last - first + 1).toBeLessThanOrEqual(allowed + 1e-6);
          }
        }
        expect(timer.alarmCount()).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the time in which tasks wait is counted', () => {
  const waitFor = async (
    limits: { readonly concurrency: number; readonly startsPerSecond: number },
    tasks: number,
  ) => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ ...limits, timer });
    const task = () => new Promise<void>((resolve) => timer.setAlarm(300, resolve));
    const runs = Array.from({ length: tasks }, () => limiter.run(task, { classify: fine }));
    await timer.ringAll();
    await Promise.all(runs);
    return limiter.waited();
  };

  test('for a place among those in flight', async () => {
    expect(await waitFor({ concurrency: 1, startsPerSecond: 1000 }, 1)).toEqual({
      placesMs: 0,
      rateMs: 0,
    });
    expect(await waitFor({ concurrency: 1, startsPerSecond: 1000 }, 3)).toEqual({
      placesMs: 600,
      rateMs: 0,
    });
  });

  test('for the rate', async () => {
    const { placesMs, rateMs } = await waitFor({ concurrency: 100, startsPerSecond: 10 }, 6);
    expect([placesMs, rateMs >= 400 && rateMs <= 500]).toEqual([0, true]);
  });
});
