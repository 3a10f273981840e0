import { toHash } from '../../kit/hash.ts';
import type { State } from '../state/state.ts';

// Faults of a sample app: revoked credentials and rate limits. Every other well-formed credential
// is valid, because an app cannot know the users of a world.

interface AppFaults {
  /** Hashes of credentials. */
  readonly revoked: readonly string[];
  /** Number of requests still to answer with 429. */
  readonly tooMany: number;
  readonly retryAfterS: number;
}

const noFaults: AppFaults = { revoked: [], tooMany: 0, retryAfterS: 30 };

/** Change of an app's faults; absent keys stay. */
export interface AppFaultsChange {
  /** Credential to revoke: an API key, a password or an access token. */
  readonly revoke?: string;
  readonly tooMany?: number;
  readonly retryAfterS?: number;
}

/** Changes the faults of an app. */
export function updateAppFaults(state: State, app: string, change: AppFaultsChange): void {
  const faults = readAppFaults(state, app);
  const revoked =
    change.revoke === undefined ? faults.revoked : [...faults.revoked, toHash(change.revoke)];
  writeAppFaults(state, app, {
    revoked,
    tooMany: change.tooMany ?? faults.tooMany,
    retryAfterS: change.retryAfterS ?? faults.retryAfterS,
  });
}

/** True if a credential was revoked. */
export function isRevoked(state: State, app: string, credential: string): boolean {
  return readAppFaults(state, app).revoked.includes(toHash(credential));
}

/** Counts down the rate-limited requests; returns the seconds to wait, else 0. */
export function countRateLimited(state: State, app: string): number {
  const faults = readAppFaults(state, app);
  if (faults.tooMany === 0) {
    return 0;
  }
  writeAppFaults(state, app, { ...faults, tooMany: faults.tooMany - 1 });
  return faults.retryAfterS;
}

function readAppFaults(state: State, app: string): AppFaults {
  return { ...noFaults, ...JSON.parse(state.store.readNote(`app ${app} mood`) ?? '{}') };
}

function writeAppFaults(state: State, app: string, faults: AppFaults): void {
  state.store.writeNote(`app ${app} mood`, JSON.stringify(faults));
}
