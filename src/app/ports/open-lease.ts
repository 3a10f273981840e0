import { randomBytes } from 'node:crypto';
import { OperationalError } from '../../kit/operational-error.ts';
import { machineTimer, type Timer } from '../../kit/tasks/timer.ts';
import type { Limits } from '../../model/manifest/project.ts';
import { type Grant, type Leases, renewalMs } from '../../model/state/shared/lease.ts';
import type { EnvironmentContext } from './open-environment-secrets.ts';
import { openStoreLeases } from './open-store.ts';
import { isCi } from './operator-bounds.ts';

/** Requests per second of a process that has no share for the moment. */
const slowest = 0.1;

/** A share of the rate of all processes, until it is closed. */
type OpenLease = {
  /** The latest grant. */
  readonly grant: () => Grant;
  /** Passes the share to the client of the service, at once and after each renewal. */
  readonly attach: (client: LimitedClient) => void;
  close(): Promise<void>;
};

/** A client whose requests per second can be limited. */
type LimitedClient = {
  limitRate(perSecond: number): void;
  /** Refusals for the rate so far. */
  refusalCount(): number;
};

type LeaseOptions = {
  /** Most requests per second of all processes. */
  readonly most: number;
  readonly isInteractive: boolean;
  /** Part of the rate that a controller has together with all others. */
  readonly part?: number;
  readonly timer: Timer;
  /** Called once when the store no longer answers. */
  readonly giveUp: (why: OperationalError) => void;
};

/**
 * Opens the share of a command in the rate of its service. Null without a shared store, of an embedded
 * service, and where the store takes no lease, which is reported.
 */
export async function openServiceLease(input: EnvironmentContext): Promise<OpenLease | null> {
  const { context, project } = input;
  const { limits, service } = project.environment;
  const { terminal, timer = machineTimer } = context;
  if (service.kind === 'emulator') return null;
  const leases = await openStoreLeases(input);
  if (leases === null) return null;
  try {
    const isInteractive = terminal.isScreen && !isCi(context.environment);
    const giveUp = ({ message }: OperationalError) =>
      terminal.log(
        `Could not renew the share of requests per second, which stays as it is: ${message}`,
      );
    const most = limits.requestsPerSecond;
    const { part } = context;
    const parted = part === undefined ? {} : { part };
    const lease = await openLease(leases, { most, isInteractive, ...parted, timer, giveUp });
    return {
      ...lease,
      close: async () => {
        await lease.close();
        await leases.close();
      },
    };
  } catch (error) {
    await leases.close();
    if (!(error instanceof OperationalError)) throw error;
    terminal.log(`Requests per second are not shared with other processes: ${error.message}`);
    return null;
  }
}

/** The limits of a run, with its present share as the rate. */
export function withShare(limits: Limits, lease: Pick<OpenLease, 'grant'> | null): Limits {
  return { ...limits, requestsPerSecond: lease?.grant().perSecond ?? limits.requestsPerSecond };
}

/**
 * Takes a share of the rate, and renews it. Waits until other processes gave something up. With the
 * store away it keeps the last share.
 */
export async function openLease(leases: Leases, options: LeaseOptions): Promise<OpenLease> {
  const { timer, giveUp, ...wants } = options;
  const id = randomBytes(8).toString('hex');
  let client: LimitedClient | null = null;
  let refused = 0;
  const ask = async () => {
    const count = client?.refusalCount() ?? 0;
    const granted = await leases.renewLease({
      id,
      ...wants,
      wasRefused: count > refused,
    });
    refused = count;
    return granted;
  };
  let grant = await ask();
  while (grant.perSecond === 0) {
    await new Promise<void>((resolve) => timer.setAlarm(renewalMs / 4, resolve));
    grant = await ask();
  }
  let isAway = false;
  const renew = async () => {
    try {
      grant = await ask();
      // A process that was silent for too long has lost its share until the others renew.
      client?.limitRate(Math.max(slowest, grant.perSecond));
    } catch (error) {
      if (!(error instanceof OperationalError)) throw error;
      if (!isAway) giveUp(error);
      isAway = true;
    }
  };
  let [isClosed, renewing] = [false, Promise.resolve()];
  let dropAlarm: () => void;
  const plan = () => {
    dropAlarm = timer.setAlarm(renewalMs, () => {
      renewing = renew().then(() => {
        if (!isClosed) plan();
      });
    });
  };
  plan();
  return {
    grant: () => grant,
    attach: (attached) => {
      client = attached;
      client.limitRate(grant.perSecond);
    },
    close: async () => {
      isClosed = true;
      dropAlarm();
      // Waits for the last renewal, because a late one would take the share again.
      await renewing;
      try {
        await leases.endLease(id);
      } catch (error) {
        if (!(error instanceof OperationalError)) throw error;
      }
    },
  };
}

/** Use of the rate that a service allows. */
export type ServiceRate = {
  /** Requests per second that this process may send of those of all. */
  readonly granted: number;
  /** True while they are leased to it; false where it shares with no other process. */
  readonly isLeased: boolean;
  /** Requests per second that it comes to, with what the service was found to allow. */
  readonly pace: number;
  /** Requests that the service refused for their rate. */
  readonly refused: number;
};

/** Reads the use of the rate. */
export function readServiceRate(
  limits: Limits,
  lease: Pick<OpenLease, 'grant'> | null,
  service: Pick<LimitedClient, 'refusalCount'> & { readFoundRate(): number | null },
): ServiceRate {
  const shared = withShare(limits, lease);
  return {
    granted: shared.requestsPerSecond,
    isLeased: (lease?.grant().perSecond ?? 0) > 0,
    pace: toPace(shared, service.readFoundRate()),
    refused: service.refusalCount(),
  };
}

/** Makes the rate that a run comes to: what is allowed and what is served, without what is reserved. */
export function toPace({ requestsPerSecond, reserve = 0 }: Limits, found: number | null) {
  const rate = Math.min(requestsPerSecond, found ?? requestsPerSecond) * (1 - reserve / 100);
  return Number(rate.toPrecision(3));
}
