import { toHash } from '../../kit/hash.ts';
import type { State } from '../state/state.ts';

// What a test wishes of a sample app: credentials that are good no more, and requests that are too
// many. Every other credential of the right form is good, as an app cannot know whom a world means.

interface AppFaults {
  /** Hashes of credentials. */
  readonly revoked: readonly string[];
  /** How many more requests are answered 429. */
  readonly tooMany: number;
  readonly retryAfterS: number;
}

const noFaults: AppFaults = { revoked: [], tooMany: 0, retryAfterS: 30 };

/** A change of an app's mood; what is left out stays. */
export interface AppFaultsChange {
  /** A credential that is not good any more: an API key, a password, an access token. */
  readonly revoke?: string;
  readonly tooMany?: number;
  readonly retryAfterS?: number;
}

/** Changes how an app answers from now on. */
export function updateAppFaults(state: State, app: string, change: AppFaultsChange): void {
  const mood = readAppFaults(state, app);
  const revoked =
    change.revoke === undefined ? mood.revoked : [...mood.revoked, toHash(change.revoke)];
  writeAppFaults(state, app, {
    revoked,
    tooMany: change.tooMany ?? mood.tooMany,
    retryAfterS: change.retryAfterS ?? mood.retryAfterS,
  });
}

/** Whether a credential was revoked. */
export function isRevoked(state: State, app: string, credential: string): boolean {
  return readAppFaults(state, app).revoked.includes(toHash(credential));
}

/** Takes one of the requests that are too many and gives the seconds to wait, else 0. */
export function countRateLimited(state: State, app: string): number {
  const mood = readAppFaults(state, app);
  if (mood.tooMany === 0) {
    return 0;
  }
  writeAppFaults(state, app, { ...mood, tooMany: mood.tooMany - 1 });
  return mood.retryAfterS;
}

function readAppFaults(state: State, app: string): AppFaults {
  return { ...noFaults, ...JSON.parse(state.store.readNote(`app ${app} mood`) ?? '{}') };
}

function writeAppFaults(state: State, app: string, mood: AppFaults): void {
  state.store.writeNote(`app ${app} mood`, JSON.stringify(mood));
}
