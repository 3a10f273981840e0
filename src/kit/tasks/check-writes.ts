import { AsyncLocalStorage } from 'node:async_hooks';

type Check = () => Promise<void>;

const checks = new AsyncLocalStorage<Check>();

/**
 * Does work each of whose requests that may change something awaits `check` just before it leaves. If that
 * rejects, nothing is sent and the request rejects too.
 */
export function checkWrites<T>(check: Check, work: () => Promise<T>): Promise<T> {
  return checks.run(check, work);
}

/** Finds the check of the work that this belongs to; undefined outside of it. */
export function findWriteCheck(): Check | undefined {
  return checks.getStore();
}
