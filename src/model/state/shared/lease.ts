/** Shares of the requests per second that a service allows all processes of a store. */

/** A process that sends requests, and the share that it was granted. */
export type Lease = {
  readonly id: string;
  /** True of a command at a terminal, which has a reserve. */
  readonly isInteractive: boolean;
  /** Part of the rate that all leases with one have together; absent: of what these leave. */
  readonly part?: number;
  readonly perSecond: number;
};

/** The request of a process for its share, or for more time with it. */
export type LeaseRequest = Pick<Lease, 'id' | 'isInteractive' | 'part'> & {
  /** Most requests per second of all processes. */
  readonly most: number;
  /** True if the service refused a request for its rate since the last renewal. */
  readonly wasRefused: boolean;
};

/** The answer to it. */
export type Grant = {
  /** 0 until another process gives something up, which takes one renewal. */
  readonly perSecond: number;
  readonly isAlone: boolean;
};

/** Leases of all processes, in a store. */
export interface Leases {
  /** Takes a share, or renews it. */
  renewLease(asked: LeaseRequest): Promise<Grant>;
  /** Gives the share of a process back. */
  endLease(id: string): Promise<void>;
}

/** The rate of all processes after a refusal. Times are milliseconds of the store's clock. */
export type LoweredRate = { readonly perSecond: number; readonly atMs: number };

/** Time between renewals. */
export const renewalMs = 2_000;
/** Time after which a lease that was not renewed is dropped. */
export const leaseMs = 3 * renewalMs;
/** Part of the rate that only commands at a terminal get, so that one starts at once. */
const reserved = 0.1;
/** Part of a fair share that is worth a start. */
const crumb = 0.01;
/** Part of the rate that is kept when a process was refused. */
const kept = 0.85;
/** Time that a lowered rate stays, and its growth by second afterwards. */
const [heldMs, growth] = [20_000, 1.01];

/** The rate of all processes now. */
export function readRate(lowered: LoweredRate | null, most: number, nowMs: number): number {
  if (lowered === null) return most;
  const grownMs = Math.max(0, nowMs - lowered.atMs - heldMs);
  return Math.min(most, lowered.perSecond * growth ** (grownMs / 1000));
}

/** Lowers the rate after a refusal, once for what several processes saw of the same one. */
export function toLoweredRate(
  lowered: LoweredRate | null,
  most: number,
  nowMs: number,
): LoweredRate | null {
  if (lowered !== null && nowMs - lowered.atMs < renewalMs) return lowered;
  return { perSecond: readRate(lowered, most, nowMs) * kept, atMs: nowMs };
}

/**
 * The share of a process at its renewal. It never raises the sum of all shares above `rate`: another one
 * keeps what it holds. Controllers have their part and no more, all others the rest.
 */
export function findShare(
  asked: Pick<Lease, 'id' | 'isInteractive' | 'part'>,
  rate: number,
  leases: readonly Lease[],
): number {
  const others = leases.filter((lease) => lease.id !== asked.id);
  const own = leases.find((lease) => lease.id === asked.id)?.perSecond ?? 0;
  const [alike, unlike] = [
    others.filter((lease) => isParted(lease) === isParted(asked)),
    others.filter((lease) => isParted(lease) !== isParted(asked)),
  ];
  const atTerminals =
    others.filter((lease) => lease.isInteractive).length + Number(asked.isInteractive);
  const reserve = rate * reserved;
  const part = Math.max(0, ...[...others, asked].map((lease) => lease.part ?? 0));
  const parted = Math.min(rate * part, rate - reserve);
  const rest = rate - reserve - (unlike.length > 0 ? parted : 0);
  const even = (isParted(asked) ? parted : rest) / (alike.length + 1);
  const fair = asked.isInteractive ? even + reserve / atTerminals : even;
  const held = sumRates(others);
  const free = rate - held - (atTerminals === 0 ? reserve : 0);
  const most = isParted(asked) ? Math.min(free, parted - sumRates(alike)) : free;
  // Less than a crumb is a rounding error.
  const share = Math.min(fair, Math.max(own, most));
  return own > 0 || share > fair * crumb ? share : 0;
}

function isParted({ part }: Pick<Lease, 'part'>): boolean {
  return part !== undefined;
}

function sumRates(leases: readonly Lease[]): number {
  return leases.reduce((sum, lease) => sum + lease.perSecond, 0);
}
