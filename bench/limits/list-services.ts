import {
  makeConcurrencyCap,
  makeFixedWindow,
  makeLeakyBucket,
  makeSlowing,
  makeTokenBucket,
  type RetryAfter,
  type SimulatedService,
} from './simulated-services.ts';

/** A service of the table. */
export type ListedService = {
  readonly name: string;
  /** False: the goals are for others, and the table only shows what comes of it. */
  readonly hasGoal: boolean;
  /** Seconds that count. Those before are for finding the pace. */
  readonly counted: readonly [number, number];
  readonly make: () => SimulatedService;
};

/** What every service of the table serves per second, but for the last one. */
const served = 100;
/** The first five seconds do not count, and then a minute does. */
const minute = [5, 65] as const;

/** The services of the table, each anew. */
export function listServices(): readonly ListedService[] {
  return [
    ...(['seconds', 'none'] as const).flatMap(listRefusing),
    {
      name: 'one after the other',
      hasGoal: false,
      counted: minute,
      make: () => makeSlowing(served),
    },
    {
      name: 'one after the other, 30 per second',
      hasGoal: false,
      counted: minute,
      make: () => makeSlowing(30),
    },
  ];
}

function listRefusing(retryAfter: RetryAfter): ListedService[] {
  const suffix = retryAfter === 'seconds' ? ', Retry-After' : '';
  const list = (name: string, hasGoal: boolean, make: () => SimulatedService): ListedService => {
    return { name: `${name}${suffix}`, hasGoal, counted: minute, make };
  };
  return [
    list('token bucket, burst 100', true, () => makeTokenBucket(served, 100, retryAfter)),
    list('token bucket, burst 10', true, () => makeTokenBucket(served, 10, retryAfter)),
    list('token bucket, burst 1', false, () => makeTokenBucket(served, 1, retryAfter)),
    list('leaky bucket of 20', false, () => makeLeakyBucket(served, 20, retryAfter)),
    list('leaky bucket of 5', false, () => makeLeakyBucket(served, 5, retryAfter)),
    list('window of 1 s', false, () => makeFixedWindow(served, 1000, retryAfter)),
    {
      // Three of its windows.
      ...list('window of 60 s', false, () => makeFixedWindow(served, 60_000, retryAfter)),
      counted: [5, 185],
    },
    list('4 in flight, 40 ms each', false, () => makeConcurrencyCap(4, 40, retryAfter)),
  ];
}
