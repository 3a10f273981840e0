import type { ApprovedChange } from '../../../app/run/change-source.ts';
import { applyAccount } from '../../../engine/apply/apply-account.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import type { LockedAccount } from '../../../engine/run/apply-plan.ts';
import { makeApplyReads } from '../../../engine/run/make-apply-reads.ts';
import { findMoves } from '../../../engine/verify/find-moves.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { Clock } from '../../../model/ports.ts';
import { reportUnknownRun } from '../../../model/report/advice/report-single-run.ts';
import { toActivationDigest, withKnownOutcome } from '../../../model/state/account-state.ts';
import { makeRunPlan, type RunRequest } from './make-run-plan.ts';

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
  const observation = await observeAccount(full, fromManifest(entry));
  if (observation.kind !== 'observed') return none(observation.diagnostics);
  const { diff } = observation;
  const { left, requested } = locked.isUnfinished
    ? selectLeft(plan, diff)
    : { left: plan.operations, requested: [] };
  const unknown = await closeRequested(locked, requested);
  if (left.length === 0) return none(unknown);
  const fingerprint = (text: string) => full.secrets.fingerprint(text);
  const made = makeRunPlan(diff, toRequest(left, ports.clock), fingerprint);
  if ('refused' in made) return none([...unknown, ...made.refused]);
  const stale = findStale(locked, { left, made: made.plan, diff });
  if (stale !== null) return none([...unknown, stale]);
  for (const { address, live } of diff.cycles) if (live !== null) observe(address, live);
  await locked.begin(withoutFields(diff), []);
  const outcome = await applyAccount(locked.approval.approve(made.plan), {
    ports,
    diff,
    drainTimeoutMs: locked.drainTimeoutMs,
    ...makeApplyReads(locked, diff),
    isStopping: locked.isStopping,
  });
  return { ...outcome, diagnostics: [...unknown, ...outcome.diagnostics] };
}

// A later activation of ours shows that the run that died has requested a single run.
function selectLeft(
  { operations }: AccountPlan,
  { cycles }: AccountDiff,
): { readonly left: readonly Operation[]; readonly requested: readonly CycleDiff[] } {
  const left: Operation[] = [];
  const requested: CycleDiff[] = [];
  for (const operation of operations) {
    const { action, address } = operation;
    const cycle = cycles.find((each) => each.address === address);
    const run = cycle?.record?.run ?? null;
    const isRequested =
      action.kind === 'run-cycle'
        ? run !== null && toActivationDigest(run) !== action.previous
        : run?.schedule.kind !== 'once' || run.isBeforeRun === true || run.isUnknown === true;
    if (isRequested && cycle !== undefined) requested.push(cycle);
    else left.push(operation);
  }
  return { left, requested };
}

// A cycle that runs proves its request. Others are reported, and only a person settles them.
async function closeRequested(
  { plan, full, ports }: LockedAccount,
  requested: readonly CycleDiff[],
): Promise<readonly Diagnostic[]> {
  if (requested.length === 0) return [];
  const unknown = requested.filter(
    ({ live, record }) => record?.run?.isUnknown === true && live?.status !== 'Active',
  );
  await ports.store.update({
    account: plan.account,
    saveObjects: requested.flatMap(({ live, record }) =>
      record?.run?.isUnknown === true && live?.status === 'Active'
        ? [{ ...record, run: withKnownOutcome(record.run) }]
        : [],
    ),
    closeWrites: requested.filter((each) => !unknown.includes(each)).map(({ address }) => address),
  });
  return unknown.map(({ address, record }) => {
    const schedule = record?.run?.schedule;
    return reportUnknownRun(
      address,
      schedule?.kind === 'once' ? schedule.at : null,
      full.environment,
    );
  });
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
