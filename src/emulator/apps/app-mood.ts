import { hashText } from '../../kit/hash.ts';
import type { State } from '../state/state.ts';

// What a test wishes of a sample app: credentials that are good no more, and requests that are too
// many. Every other credential of the right form is good, as an app cannot know whom a world means.

interface Mood {
  /** Hashes of credentials. */
  readonly revoked: readonly string[];
  /** How many more requests are answered 429. */
  readonly tooMany: number;
  readonly retryAfterS: number;
}

const calm: Mood = { revoked: [], tooMany: 0, retryAfterS: 30 };

/** A change of an app's mood; what is left out stays. */
export interface MoodChange {
  /** A credential that is not good any more: an API key, a password, an access token. */
  readonly revoke?: string;
  readonly tooMany?: number;
  readonly retryAfterS?: number;
}

/** Changes how an app answers from now on. */
export function changeMood(state: State, app: string, change: MoodChange): void {
  const mood = readMood(state, app);
  const revoked =
    change.revoke === undefined ? mood.revoked : [...mood.revoked, hashText(change.revoke)];
  writeMood(state, app, {
    revoked,
    tooMany: change.tooMany ?? mood.tooMany,
    retryAfterS: change.retryAfterS ?? mood.retryAfterS,
  });
}

/** Whether a credential was revoked. */
export function isRevoked(state: State, app: string, credential: string): boolean {
  return readMood(state, app).revoked.includes(hashText(credential));
}

/** Takes one of the requests that are too many and gives the seconds to wait, else 0. */
export function takeTooMany(state: State, app: string): number {
  const mood = readMood(state, app);
  if (mood.tooMany === 0) {
    return 0;
  }
  writeMood(state, app, { ...mood, tooMany: mood.tooMany - 1 });
  return mood.retryAfterS;
}

function readMood(state: State, app: string): Mood {
  return { ...calm, ...JSON.parse(state.store.readNote(`app ${app} mood`) ?? '{}') };
}

function writeMood(state: State, app: string, mood: Mood): void {
  state.store.writeNote(`app ${app} mood`, JSON.stringify(mood));
}
