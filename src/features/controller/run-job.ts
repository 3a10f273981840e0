import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { tryLock } from '../../engine/run/journal/lock-account.ts';
import type { DriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import type { DriftLook } from '../../engine/run/run-drift.ts';
import { toHash } from '../../kit/hash.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import { isReportedOnly } from '../../model/plan/plan.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { Watch, WatchResult, WatchState } from '../../model/state/shared/watch.ts';
import type { Station } from './open-station.ts';

/** The parts that a job needs. */
export type JobTools = {
  readonly station: Station;
  readonly watch: Watch;
  readonly recorder: Pick<DriftRecorder, 'recordItems'>;
};

/** Time until an account is looked at again that another run has locked, and one that this replica has not. */
const lockedMs = 30_000;
const behindMs = 5_000;
/** First and longest time after a failure. */
const [firstBackOffMs, maxBackOffMs] = [30_000, 3_600_000];

type Look = Pick<WatchResult, 'state' | 'reason' | 'found' | 'againMs'> & {
  readonly isFailure?: true;
};

/**
 * Looks at the account of a job by the newest commit, and records the result. Ends at once if an earlier job
 * did it, or another run has the lock. Throws if it cannot record.
 */
export async function runJob(tools: JobTools, account: string): Promise<WatchResult | null> {
  const { station, watch } = tools;
  const before = await watch.startLook(account);
  if (before === null) return null;
  const entry = station.entries.get(account);
  const look = entry === undefined ? behind : await lookLocked(tools, entry);
  const { isFailure = false, ...result } = look;
  const failures = isFailure
    ? before.failures + 1
    : result.state === 'locked'
      ? before.failures
      : 0;
  const { commit } = station.snapshot;
  const saved: WatchResult = {
    account,
    ...result,
    commit,
    failures,
    againMs: isFailure ? toBackOffMs(account, failures) : result.againMs,
  };
  await watch.saveResult(saved);
  return saved;
}

// A replica with a later commit has queued it, or one that this replica has not read yet dropped it.
const behind: Look = { state: 'waiting', reason: null, found: null, againMs: behindMs };

async function lookLocked({ station, recorder }: JobTools, entry: AccountEntry): Promise<Look> {
  const { ports, session } = station;
  if (ports.revisions.isWaiting(entry))
    return { state: 'waiting', reason: null, found: null, againMs: null };
  try {
    const answer = await tryLock(ports.store, session, entry.key);
    if (answer.kind === 'held') {
      const { user, host, command } = answer.by.holder;
      const reason = `cyclectl ${command} by ${user} on ${host} is at work`;
      return { state: 'locked', reason, found: null, againMs: lockedMs };
    }
    try {
      return toLook(await withDates(await station.look(entry), recorder));
    } finally {
      await ports.store.releaseLock(entry.key, answer.fence);
    }
  } catch (error) {
    const reason = toReason(describeThrown(error, entry.key));
    return { state: 'failed', reason, found: null, againMs: null, isFailure: true };
  }
}

async function withDates(
  { found, observed }: DriftLook,
  recorder: Pick<DriftRecorder, 'recordItems'>,
): Promise<DriftAccount> {
  if (found.kind === 'unread') return found;
  const dates = await recorder.recordItems(found.account, observed);
  return {
    ...found,
    items: found.items.map((item, at) => ({ ...item, since: dates[at] ?? null })),
  };
}

function toLook(found: DriftAccount): Look {
  if (found.kind === 'unread') {
    const [first] = found.diagnostics;
    const reason = first === undefined ? null : toReason(first);
    return { state: 'unread', reason, found, againMs: null, isFailure: true };
  }
  return { state: toState(found), reason: null, found, againMs: null };
}

function toState({
  items,
  manifestMoved,
  isApplied,
}: Extract<DriftAccount, { readonly kind: 'read' }>): WatchState {
  if (!items.every(isReportedOnly)) return 'drift';
  return manifestMoved > 0 || !isApplied ? 'changes' : 'in-sync';
}

function toReason({ summary, remedy }: Diagnostic): string {
  return remedy === undefined ? summary : `${summary}. ${remedy}`;
}

/** The time after failures in a row: it doubles, and differs by account, so that they do not come together. */
export function toBackOffMs(account: string, failures: number): number {
  const ms = Math.min(maxBackOffMs, firstBackOffMs * 2 ** Math.min(failures - 1, 20));
  const spread = Number.parseInt(toHash(account).slice(0, 4), 16) / 0x10000;
  return Math.round(ms * (1 + spread / 4));
}
