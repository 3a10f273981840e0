import { makeSeededRandom } from '../../kit/seeded-random.ts';
import type { Reply } from '../http/reply.ts';

// Faults that a test sets, as a network or a loaded service causes them. Method, path and frequency
// select the requests; the same seed gives the same ones.

/** Effect of a fault. */
export type FaultAction =
  /** Answers with another status, without effect. */
  | {
      readonly do: 'status';
      readonly status: number;
      readonly message?: string;
      readonly retryAfterS?: number;
    }
  /** Waits before the operation. */
  | { readonly do: 'delay'; readonly delayMs: number }
  /** Cuts the connection, without effect. */
  | { readonly do: 'drop-before' }
  /** Runs the operation, and cuts the connection before the answer. */
  | { readonly do: 'drop-after' }
  /** Answers as usual, without effect. */
  | { readonly do: 'ignore' }
  /** Runs the operation; the answer ends before its Content-Length. */
  | { readonly do: 'truncate' }
  /** Runs the operation; the answer is complete but not JSON. */
  | { readonly do: 'garble' }
  /** Lists show this write only after so many more list requests. */
  | { readonly do: 'lag'; readonly requests: number }
  /** An item of the first page is gone when a later page is read. */
  | { readonly do: 'shift' }
  /** A GET is answered as it was the first time, as by a cache. */
  | { readonly do: 'stale' };

/** Requests that a fault hits: all that match, the nth, every nth, or a share. */
export interface FaultAim {
  /** Absent: any. */
  readonly method?: string;
  /** Without the query; `*` is one segment, `**` any rest. */
  readonly path: string;
  readonly nth?: number;
  readonly every?: number;
  readonly rate?: number;
}

export type Fault = FaultAim & FaultAction;

/** A fault with its counts of matched and hit requests. */
export type FaultCount = Fault & { readonly matched: number; readonly hit: number };

interface ActiveFault {
  readonly fault: Fault;
  readonly pattern: RegExp;
  readonly random: () => number;
  matched: number;
  hit: number;
}

/** A request, as faults match it. */
export interface FaultableRequest {
  readonly method: string;
  readonly path: string;
  /** Page of a list; 1 for anything else. */
  readonly page: number;
}

/** The active faults. */
export class FaultRegistry {
  #planted: readonly ActiveFault[] = [];
  readonly #firstReplies = new WeakMap<Fault, Map<string, Reply>>();

  /** Replaces all faults; counts start at zero. */
  plant(faults: readonly Fault[], seed: number): void {
    this.#planted = faults.map((fault, index) => ({
      // A copy, so that planting it again begins again.
      fault: { ...fault },
      pattern: toPattern(fault.path),
      random: makeSeededRandom(seed + index),
      matched: 0,
      hit: 0,
    }));
  }

  /** The first fault that hits this request. All matching faults count it. */
  choose(request: FaultableRequest): Fault | undefined {
    let chosen: Fault | undefined;
    for (const planted of this.#planted.filter((each) => isMatch(each, request))) {
      planted.matched += 1;
      if (isDue(planted) && chosen === undefined) {
        planted.hit += 1;
        chosen = planted.fault;
      }
    }
    return chosen;
  }

  /** The first replies of a fault that makes them stale, by request. */
  findFirstReplies(fault: Fault): Map<string, Reply> {
    const replies = this.#firstReplies.get(fault) ?? new Map<string, Reply>();
    this.#firstReplies.set(fault, replies);
    return replies;
  }

  counts(): readonly FaultCount[] {
    return this.#planted.map(({ fault, matched, hit }) => ({ ...fault, matched, hit }));
  }
}

/** A shift matches only pages after the first, and stale only reads. */
function isMatch({ fault, pattern }: ActiveFault, request: FaultableRequest): boolean {
  return (
    (fault.method === undefined || fault.method.toUpperCase() === request.method) &&
    pattern.test(request.path) &&
    (fault.do !== 'shift' || request.page > 1) &&
    (fault.do !== 'stale' || request.method === 'GET')
  );
}

function isDue({ fault, matched, random }: ActiveFault): boolean {
  if (fault.nth !== undefined) {
    return matched === fault.nth;
  }
  if (fault.every !== undefined) {
    return matched % fault.every === 0;
  }
  return fault.rate === undefined || random() < fault.rate;
}

function toPattern(path: string): RegExp {
  const source = path
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`^${source}$`);
}
