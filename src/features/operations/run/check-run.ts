import { isUpcoming, type SingleRun } from '../../../model/desired/schedule.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { findAwaitedRun } from '../../../model/diff/run-state.ts';
import { listAwaitingConsent } from '../../../model/diff/used-connectors.ts';
import { reportDueRun, reportUnknownRun } from '../../../model/report/advice/report-single-run.ts';

/**
 * Returns why a cycle cannot run once; null if it can. Prerequisites are read afterwards.
 * `operation` is the id of its request.
 */
export function checkRun(
  cycle: CycleDiff,
  account: AccountDiff,
  operation: string,
): Diagnostic | null {
  return (
    checkWanted(cycle) ??
    cycle.desired.refusals[0] ??
    checkOwned(cycle, account) ??
    checkResting(cycle) ??
    checkUnknown(cycle, account) ??
    checkUnfinished(cycle, account, operation) ??
    checkSignedIn(cycle, account)
  );
}

function checkWanted({ address, desired }: CycleDiff): Diagnostic | null {
  const { activity, activityAt, at } = desired.bound.desired;
  const isActive = activity.kind === 'set' && activity.value.kind === 'active';
  if (desired.startsByWebhook)
    return reportError('run-refused', {
      summary: `${address} cannot run once: it starts when its webhook is called`,
      at,
      address,
      remedy: isActive ? 'Call its webhook.' : 'Write state: active, apply, and call its webhook.',
    });
  if (!isActive) return null;
  return reportError('run-refused', {
    summary: `${address} cannot run once: Git wants it active`,
    at: activityAt,
    address,
    remedy: 'It runs on its schedule. To run it only once, write state: paused and apply first.',
  });
}

/** Requires the cycle in the service, and a binding of ours. */
function checkOwned(
  { address, at, live, record }: CycleDiff,
  { state }: AccountDiff,
): Diagnostic | null {
  if (live === null)
    return reportError('run-refused', {
      summary: `${address} does not exist in the service`,
      at,
      address,
      remedy: 'Apply first, which creates it.',
    });
  const isMoved = state.movedFrom !== undefined || state.renamed?.has(address) === true;
  if (record !== null && record.remoteId === live.id && !isMoved) return null;
  return reportError('not-remembered', {
    summary: `${address} is not in state${isMoved ? ' under this key' : ''}; run starts managed cycles only`,
    at,
    address,
    remedy: 'Apply first to bind it; then run it.',
  });
}

function checkResting({ address, at, live, runState }: CycleDiff): Diagnostic | null {
  if (live?.status === 'Paused') return null;
  if (live?.status !== 'Active')
    return reportError('run-refused', {
      summary: `${address} cannot run: its status in the service is ${live?.status}`,
      at,
      address,
      remedy: 'Look at it in the console.',
    });
  return reportError(
    'run-refused',
    runState.kind === 'running-once'
      ? {
          summary: `${address} waits for its single run at ${runState.on.at}, or runs`,
          at,
          address,
          remedy:
            runState.by === 'us'
              ? 'Run it again when it is over, or cancel it first with --cancel.'
              : 'Others started it. Run it when that is over, or stop it in the console.',
        }
      : {
          summary: `${address} runs already`,
          at,
          address,
          remedy: 'Git keeps it paused. Apply first, which stops it, or stop it in the console.',
        },
  );
}

function checkUnknown({ address, record }: CycleDiff, { desired }: AccountDiff): Diagnostic | null {
  const run = record?.run;
  if (run?.isUnknown !== true || run.schedule.kind !== 'once') return null;
  return reportUnknownRun(address, run.schedule.at, desired.environment);
}

// It would run with some old and some new values. An intent of this request itself was not sent,
// because the run would be recorded.
function checkUnfinished(
  { address, at, deposed }: CycleDiff,
  account: AccountDiff,
  operation: string,
): Diagnostic | null {
  const { creates, pauses, writes } = account.state;
  const isReplaced = deposed.length > 0;
  const write = writes.get(address);
  const isOpen = creates.has(address) || pauses.has(address);
  if (!isOpen && !isReplaced && (write === undefined || write.operation === operation)) return null;
  return reportError('run-refused', {
    summary: `${address} has unfinished work of an earlier run${isReplaced ? ': it replaces another cycle' : ''}`,
    at,
    address,
    remedy: 'Apply first, which finishes it; then run it.',
  });
}

function checkSignedIn(cycle: CycleDiff, { connectors }: AccountDiff): Diagnostic | null {
  const [connector] = listAwaitingConsent(cycle, connectors);
  if (connector === undefined) return null;
  const { address, at } = cycle;
  return reportError('prerequisite-missing', {
    summary: `${address} cannot run: ${connector} is not signed in`,
    at,
    address,
    remedy: `Sign it in with cyclectl consent, or in the console if auth is not in its manifest, and run the cycle again.`,
  });
}

/**
 * Returns why the single run of a cycle cannot be cancelled; null if it can. A mistake in its
 * manifest does not keep it running. `now` is ISO UTC.
 */
export function checkCancel(
  cycle: CycleDiff,
  account: AccountDiff,
  now: string,
): Diagnostic | null {
  const { address, at } = cycle;
  const foreign = checkOwned(cycle, account);
  if (foreign !== null) return foreign;
  const run = findAwaitedRun(cycle.runState);
  if (run !== null) return checkStoppable({ address, at, run }, account, now);
  return reportError('run-refused', {
    summary: `${address} waits for no single run of cyclectl`,
    at,
    address,
    remedy: 'cyclectl status --all shows what runs. Stop other runs in the console.',
  });
}

/** Returns why a cycle that waits for a single run of ours cannot be stopped; null if it can. */
export function checkStoppable(
  { address, at, run }: Pick<CycleDiff, 'address' | 'at'> & { readonly run: SingleRun },
  { capabilities }: AccountDiff,
  now: string,
): Diagnostic | null {
  if (!isUpcoming(run, now)) return { ...reportDueRun(address, run.at), at };
  if (capabilities.cycles) return null;
  return reportError('not-offered', {
    summary: `${address} cannot be stopped: the service offers no way to pause it`,
    at,
    address,
    remedy: 'Pause it in the console.',
  });
}
