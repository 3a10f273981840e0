import { AsyncLocalStorage } from 'node:async_hooks';

type Check = () => Promise<void>;

const checks = new AsyncLocalStorage<Check>();

/**
 * Does work in which each request that may change something is checked at the last moment before it leaves,
 * which may be long after it was asked for: it waits for its turn. If `check` rejects, the request is not sent
 * and rejects too.
 */
export function checkWrites<T>(check: Check, work: () => Promise<T>): Promise<T> {
  return checks.run(check, work);
}

/** Finds the check of the work that this belongs to; undefined outside of it. */
export function findWriteCheck(): Check | undefined {
  return checks.getStore();
}
