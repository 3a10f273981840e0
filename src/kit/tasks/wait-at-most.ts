import type { Timer } from './timer.ts';

/** Waits some milliseconds; ends at once when the signal is aborted. */
export function waitAtMost(
  ms: number,
  stopping: AbortSignal,
  timer: Pick<Timer, 'setAlarm'>,
): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      drop();
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const drop = timer.setAlarm(ms, end);
    stopping.addEventListener('abort', end, { once: true });
  });
}
