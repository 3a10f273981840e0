import { waitForStop } from '../../../app/context.ts';
import {
  type Answer,
  type ApiFailure,
  formatFailure,
  isNotOffered,
} from '../../../model/diagnostic/api-failure.ts';
import type { ConnectorRef, ServiceReader } from '../../../model/ports.ts';

/** Reads that show whether a connector is signed in. */
export type SignInReader = Pick<ServiceReader, 'readConnector' | 'listCycles'>;

/** End of a wait for a person. */
export type ConsentEnd =
  | { readonly kind: 'signed-in' }
  /** The browser returned, and the connector is unchanged. */
  | { readonly kind: 'refused' }
  /** The browser returned, and the service shows no result. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'too-late' }
  | { readonly kind: 'stopped' }
  /** The service could not be read. */
  | { readonly kind: 'unread'; readonly reason: string };

export type ConsentWait = {
  readonly reader: SignInReader;
  readonly at: ConnectorRef;
  /** Resolves when a browser returns; never when the redirect goes elsewhere. */
  readonly returned: Promise<void>;
  readonly stopping: AbortSignal;
  readonly timeoutMs: number;
  /** Interval of polling. */
  readonly lookEveryMs: number;
};

/**
 * Waits until the service reports a connector as signed in. Polls too, because a person may use
 * another browser. Retries while the service is out of reach.
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
      const read = await readSignIn(wait.reader, wait.at);
      if (!read.ok && !isTransient(read.failure)) {
        return { kind: 'unread', reason: formatFailure(read.failure) };
      }
      if (read.ok && read.value === 'signed-in') return { kind: 'signed-in' };
      if (read.ok && hasReturned) return { kind: read.value === 'unseen' ? 'unseen' : 'refused' };
      if (performance.now() >= endsAtMs) return { kind: 'too-late' };
    }
  } finally {
    over.abort();
  }
}

/** Keeps the wait while the service is out of reach for a moment. */
function isTransient({ kind }: ApiFailure): boolean {
  return kind === 'unavailable' || kind === 'rate-limited';
}

function sleep(ms: number, signal: AbortSignal): Promise<'slept'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('slept'), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** Sign-in of an installed connector. `unseen`: the service shows neither. */
export type SignIn = 'signed-in' | 'waits' | 'gone' | 'unseen';

/** Reads it by the cycles that use the connector where connectors cannot be read. */
export async function readSignIn(
  reader: SignInReader,
  { account, connector }: ConnectorRef,
): Promise<Answer<SignIn>> {
  const read = await reader.readConnector(account, connector);
  if (read.ok)
    return { ok: true, value: read.value === null ? 'gone' : toSignIn(read.value.authenticated) };
  if (!isNotOffered(read)) return read;
  const cycles = await reader.listCycles(account);
  if (!cycles.ok) return cycles;
  const uses = cycles.value
    .flatMap((cycle) => cycle.connectors)
    .filter(({ id }) => id === connector);
  return { ok: true, value: toSignIn(uses[0]?.authenticated) };
}

function toSignIn(isSignedIn: boolean | undefined): SignIn {
  if (isSignedIn === undefined) return 'unseen';
  return isSignedIn ? 'signed-in' : 'waits';
}
