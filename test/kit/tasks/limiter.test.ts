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
    expect(startedMs).toEqual([0, 100, 200, 300, 400]);
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

describe('adapting', () => {
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
    await Promise.all([
      limiter.run(async () => overloaded(5000), { classify: asItIs }),
      limiter.run(async () => overloaded(10), { classify: asItIs }),
    ]);
    const next = limiter.run(async () => timer.nowMs(), { classify: fine });
    await timer.ringAll();
    await expect(next).resolves.toBe(5000);
  });

  test('a wave of overload halves the limits once, a later one again', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 8, startsPerSecond: 800, timer });
    const wave = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          limiter.run(async () => overloaded(), { classify: asItIs }),
        ),
      );
    const first = wave();
    await timer.ringAll();
    await first;
    expect(limiter.limits()).toEqual({ concurrency: 4, startsPerSecond: 400 });
    await limiter.run(async () => overloaded(), { classify: asItIs });
    expect(limiter.limits()).toEqual({ concurrency: 2, startsPerSecond: 200 });
  });

  test('limits never fall below one task and one start per second', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 8, startsPerSecond: 10, timer });
    for (let round = 0; round < 20; round += 1) {
      const run = limiter.run(async () => overloaded(), { classify: asItIs });
      await timer.ringAll();
      await run;
    }
    expect(limiter.limits()).toEqual({ concurrency: 1, startsPerSecond: 1 });
  });

  test('a full rate below one start per second is never raised', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 8, startsPerSecond: 0.25, timer });
    await limiter.run(async () => overloaded(), { classify: asItIs });
    expect(limiter.limits().startsPerSecond).toBe(0.25);
  });

  test('good answers bring the limits back, step by step and not beyond', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 8, startsPerSecond: 100, timer });
    await limiter.run(async () => overloaded(), { classify: asItIs });
    const seen: number[] = [];
    for (let round = 0; round < 2000; round += 1) {
      const run = limiter.run(async () => undefined, { classify: fine });
      await timer.ringAll();
      await run;
      seen.push(limiter.limits().startsPerSecond);
    }
    expect(seen[0]).toBeGreaterThan(50);
    expect(seen[0]).toBeLessThan(51);
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
    expect(limiter.limits()).toEqual({ concurrency: 8, startsPerSecond: 100 });
  });

  test('what says nothing about load changes nothing', async () => {
    const timer = new ManualTimer();
    const limiter = new Limiter({ concurrency: 8, startsPerSecond: 100, timer });
    await limiter.run(async () => overloaded(), { classify: asItIs });
    const before = limiter.limits();
    await limiter.run(async (): Promise<Load> => ({ kind: 'unknown' }), { classify: asItIs });
    expect(limiter.limits()).toEqual(before);
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
        const burst = Math.max(1, startsPerSecond / 10);
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
