import { randomBytes } from 'node:crypto';
import type { Session } from '../../engine/run/journal/lock-account.ts';
import { isRunning, readMachine } from '../../kit/machine.ts';
import type { Locks } from '../../model/ports.ts';
import type { Holder } from '../../model/state/lock.ts';

const heartbeatMs = 5000;

/** A session of this process, until it is ended. */
export type OpenSession = Session & { end(): Promise<void> };

/**
 * Sends a heartbeat every five seconds. A failure is reported once, because the next write of the
 * run verifies its locks.
 */
export async function openSession(
  store: Locks,
  asked: {
    readonly command: string;
    readonly lockTimeoutMs: number;
    /** Aborted when the process is asked to end. */
    readonly stopping?: AbortSignal;
    readonly say: (text: string) => void;
  },
): Promise<OpenSession> {
  const { user, host, boot, pid } = readMachine();
  const id = randomBytes(8).toString('hex');
  const holder: Holder = { id, command: asked.command, user, host, boot, pid };
  await store.heartbeat(holder);
  let isReported = false;
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    beating = store.heartbeat(holder).catch((error: unknown) => {
      if (isReported) return;
      isReported = true;
      const why = error instanceof Error ? error.message : String(error);
      asked.say(`Could not send the heartbeat of this run to the store: ${why}`);
    });
  };
  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    holder,
    isGone: isGoneFrom(holder),
    lockTimeoutMs: asked.lockTimeoutMs,
    isStopping: () => asked.stopping?.aborted === true,
    end: async () => {
      clearInterval(timer);
      // Waits for the last heartbeat, because a late one would make this process look alive.
      await beating;
      await store.removeHolder(id);
    },
  };
}

/** Returns whether a holder was a process of this machine that has ended. */
export function isGoneFrom(here: Pick<Holder, 'host' | 'boot'>): (holder: Holder) => boolean {
  return ({ host, boot, pid }) =>
    boot !== '' && host === here.host && boot === here.boot && !isRunning(pid);
}
