import { expect, test } from 'vitest';
import { Limiter, type Load } from '../../../src/kit/tasks/limiter.ts';
import { Pace } from '../../../src/kit/tasks/pace.ts';
import { ManualTimer } from '../manual-timer.ts';

const asItIs = (load: Load): Load => load;
const overloaded = (pauseMs = 0): Load => ({ kind: 'overloaded', pauseMs });

/** Sends `count` tasks at once, which all end as the service decides, and lets time pass. */
async function send(
  { limiter, timer }: { readonly limiter: Limiter; readonly timer: ManualTimer },
  count: number,
  load: Load,
): Promise<void> {
  const runs = Array.from({ length: count }, () =>
    limiter.run(() => timer.sleep(10).then(() => load), { classify: asItIs }),
  );
  await timer.ringAll();
  await Promise.all(runs);
}

const open = (options: Partial<ConstructorParameters<typeof Limiter>[0]>) => {
  const timer = new ManualTimer();
  return {
    timer,
    limiter: new Limiter({ concurrency: 8, startsPerSecond: 100, ...options, timer }),
  };
};

test('a refusal keeps most of the rate, however many requests it meets at once', async () => {
  const one = open({});
  await send(one, 200, { kind: 'fine' });
  await send(one, 1, overloaded());
  await send(one, 1, { kind: 'fine' });
  const wave = open({});
  await send(wave, 200, { kind: 'fine' });
  await send(wave, 2, overloaded());
  await send(wave, 1, { kind: 'fine' });
  expect(one.limiter.limits().startsPerSecond).toBeGreaterThan(90);
  expect(wave.limiter.limits()).toEqual(one.limiter.limits());
});

test('after a refusal one request at a time is tried, after longer and longer pauses, until one is served', async () => {
  const { limiter, timer } = open({ concurrency: 1 });
  const startedMs: number[] = [];
  let left = 4;
  const tasks = Array.from({ length: 20 }, () => async () => {
    for (;;) {
      const load = await limiter.run(
        async () => {
          startedMs.push(timer.nowMs());
          left -= 1;
          return left >= 0 ? overloaded() : ({ kind: 'fine' } as const);
        },
        { classify: asItIs },
      );
      if (load.kind === 'fine') return;
    }
  });
  const runs = tasks.map((task) => task());
  await timer.ringAll();
  await Promise.all(runs);
  expect(startedMs.slice(0, 5)).toEqual([0, 250, 750, 1750, 3750]);
  expect(startedMs).toHaveLength(24);
});

test('the rate never falls below one start per second', async () => {
  const worn = open({ concurrency: 1 });
  for (let round = 0; round < 20; round += 1) {
    await send(worn, 1, overloaded());
    await send(worn, 1, { kind: 'fine' });
  }
  expect(worn.limiter.limits().startsPerSecond).toBeGreaterThanOrEqual(1);
});

test('a full rate below one start per second is never raised', async () => {
  const slow = open({ startsPerSecond: 0.25 });
  await send(slow, 1, overloaded());
  await send(slow, 3, { kind: 'fine' });
  expect(slow.limiter.limits().startsPerSecond).toBe(0.25);
});

test('a rate that may grow doubles each second, up to the most', async () => {
  const young = open({ startsPerSecond: 50, growsFrom: 10 });
  expect(young.limiter.limits().startsPerSecond).toBe(10);
  await send(young, 16, { kind: 'fine' });
  expect(young.timer.nowMs()).toBeLessThan(1500);
  expect(young.limiter.limits().startsPerSecond).toBeGreaterThan(19);
  await send(young, 100, { kind: 'fine' });
  expect(young.limiter.limits().startsPerSecond).toBe(50);
});

test('a rate that nobody waits for does not grow', async () => {
  const idle = open({ startsPerSecond: 50, growsFrom: 10 });
  for (let round = 0; round < 50; round += 1) {
    await send(idle, 1, { kind: 'fine' });
    void idle.timer.sleep(1000);
    await idle.timer.ringAll();
  }
  expect(idle.limiter.limits().startsPerSecond).toBe(10);
});

test('a rate does not grow while answers take far longer than before', async () => {
  const { limiter, timer } = open({ concurrency: 64, startsPerSecond: 50, growsFrom: 10 });
  const answer = (ms: number) =>
    limiter.run(() => timer.sleep(ms).then(() => ({ kind: 'fine' }) as const), {
      classify: asItIs,
    });
  const early = Array.from({ length: 10 }, () => answer(20));
  await timer.ringAll();
  const before = limiter.limits().startsPerSecond;
  const late = Array.from({ length: 20 }, () => answer(900));
  await timer.ringAll();
  await Promise.all([...early, ...late]);
  expect(limiter.limits().startsPerSecond - before).toBeLessThan(1.5);
});

test('a rate that an earlier run found is where a later one begins', () => {
  expect(open({ startsPerSecond: 1e6, found: 80 }).limiter.limits().startsPerSecond).toBe(76);
  expect(open({ startsPerSecond: 50, found: 80 }).limiter.limits().startsPerSecond).toBe(50);
});

test('a reserve is left of the most, and of what was found', async () => {
  const shared = open({ reserve: 0.2 });
  expect(shared.limiter.limits().startsPerSecond).toBe(80);
  await send(shared, 200, { kind: 'fine' });
  await send(shared, 1, overloaded());
  await send(shared, 3000, { kind: 'fine' });
  const found = shared.limiter.found() ?? 0;
  expect(found).toBeGreaterThan(70);
  expect(shared.limiter.limits().startsPerSecond).toBeCloseTo(found * 0.8, 3);
});

test('too many in flight are found where only these are refused', async () => {
  const { limiter, timer } = open({ startsPerSecond: 1000 });
  let inFlight = 0;
  const run = async (): Promise<void> => {
    const load = await limiter.run(
      async () => {
        inFlight += 1;
        const isRefused = inFlight > 4;
        await timer.sleep(isRefused ? 1 : 40);
        inFlight -= 1;
        return isRefused ? overloaded() : ({ kind: 'fine' } as const);
      },
      { classify: asItIs },
    );
    if (load.kind !== 'fine') await run();
  };
  const runs = Array.from({ length: 400 }, run);
  await timer.ringAll();
  await Promise.all(runs);
  expect(limiter.limits().concurrency).toBe(4);
});

test('what says nothing about load changes nothing', async () => {
  const served = open({});
  await send(served, 200, { kind: 'fine' });
  await send(served, 1, overloaded());
  await send(served, 1, { kind: 'fine' });
  const before = served.limiter.limits();
  await send(served, 20, { kind: 'unknown' });
  expect(served.limiter.limits()).toEqual(before);
});

test('a refusal that is taken back changes neither the rate nor the burst', () => {
  const pace = new Pace({ startsPerSecond: 100 }, 0);
  const before = { burst: pace.burst(), perSecond: pace.perSecond() };
  for (let nowMs = 0; nowMs < 1000; nowMs += 10) pace.noteStart(nowMs);
  pace.noteRefused(1000, 0, true);
  pace.takeBack();
  pace.resume(2000);
  expect({ burst: pace.burst(), perSecond: pace.perSecond() }).toEqual(before);
});

test('a rate that was limited for a while is as before once it is not', async () => {
  const opened = open({});
  const { limiter } = opened;
  limiter.limit(0.1);
  await send(opened, 1, { kind: 'fine' });
  await send(opened, 1, { kind: 'fine' });
  expect(limiter.limits().startsPerSecond).toBe(0.1);
  limiter.limit(100);
  expect(limiter.limits().startsPerSecond).toBe(100);
});

test('the rate grows for tasks that come one after another', async () => {
  const opened = open({ growsFrom: 1 });
  for (let each = 0; each < 40; each += 1) await send(opened, 1, { kind: 'fine' });
  expect(opened.limiter.limits().startsPerSecond).toBeGreaterThan(20);
});
