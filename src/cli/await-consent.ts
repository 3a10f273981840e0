import { type Answer, type ApiFailure, writeFailure } from '../model/api-failure.ts';
import type { ConnectorAt, ServiceReader } from '../model/ports.ts';

/** How a wait for a person ended. */
export type ConsentEnd =
  | { readonly kind: 'signed-in' }
  /** The browser came back, and the connector is as it was. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'too-late' }
  | { readonly kind: 'stopped' }
  /** Whether it is signed in could not be read. */
  | { readonly kind: 'unread'; readonly reason: string };

/** What a wait looks at. */
export type ConsentWait = {
  readonly reader: ServiceReader;
  readonly at: ConnectorAt;
  /** Fulfilled when a browser has come back; never where it is sent elsewhere. */
  readonly returned: Promise<void>;
  readonly stopping: AbortSignal;
  readonly timeoutMs: number;
};

const lookEveryMs = 3000;

/**
 * Waits until the service says that a connector is signed in. The browser that comes back is only a
 * reason to look: a person may use another one, on another machine, so it looks now and then anyway.
 */
export async function awaitConsent(wait: ConsentWait): Promise<ConsentEnd> {
  const over = new AbortController();
  const endsAtMs = performance.now() + wait.timeoutMs;
  const returned = wait.returned.then(() => 'returned' as const);
  const stopped = untilAborted(wait.stopping);
  try {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const next = sleep(Math.min(lookEveryMs, leftMs), over.signal);
      const woken = await Promise.race([returned, stopped, next]);
      if (woken === 'stopped') return { kind: 'stopped' };
      const read = await readSignedIn(wait);
      if (!read.ok) return { kind: 'unread', reason: writeFailure(read.failure) };
      if (read.value) return { kind: 'signed-in' };
      if (woken === 'returned') return { kind: 'refused' };
      if (performance.now() >= endsAtMs) return { kind: 'too-late' };
    }
  } finally {
    over.abort();
  }
}

async function readSignedIn({ reader, at }: ConsentWait): Promise<Answer<boolean>> {
  const read = await reader.readConnector(at.account, at.connector);
  if (!read.ok) return isPassing(read.failure) ? { ok: true, value: false } : read;
  return { ok: true, value: read.value?.authenticated === true };
}

/** A service that is out of reach for a moment ends no wait. */
function isPassing({ kind }: ApiFailure): boolean {
  return kind === 'unavailable' || kind === 'rate-limited';
}

function untilAborted(signal: AbortSignal): Promise<'stopped'> {
  if (signal.aborted) return Promise.resolve('stopped');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<'slept'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('slept'), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
