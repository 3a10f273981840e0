import { expect, it } from 'vitest';
import { waitAtMost } from '../../../src/kit/tasks/wait-at-most.ts';

/** Alarms that ring when the test says so. */
function makeTimer() {
  const rings = new Set<() => void>();
  return {
    rings,
    setAlarm: (_ms: number, ring: () => void) => {
      rings.add(ring);
      return () => {
        rings.delete(ring);
      };
    },
  };
}

it('ends with its alarm, or at once when it is asked to, and takes the alarm back', async () => {
  const timer = makeTimer();
  const stopping = new AbortController();
  const first = waitAtMost(5, stopping.signal, timer);
  for (const ring of timer.rings) ring();
  await first;
  const second = waitAtMost(5, stopping.signal, timer);
  expect(timer.rings.size).toBe(1);
  stopping.abort();
  await second;
  expect(timer.rings.size).toBe(0);
  await waitAtMost(5, stopping.signal, timer);
});
