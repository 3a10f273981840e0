import { expect, it } from 'vitest';
import { Heartbeat, type Moment } from '../../../../src/engine/run/journal/heartbeat.ts';

function openHeartbeat() {
  const now = { monotonicMs: 0, dayMs: 1_000_000 };
  const sent: number[] = [];
  let isAway = false;
  const send = async () => {
    if (isAway) throw new Error('the store is away');
    sent.push(now.monotonicMs);
  };
  const heartbeat = new Heartbeat(send, (): Moment => ({ ...now }));
  return {
    heartbeat,
    sent,
    pass: (ms: number) => {
      now.monotonicMs += ms;
      now.dayMs += ms;
    },
    /** The machine sleeps: the clock that only goes on stands still. */
    sleep: (ms: number) => {
      now.dayMs += ms;
    },
    setClock: (ms: number) => {
      now.dayMs = ms;
    },
    loseStore: () => {
      isAway = true;
    },
  };
}

/** A check of locks, and how often the store was asked. */
function watch(heartbeat: Heartbeat) {
  const asked: null[] = [];
  const check = heartbeat.watch(async () => {
    asked.push(null);
  });
  return { check, asked };
}

it('asks for nothing while the store hears of the process', async () => {
  const { heartbeat, pass } = openHeartbeat();
  const { check, asked } = watch(heartbeat);
  for (let beats = 0; beats < 20; beats += 1) {
    pass(5_000);
    await heartbeat.beat();
    await check();
  }
  expect(asked).toEqual([]);
});

it('beats and confirms the locks after a halt, once', async () => {
  const { heartbeat, pass, sent } = openHeartbeat();
  const { check, asked } = watch(heartbeat);
  pass(26_000);
  await check();
  await check();
  expect(asked).toHaveLength(1);
  expect(sent).toEqual([26_000]);
});

it('confirms the locks after a halt that a heartbeat has ended already', async () => {
  const { heartbeat, pass } = openHeartbeat();
  const { check, asked } = watch(heartbeat);
  pass(40_000);
  await heartbeat.beat();
  await check();
  expect(asked).toHaveLength(1);
  const later = watch(heartbeat);
  await later.check();
  expect(later.asked).toEqual([]);
});

it('knows of a machine that slept, and is not misled by a clock that was set back', async () => {
  const { heartbeat, sleep, setClock, pass } = openHeartbeat();
  const { check, asked } = watch(heartbeat);
  sleep(3_600_000);
  await check();
  expect(asked).toHaveLength(1);
  setClock(0);
  await check();
  expect(asked).toHaveLength(1);
  pass(26_000);
  await check();
  expect(asked).toHaveLength(2);
});

it('lets nothing pass while the store is away', async () => {
  const { heartbeat, pass, loseStore } = openHeartbeat();
  const { check, asked } = watch(heartbeat);
  pass(26_000);
  loseStore();
  await expect(check()).rejects.toThrow('the store is away');
  expect(asked).toEqual([]);
});

it('confirms again if the process is halted while it confirms', async () => {
  const { heartbeat, pass } = openHeartbeat();
  let asked = 0;
  const check = heartbeat.watch(async () => {
    asked += 1;
    if (asked === 1) pass(60_000);
  });
  pass(26_000);
  await check();
  expect(asked).toBe(2);
});
