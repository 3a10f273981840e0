import type { ApprovedChange } from '../../../app/run/change-source.ts';
import { applyAccount } from '../../../engine/apply/apply-account.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import type { LockedAccount } from '../../../engine/run/apply-plan.ts';
import { makeApplyReads, withReader } from '../../../engine/run/reads/make-apply-reads.ts';
import { openReadBack } from '../../../engine/run/reads/open-read-back.ts';
import { findMoves } from '../../../engine/verify/find-moves.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Address } from '../../../model/address.ts';
import { isUpcoming } from '../../../model/desired/schedule.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { Clock } from '../../../model/ports.ts';
import { reportUnknownRun } from '../../../model/report/advice/report-single-run.ts';
import { type SentActivation, withKnownOutcome } from '../../../model/state/account-state.ts';
import { makeRunPlan, type RunRequest } from './make-run-plan.ts';
import { findAwaited, type Requested, selectLeft, selectUnrequested } from './select-requested.ts';

/** Requests or cancels the approved single runs. */
export const approvedRuns: ApprovedChange = {
  command: 'run',
  apply: (locked) => applyRuns(locked),
};

/**
 * Requests the approved single runs of one locked account, or cancels them, except those that a run
 * that died has requested. `observe` receives each cycle before its run.
 */
export async function applyRuns(
  locked: LockedAccount,
  observe: (address: Address, live: LiveCycle) => unknown = () => null,
): Promise<AccountOutcome> {
  const { plan, entry, full, ports } = locked;
  const none = (diagnostics: readonly Diagnostic[]): AccountOutcome => ({
    account: plan.account,
    outcomes: [],
    diagnostics,
  });
  if (entry === null) return none([reportStale(plan, 'its manifest is gone or not selected')]);
  const kept = openReadBack({ reader: full.reader, writer: ports.writer });
  const observation = await observeAccount(withReader(full, kept.reader), fromManifest(entry));
  if (observation.kind !== 'observed') return none(observation.diagnostics);
  const { diff } = observation;
  const standing = (locked.isUnfinished ? selectLeft : selectUnrequested)(plan, diff);
  if ('moved' in standing) return none([reportStale(plan, standing.moved)]);
  const { left, requested } = standing;
  const unknown = await closeRequested(locked, requested, diff);
  if (left.length === 0) return none(unknown.length > 0 ? unknown : [reportDone(plan)]);
  const fingerprint = (text: string) => full.secrets.fingerprint(text);
  const made = makeRunPlan(diff, toRequest(left, ports.clock), fingerprint);
  if ('refused' in made) return none([...unknown, ...made.refused]);
  const stale = findStale(locked, { left, made: made.plan, diff });
  if (stale !== null) return none([...unknown, stale]);
  for (const { address, live } of diff.cycles) if (live !== null) observe(address, live);
  await locked.begin(withoutFields(diff), []);
  const outcome = await applyAccount(locked.approval.approve(made.plan), {
    diff,
    drainTimeoutMs: locked.drainTimeoutMs,
    ...makeApplyReads(locked, diff, kept),
    isStopping: locked.isStopping,
  });
  return { ...outcome, diagnostics: [...unknown, ...outcome.diagnostics] };
}

// Notes what became of each request. Unknown ones are reported, and only a person settles them.
async function closeRequested(
  { plan, full, ports }: LockedAccount,
  requested: readonly Requested[],
  diff: AccountDiff,
): Promise<readonly Diagnostic[]> {
  if (requested.length === 0) return [];
  const now = ports.clock.now();
  const resolved = requested.map(({ operation, record }) => {
    const isAwaited = findAwaited(diff, operation.address) !== null;
    return { ...record, run: resolveRun(record.run, operation, { isAwaited, now }) };
  });
  const unknown = resolved.filter(({ run }) => run?.isUnknown === true);
  await ports.store.update({
    account: plan.account,
    saveObjects: resolved,
    closeWrites: resolved.filter((each) => !unknown.includes(each)).map(({ address }) => address),
  });
  return unknown.map(({ address, run }) => {
    const at = run?.schedule.kind === 'once' ? run.schedule.at : null;
    return reportUnknownRun(address, at, full.environment);
  });
}

// A cycle that waits, or runs, proves its request. One that was stopped too late may have run.
function resolveRun(
  run: SentActivation | null,
  { action }: Operation,
  { isAwaited, now }: { readonly isAwaited: boolean; readonly now: string },
): SentActivation | null {
  if (run?.schedule.kind !== 'once' || run.isBeforeRun === true) return run;
  if (action.kind === 'run-cycle') return isAwaited ? withKnownOutcome(run) : run;
  return isUpcoming(run.schedule, now)
    ? { ...withKnownOutcome(run), isBeforeRun: true }
    : { ...run, isUnknown: true };
}

function toRequest(
  operations: readonly Operation[],
  clock: Clock,
): RunRequest & { readonly now: string } {
  const [first] = operations;
  return {
    addresses: new Set(operations.map(({ address }) => address)),
    at: first?.action.kind === 'run-cycle' ? first.action.at : null,
    cancels: first?.action.kind === 'cancel-run',
    now: clock.now(),
  };
}

// The operations that are left of an unfinished run are compared alone.
function findStale(
  { plan, full, isUnfinished }: LockedAccount,
  {
    left,
    made,
    diff,
  }: {
    readonly left: readonly Operation[];
    readonly made: AccountPlan;
    readonly diff: AccountDiff;
  },
): Diagnostic | null {
  const fingerprint = (text: string) => full.secrets.fingerprint(text);
  const moves = findMoves(plan, { plan: made, diff, fingerprint });
  if (moves === null) return null;
  if (!isUnfinished) return reportStale(plan, moves.summary, moves.moves);
  const isSame = isSameJson(
    left.map(({ id }) => id).sort(),
    made.operations.map(({ id }) => id).sort(),
  );
  if (isSame && plan.desired === made.desired) return null;
  return reportStale(plan, moves.summary, moves.moves);
}

// It changes no field.
function withoutFields(diff: AccountDiff): AccountDiff {
  return { ...diff, account: { ...diff.account, fields: [] }, connectors: [], cycles: [] };
}

// A repeat of a plan, or of its resume, whose requests were all sent: no failure.
function reportDone({ account, operations: [first, ...more] }: AccountPlan): Diagnostic {
  const runs = more.length === 0 ? 'single run was' : 'single runs were';
  const isCancel = first?.action.kind === 'cancel-run';
  return reportWarning('plan-done', {
    summary: `${account}: nothing is left to do: its ${runs} ${isCancel ? 'cancelled' : 'requested'} before`,
    remedy: isCancel
      ? 'No action is needed. Nothing was changed.'
      : 'Nothing was requested again. To run a cycle once more, make a new plan.',
  });
}

function reportStale(
  { account }: AccountPlan,
  text: string,
  moves: Diagnostic['moves'] = [],
): Diagnostic {
  return reportError('plan-stale', {
    summary: `${account} changed since the plan was shown: ${text}`,
    ...(moves.length === 0 ? {} : { moves }),
    remedy: 'Nothing was started in it. Run the command again and review the new plan.',
  });
}
