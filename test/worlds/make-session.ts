import type { Session } from '../../src/engine/run/journal/lock-account.ts';
import type { Holder } from '../../src/model/state/lock.ts';

let sessions = 0;

/** A session of a process of its own: whoever held an account before it is dead. */
export function makeSession(changes: Partial<Session> = {}): Session {
  sessions += 1;
  const id = `holder-${sessions}`;
  const holder: Holder = {
    id,
    command: 'apply',
    user: 'tester',
    host: 'here',
    boot: 'boot',
    pid: sessions,
  };
  return { holder, isGone: (other) => other.id !== id, lockTimeoutMs: 0, ...changes };
}
