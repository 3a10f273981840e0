import { makeSeededRandom } from '../../kit/seeded-random.ts';

// Planted faults: what a network or a service under load does to a client. Which request is hit is
// said by a method, a path and a rhythm, and is the same for the same seed.

/** What a fault does. */
export type FaultDeed =
  /** Answers another status and does nothing. */
  | {
      readonly do: 'status';
      readonly status: number;
      readonly message?: string;
      readonly retryAfterS?: number;
    }
  /** Waits before it does what it should. */
  | { readonly do: 'delay'; readonly delayMs: number }
  /** Does nothing and cuts the connection. */
  | { readonly do: 'drop-before' }
  /** Does what it should, and cuts the connection instead of answering. */
  | { readonly do: 'drop-after' }
  /** Answers as if it had done it, and keeps what was there. */
  | { readonly do: 'ignore' }
  /** Does what it should; the answer promises more bytes than it has and ends. */
  | { readonly do: 'truncate' }
  /** Does what it should; the answer is whole and no JSON any more. */
  | { readonly do: 'garble' }
  /** Lists show this write only after so many more requests of lists. */
  | { readonly do: 'lag'; readonly requests: number }
  /** An item of the first page has vanished when a later page is asked for. */
  | { readonly do: 'shift' };

/** Which requests a fault hits: all that match, or the nth, every nth, or a share of them. */
export interface FaultAim {
  /** Left out: any. */
  readonly method?: string;
  /** Without the query; `*` is one segment, `**` any rest. */
  readonly path: string;
  readonly nth?: number;
  readonly every?: number;
  readonly rate?: number;
}

export type Fault = FaultAim & FaultDeed;

/** A fault with how many requests it matched and how many it hit. */
export type FaultCount = Fault & { readonly matched: number; readonly hit: number };

interface ActiveFault {
  readonly fault: Fault;
  readonly pattern: RegExp;
  readonly random: () => number;
  matched: number;
  hit: number;
}

/** A request, as far as faults look at it. */
export interface FaultableRequest {
  readonly method: string;
  readonly path: string;
  /** Page of a list; 1 for anything else. */
  readonly page: number;
}

/** The faults that are planted now. */
export class FaultRegistry {
  #planted: readonly ActiveFault[] = [];

  /** Replaces all faults; counts begin anew. */
  plant(faults: readonly Fault[], seed: number): void {
    this.#planted = faults.map((fault, index) => ({
      fault,
      pattern: toPattern(fault.path),
      random: makeSeededRandom(seed + index),
      matched: 0,
      hit: 0,
    }));
  }

  /** The first fault that hits this request. Every fault that matches counts it. */
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

  counts(): readonly FaultCount[] {
    return this.#planted.map(({ fault, matched, hit }) => ({ ...fault, matched, hit }));
  }
}

/** A shift only ever matches a page after the first. */
function isMatch({ fault, pattern }: ActiveFault, request: FaultableRequest): boolean {
  return (
    (fault.method === undefined || fault.method.toUpperCase() === request.method) &&
    pattern.test(request.path) &&
    (fault.do !== 'shift' || request.page > 1)
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
