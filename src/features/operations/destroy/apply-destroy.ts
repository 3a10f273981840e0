import { applyAccount } from '../../../engine/apply/apply-account.ts';
import type { LockedAccount } from '../../../engine/run/apply-plan.ts';
import { findMoves, type Moves } from '../../../engine/verify/find-moves.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { Address } from '../../../model/address.ts';
import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { Move } from '../../../model/plan/move.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { Backup, RunReader } from '../../../model/ports.ts';
import type { RunId } from '../../../model/state/lock.ts';
import { saveBackup } from './backup/save-backup.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { makeDestroyPlan } from './make-destroy-plan.ts';
import { matchDestroyTarget } from './match-destroy-target.ts';
import { observeDestroyTarget } from './observe-destroy-target.ts';

/** Runs to search for an earlier one of a plan. */
const recentRuns = 50;

export type DestroyContext = {
  readonly targets: ReadonlyMap<string, DestroyTarget>;
  readonly backup: Backup;
  /** Receives the path of the backup of an account. */
  readonly report: (account: string, path: string) => void;
};

/**
 * Destroys approved objects of one locked account. Observes it again and writes a backup before the
 * first request; destroys nothing without one.
 */
export async function applyDestroy(
  { targets, backup, report }: DestroyContext,
  locked: LockedAccount,
  run: RunId,
): Promise<AccountOutcome> {
  const { plan, full, ports } = locked;
  const target = targets.get(plan.account);
  const fingerprint = (text: string) => full.secrets.fingerprint(text);
  const none = (diagnostics: readonly Diagnostic[]): AccountOutcome => ({
    account: plan.account,
    outcomes: [],
    diagnostics,
  });
  if (target === undefined) return none([reportDone(plan)]);
  const observation = await observeDestroyTarget(full, target);
  if (observation.kind !== 'observed') return none(observation.diagnostics);
  const { diff } = observation;
  const fresh = makeDestroyPlan(diff, target, fingerprint);
  if ('refused' in fresh) return none(fresh.refused);
  const moves = findMoves(plan, { plan: fresh.plan, diff, fingerprint });
  if (moves !== null) {
    const isBegun = await hasBegun(ports.store, plan, run);
    const others = isBegun ? moves.moves.filter((move) => !isStop(move)) : moves.moves;
    if (!isRemainder(plan, fresh.plan, others)) return none([reportStale(plan, moves)]);
  }
  let keptAt: string | null = null;
  if (fresh.plan.operations.length > 0) {
    const keeping = { reader: ports.reader, clock: ports.clock, backup, fingerprint, run };
    const kept = await tryBackup(keeping, { diff, target });
    if ('why' in kept) return none([reportNoBackup(plan, kept.why)]);
    keptAt = kept.path;
    report(plan.account, keptAt);
  }
  await locked.begin(diff, []);
  await deleteGone(locked, diff, target);
  const look = async (): Promise<Answer<AccountDiff>> =>
    toAnswer(await observeDestroyTarget(full, target), target);
  const outcome = await applyAccount(locked.approval.approve(fresh.plan), {
    ports,
    diff,
    drainTimeoutMs: locked.drainTimeoutMs,
    kept: ports.reader,
    reread: look,
    readBack: look,
    check: () => Promise.reject(new Error('A destroy runs no health checks')),
    prepareImport: () => Promise.reject(new Error('A destroy creates nothing')),
    readStructure: () => Promise.reject(new Error('A destroy creates nothing')),
    isStopping: locked.isStopping,
  });
  return keptAt === null ? outcome : { ...outcome, keptAt };
}

async function tryBackup(
  ...asked: Parameters<typeof saveBackup>
): Promise<{ readonly path: string } | { readonly why: string }> {
  try {
    const kept = await saveBackup(...asked);
    return kept.ok ? { path: kept.value } : { why: formatFailure(kept.failure) };
  } catch (error) {
    if (error instanceof OperationalError) return { why: `${error.message}. ${error.remedy}` };
    throw error;
  }
}

// Clears state of objects that two reads show as gone; all of it when the account is gone.
async function deleteGone(
  { ports }: LockedAccount,
  diff: AccountDiff,
  target: DestroyTarget,
): Promise<void> {
  const { account, state } = diff;
  const isAllGone = target.isWholeAccount && account.live === null;
  const gone = matchDestroyTarget(diff, target).gone.map(({ address }) => address);
  if (gone.length === 0 && !isAllGone) return;
  const of = (records: ReadonlyMap<Address, unknown>) => (isAllGone ? [...records.keys()] : gone);
  await ports.store.update({
    account: target.account,
    deleteObjects: of(state.objects),
    closeCreates: of(state.creates),
    closePauses: of(state.pauses),
    closeWrites: of(state.writes),
  });
}

function toAnswer(
  observation: Awaited<ReturnType<typeof observeDestroyTarget>>,
  { account, id }: DestroyTarget,
): Answer<AccountDiff> {
  if (observation.kind === 'observed') return { ok: true, value: observation.diff };
  const message = observation.diagnostics.map(({ summary }) => summary).join('; ');
  const request = { method: 'GET', path: `(${account})`, account: id };
  return { ok: false, failure: { kind: 'unexpected-shape', message, tries: 1, request } };
}

// Returns whether an earlier run of this plan died in the account: it may have stopped cycles that it
// did not delete.
async function hasBegun(
  store: RunReader,
  { account, operations }: AccountPlan,
  run: RunId,
): Promise<boolean> {
  for (const { id, command } of await store.listRuns(recentRuns)) {
    if (command !== 'destroy' || id === run) continue;
    for await (const each of store.readRunAccounts(id)) {
      const isUnfinished = each.state === 'begun' || each.state === 'failed';
      if (each.account === account && isUnfinished && isSameJson(each.plan?.operations, operations))
        return true;
    }
  }
  return false;
}

function isStop({ path, is }: Move): boolean {
  return path === null && is.kind === 'resting';
}

// Accepts a remainder of the approved plan, because a run that died may have done a part.
function isRemainder(planned: AccountPlan, fresh: AccountPlan, moves: readonly Move[]): boolean {
  const left = new Set<Address>(fresh.operations.map(({ address }) => address));
  const approved = new Set(planned.operations.map(({ id }) => id));
  return (
    planned.desired === fresh.desired &&
    fresh.operations.length < planned.operations.length &&
    fresh.operations.every(({ id }) => approved.has(id)) &&
    !moves.some(({ address }) => left.has(address))
  );
}

// Reports an earlier run of the same saved plan that did all of it.
function reportDone({ account }: AccountPlan): Diagnostic {
  return reportWarning('plan-done', {
    summary: `${account}: nothing is left to destroy`,
  });
}

function reportStale({ account }: AccountPlan, { summary: text, moves }: Moves): Diagnostic {
  return reportError('plan-stale', {
    summary: `${account} changed since the plan was shown: ${text}`,
    ...(moves.length === 0 ? {} : { moves }),
    remedy: 'Nothing was destroyed in it. Run the command again and review the new plan.',
  });
}

function reportNoBackup({ account }: AccountPlan, why: string): Diagnostic {
  return reportError('not-kept', {
    summary: `The backup of ${account} could not be written: ${why}`,
    remedy: 'Nothing was destroyed in it; run the command again.',
  });
}
