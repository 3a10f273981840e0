import { randomBytes } from 'node:crypto';
import { Heartbeat, type Moment } from '../../engine/run/journal/heartbeat.ts';
import type { Session } from '../../engine/run/journal/lock-account.ts';
import { isRunning, readMachine } from '../../kit/machine.ts';
import type { Holder, Locks } from '../../model/state/lock.ts';
import type { CommandContext } from '../context.ts';

const heartbeatMs = 5000;

/** A session of this process, until it is ended. */
export type OpenSession = Session & { end(): Promise<void> };

type SessionRequest = {
  readonly context: Pick<CommandContext, 'terminal' | 'stopping'>;
  readonly command: string;
  /** Milliseconds to wait for the lock of another run; none by default. */
  readonly lockTimeoutMs?: number;
};

/**
 * Sends a heartbeat every five seconds. A failure is reported once, because the next write of the
 * run verifies its locks.
 */
export async function openSession(
  store: Locks,
  { context, command, lockTimeoutMs = 0 }: SessionRequest,
): Promise<OpenSession> {
  const { terminal, stopping } = context;
  const { user, host, boot, pid } = readMachine();
  const id = randomBytes(8).toString('hex');
  const holder: Holder = { id, command, user, host, boot, pid };
  const heartbeat = new Heartbeat(() => store.heartbeat(holder), readMoment);
  await heartbeat.beat();
  let isReported = false;
  let beating: Promise<void> = Promise.resolve();
  const beat = () => {
    beating = heartbeat.beat().catch((error: unknown) => {
      if (isReported) return;
      isReported = true;
      const why = error instanceof Error ? error.message : String(error);
      terminal.log(`Could not send the heartbeat of this run to the store: ${why}`);
    });
  };
  const timer = setInterval(beat, heartbeatMs).unref();
  return {
    holder,
    isGone: isGoneFrom(holder),
    heartbeat,
    lockTimeoutMs,
    isStopping: () => stopping.aborted,
    end: async () => {
      clearInterval(timer);
      // Waits for the last heartbeat, because a late one would make this process look alive.
      await beating;
      await store.removeHolder(id);
    },
  };
}

function readMoment(): Moment {
  return { monotonicMs: performance.now(), dayMs: Date.now() };
}

/** Works in a session of this process. */
export async function withSession<Result>(
  store: Locks,
  asked: SessionRequest,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(store, asked);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** Returns whether a holder was a process of this machine that has ended. */
export function isGoneFrom(here: Pick<Holder, 'host' | 'boot'>): (holder: Holder) => boolean {
  return ({ host, boot, pid }) =>
    boot !== '' && host === here.host && boot === here.boot && !isRunning(pid);
}
