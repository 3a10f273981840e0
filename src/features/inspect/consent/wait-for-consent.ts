import { waitForStop } from '../../../app/context.ts';
import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { ConnectorRef } from '../../../model/ports.ts';
import { readSignedIn, type SignInReader } from './read-signed-in.ts';

/** How a wait for a person ended. */
export type ConsentEnd =
  | { readonly kind: 'signed-in' }
  /** The browser came back, and the connector is as it was. */
  | { readonly kind: 'refused' }
  /** The browser came back, and nothing in the service shows what became of it. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'too-late' }
  | { readonly kind: 'stopped' }
  /** Whether it is signed in could not be read. */
  | { readonly kind: 'unread'; readonly reason: string };

/** What a wait looks at. */
export type ConsentWait = {
  readonly reader: SignInReader;
  readonly at: ConnectorRef;
  /** Fulfilled when a browser has come back; never where it is sent elsewhere. */
  readonly returned: Promise<void>;
  readonly stopping: AbortSignal;
  readonly timeoutMs: number;
  /** How often it looks where nothing wakes it. */
  readonly lookEveryMs: number;
};

/**
 * Waits until the service says that a connector is signed in. The browser that comes back is only a
 * reason to look: a person may use another one, on another machine, so it looks now and then anyway.
 * While the service is out of reach nothing is known, and it is looked again.
 */
export async function waitForConsent(wait: ConsentWait): Promise<ConsentEnd> {
  const over = new AbortController();
  const endsAtMs = performance.now() + wait.timeoutMs;
  const returned = wait.returned.then(() => 'returned' as const);
  const stopped = waitForStop(wait).then(() => 'stopped' as const);
  let hasReturned = false;
  try {
    for (;;) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const next = sleep(Math.min(wait.lookEveryMs, leftMs), over.signal);
      const woken: 'returned' | 'stopped' | 'slept' = await Promise.race([
        ...(hasReturned ? [] : [returned]),
        stopped,
        next,
      ]);
      if (woken === 'stopped') return { kind: 'stopped' };
      hasReturned ||= woken === 'returned';
      const read = await readSignedIn(wait.reader, wait.at);
      if (!read.ok && !isTransient(read.failure)) {
        return { kind: 'unread', reason: formatFailure(read.failure) };
      }
      if (read.ok && read.value === true) return { kind: 'signed-in' };
      if (read.ok && hasReturned) return { kind: read.value === null ? 'unseen' : 'refused' };
      if (performance.now() >= endsAtMs) return { kind: 'too-late' };
    }
  } finally {
    over.abort();
  }
}

/** A service that is out of reach for a moment ends no wait. */
function isTransient({ kind }: ApiFailure): boolean {
  return kind === 'unavailable' || kind === 'rate-limited';
}

function sleep(ms: number, signal: AbortSignal): Promise<'slept'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('slept'), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
