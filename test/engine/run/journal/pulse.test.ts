import { expect, it } from 'vitest';
import { type Moment, Pulse } from '../../../../src/engine/run/journal/pulse.ts';

function openPulse() {
  const now = { monotonicMs: 0, dayMs: 1_000_000 };
  const sent: number[] = [];
  let isAway = false;
  const send = async () => {
    if (isAway) throw new Error('the store is away');
    sent.push(now.monotonicMs);
  };
  const pulse = new Pulse(send, (): Moment => ({ ...now }));
  return {
    pulse,
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
function watch(pulse: Pulse) {
  const asked: null[] = [];
  const check = pulse.watch(async () => {
    asked.push(null);
  });
  return { check, asked };
}

it('asks for nothing while the store hears of the process', async () => {
  const { pulse, pass } = openPulse();
  const { check, asked } = watch(pulse);
  for (let beats = 0; beats < 20; beats += 1) {
    pass(5_000);
    await pulse.beat();
    await check();
  }
  expect(asked).toEqual([]);
});

it('beats and confirms the locks after a halt, once', async () => {
  const { pulse, pass, sent } = openPulse();
  const { check, asked } = watch(pulse);
  pass(26_000);
  await check();
  await check();
  expect(asked).toHaveLength(1);
  expect(sent).toEqual([26_000]);
});

it('confirms the locks after a halt that a heartbeat has ended already', async () => {
  const { pulse, pass } = openPulse();
  const { check, asked } = watch(pulse);
  pass(40_000);
  await pulse.beat();
  await check();
  expect(asked).toHaveLength(1);
  const later = watch(pulse);
  await later.check();
  expect(later.asked).toEqual([]);
});

it('knows of a machine that slept, and is not misled by a clock that was set back', async () => {
  const { pulse, sleep, setClock, pass } = openPulse();
  const { check, asked } = watch(pulse);
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
  const { pulse, pass, loseStore } = openPulse();
  const { check, asked } = watch(pulse);
  pass(26_000);
  loseStore();
  await expect(check()).rejects.toThrow('the store is away');
  expect(asked).toEqual([]);
});

it('confirms again if the process is halted while it confirms', async () => {
  const { pulse, pass } = openPulse();
  let asked = 0;
  const check = pulse.watch(async () => {
    asked += 1;
    if (asked === 1) pass(60_000);
  });
  pass(26_000);
  await check();
  expect(asked).toBe(2);
});
