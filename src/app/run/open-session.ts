import { randomBytes } from 'node:crypto';
import type { Session } from '../../engine/run/journal/lock-account.ts';
import { isRunning, readMachine } from '../../kit/machine.ts';
import type { Holder } from '../../model/memory/lock.ts';
import type { Locks } from '../../model/ports.ts';

const heartbeatMs = 5000;

/** A session of this process, until it is ended. */
export type OpenSession = Session & { end(): Promise<void> };

/**
 * Says that this process is there, and goes on saying so every five seconds. A beat that cannot be written is
 * told once: the next write of the run finds out whether its locks are still ours.
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
  let isTold = false;
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    beating = store.heartbeat(holder).catch((error: unknown) => {
      if (isTold) return;
      isTold = true;
      const why = error instanceof Error ? error.message : String(error);
      asked.say(`The store could not be told that this run is still at work: ${why}`);
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
      // A beat that comes after the leave would say for ever that this process is there.
      await beating;
      await store.removeHolder(id);
    },
  };
}

/** Tells of a holder whether it was a process of this machine and is there no more. */
export function isGoneFrom(here: Pick<Holder, 'host' | 'boot'>): (holder: Holder) => boolean {
  return ({ host, boot, pid }) =>
    boot !== '' && host === here.host && boot === here.boot && !isRunning(pid);
}
