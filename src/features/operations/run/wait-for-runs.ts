import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Address, toAccountAddress } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import type { Clock, CycleRef, ServiceReader, StoreReader } from '../../../model/ports.ts';

export type RunWait = {
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  readonly clock: Clock;
  /** The cycles before their runs. */
  readonly before: ReadonlyMap<Address, LiveCycle>;
  readonly isStopping: () => boolean;
  readonly say: (text: string) => void;
};

/** A single run to wait for. */
type AwaitedRun = CycleRef & {
  readonly address: Address;
  /** ISO UTC. */
  readonly at: string;
};

const [firstPollMs, maxPollMs, maxTurnMs] = [1_000, 30_000, 1_000];

/**
 * Waits until the single runs of an apply are over, or the process is asked to end. A run that is
 * not known to have succeeded becomes an error of its account.
 */
export async function waitForRuns(
  wait: RunWait,
  outcomes: readonly AccountOutcome[],
): Promise<readonly AccountOutcome[]> {
  return Promise.all(
    outcomes.map(async (outcome) => {
      const awaited = await listAwaited(wait, outcome);
      const ends = await Promise.all(awaited.map((run) => waitForRun(wait, run)));
      const diagnostics = [...outcome.diagnostics, ...ends.flatMap((end) => end ?? [])];
      return { ...outcome, diagnostics };
    }),
  );
}

async function listAwaited(
  { store }: RunWait,
  { account, outcomes }: AccountOutcome,
): Promise<readonly AwaitedRun[]> {
  const started = outcomes.filter(
    ({ result, operation }) => result === 'done' && operation.action.kind === 'run-cycle',
  );
  if (started.length === 0) return [];
  const { objects } = await store.readState(account);
  const own = objects.get(toAccountAddress(account));
  return started.flatMap(({ operation: { address } }): AwaitedRun[] => {
    const record = objects.get(address);
    const schedule = record?.run?.schedule;
    if (own === undefined || record === undefined || schedule?.kind !== 'once') return [];
    return [{ address, account: own.remoteId, cycle: record.remoteId, at: schedule.at }];
  });
}

async function waitForRun(wait: RunWait, run: AwaitedRun): Promise<Diagnostic | null> {
  const { reader, clock, isStopping, say } = wait;
  say(`Waiting for the single run of ${toVisible(run.address)}${describeTime(run, clock.now())}.`);
  await pause(wait, Date.parse(run.at) - Date.parse(clock.now()));
  for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 2, maxPollMs)) {
    if (isStopping()) return toStopped(run);
    const read = await reader.readCycle(run.account, run.cycle);
    if (!read.ok && read.failure.kind !== 'unavailable' && read.failure.kind !== 'rate-limited')
      return reportUnclear(run, `could not be read: ${formatFailure(read.failure)}`);
    if (read.ok && read.value?.status !== 'Active' && (read.value?.inProgressCount ?? 0) === 0)
      return toEnd(wait, run, read.value);
    await pause(wait, waitMs);
  }
}

function describeTime({ at }: AwaitedRun, now: string): string {
  return Date.parse(at) > Date.parse(now) ? ` at ${at}` : ', which was started';
}

// Waits in short turns, so that a request to stop ends it soon.
async function pause({ clock, isStopping }: RunWait, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0 && !isStopping(); leftMs -= maxTurnMs)
    await clock.wait(Math.min(leftMs, maxTurnMs));
}

// Only the last successful run shows the end of this one; the service has no list of runs.
function toEnd(
  { before, say }: RunWait,
  run: AwaitedRun,
  live: LiveCycle | null,
): Diagnostic | null {
  if (live === null) return reportUnclear(run, 'was deleted before its single run ended');
  const name = toVisible(run.address);
  const was = before.get(run.address);
  const errors = live.errorCount - (was?.errorCount ?? 0);
  if (errors > 0) {
    say(`${name} ran with errors.`);
    return reportFailed(run, errors);
  }
  const { lastSuccess = null } = live;
  if (lastSuccess === null || lastSuccess === (was?.lastSuccess ?? null)) {
    say(`${name} is paused again.`);
    return reportUnclear(
      run,
      'is paused again: the service shows no new success, and no new error',
    );
  }
  say(`${name} ran; its last successful run began ${lastSuccess}.`);
  return null;
}

function toStopped({ address, at }: AwaitedRun): Diagnostic {
  return reportWarning('interrupted', {
    summary: `cyclectl no longer waits for the single run of ${address} at ${at}`,
    address,
    remedy: 'It goes on without cyclectl; cyclectl status --all shows how it ends.',
  });
}

function reportFailed({ address }: AwaitedRun, errors: number): Diagnostic {
  return reportError('single-run-failed', {
    summary: `${address} ran with errors: the service counts ${errors} more`,
    address,
    remedy: `List its runs with cyclectl transactions ${formatArgument(address)}, fix the cause, and run it again.`,
  });
}

function reportUnclear({ address }: AwaitedRun, text: string): Diagnostic {
  return reportError('single-run-unclear', {
    summary: `${address} ${text}`,
    address,
    remedy: 'It is unknown how its single run ended. Look at its runs in the console.',
  });
}
