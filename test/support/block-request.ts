import { vi } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';

type Aim = { readonly method?: string; readonly path: string; readonly nth: number };

/** Long enough that a request never comes out of it by itself. */
const foreverMs = 3_600_000;

/** Holds the nth request of a kind back. The service has not done it; what it began waits for its caller's end. */
export function blockRequest(
  emulator: Emulator,
  aim: Aim,
): { readonly hasCome: () => Promise<void> } {
  return delayRequest(emulator, aim, foreverMs);
}

/** Answers the nth request of a kind late. */
export function delayRequest(
  emulator: Emulator,
  aim: Aim,
  delayMs: number,
): { readonly hasCome: () => Promise<void> } {
  emulator.control.plantFaults([{ ...aim, do: 'delay', delayMs }]);
  return {
    hasCome: () =>
      waitUntil(() => emulator.control.readFaults()[0]?.hit === 1, `${aim.path} is asked for`),
  };
}

/** Waits for something to be so; fails with what it was when it never is. */
export async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`never: ${what}`);
    },
    { timeout: 25_000, interval: 10 },
  );
}
