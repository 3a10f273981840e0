import { systemClock, type WritePorts } from '../../../app/ports/open-ports.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { openApplyRun, toRun } from '../../../app/project/to-run.ts';
import { emptySummary } from '../../../engine/plan/add-to-summary.ts';
import { type Approval, checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { type PendingAccount, toPending } from '../../../engine/run/journal/journal-run.ts';
import { checkPolicies } from '../../../engine/run/planning/check-policies.ts';
import { makePlan } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import { runApply } from '../../../engine/run/run-apply.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { type AccountOutcome, isDone } from '../../../model/plan/outcome.ts';
import { hasWork, type PlanSummary } from '../../../model/plan/plan.ts';
import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { RunId } from '../../../model/state/lock.ts';
import type { OpenedStation } from '../station.ts';
import { choices, type SweepRun } from './sweep-run.ts';
import type { UnfinishedApply } from './unfinished-runs.ts';

/** The parts of a reconciliation of one account. */
export type Reconciling = {
  readonly station: OpenedStation;
  readonly ports: WritePorts;
  readonly entry: AccountEntry;
  readonly run: SweepRun;
  /** True if no new operation may start. */
  readonly isStopping: () => boolean;
  /** Counts the account as changed; false if the limits of the environment allow no more. */
  readonly reserve: (summary: PlanSummary) => Promise<Reason | null>;
};

/** Reason why an account was not applied, and what to do. */
export type Reason = Pick<Diagnostic, 'summary' | 'remedy'>;

/** Result of a reconciliation. `held`: a person must do it, or later is early enough. */
export type Reconciled =
  | { readonly kind: 'nothing' | 'applied' }
  | {
      readonly kind: 'held' | 'locked' | 'failed';
      readonly why: Reason;
      /** Milliseconds until it can go on by itself. */
      readonly againMs?: number;
      /** A part of it was applied. */
      readonly isApplied?: true;
    };

/** Goes on with what a dead run left of an account, by the plan that was approved for it. */
export async function applyUnfinished(
  reconciling: Reconciling,
  { run: { id }, approved, pending }: UnfinishedApply,
): Promise<Reconciled> {
  const { options, summary } = approved;
  const { protect } = reconciling.ports.environment;
  const checked = checkPlanTotals({ ...emptySummary, ...summary }, protect, options);
  if ('refused' in checked) return held(checked.refused[0]);
  return apply(reconciling, { id, pending, approval: checked.approval });
}

/** Limits of a controller: it deletes nothing; changed accounts are counted over all replicas. */
const limits = { maxDeletes: 0, maxChangedPercent: 100 };

/** Plans an account and applies the plan, unless a person must approve it. */
export async function applyManifest(reconciling: Reconciling): Promise<Reconciled> {
  const { station, ports, entry, run, reserve } = reconciling;
  const { project } = station.request;
  const counter = makePlanCounter(0);
  const context = toRun(project, ports);
  const made = makePlan({ ...context, entries: [entry], named: 1, width: 1 });
  for await (const planned of checkPolicies(made, ports.policyRules, 'plan')) {
    counter.add(planned);
    if (planned.kind === 'unplanned') return toFailed(planned.diagnostics);
    const { plan } = planned;
    const [refused] = listRefusedDiagnostics(plan.refused ?? []);
    if (!hasWork(plan)) return refused === undefined ? { kind: 'nothing' } : held(refused);
    const checked = checkPlanTotals(counter.total(), limits, choices);
    if ('refused' in checked) return held(describeApproval(counter.total()));
    const over = await reserve(counter.total());
    if (over !== null) return held(over);
    const { id } = await run.open();
    run.count(counter.total());
    const pending = toPending(plan);
    await ports.store.saveRunAccounts(id, [pending]);
    const done = await apply(reconciling, { id, pending, approval: checked.approval });
    if (done.kind !== 'applied' || refused === undefined) return done;
    return { kind: 'held', why: refused, isApplied: true };
  }
  return { kind: 'nothing' };
}

// Options that only a person passes.
function describeApproval({ deletes, replaces, newWebhookUrls }: PlanSummary): Reason {
  const going = deletes + replaces;
  const parts = [
    ...(deletes === 0 ? [] : [`deletes ${count(deletes, 'object')}`]),
    ...(replaces === 0 ? [] : [`replaces ${count(replaces, 'cycle')}`]),
    ...(newWebhookUrls.length === 0 ? [] : ['ends webhook URLs that others call']),
  ];
  const options = [
    ...(going === 0 ? [] : [`--allow-deletes ${going}`]),
    ...(replaces === 0 ? [] : ['--allow-replace']),
    ...(newWebhookUrls.length === 0 ? [] : ['--allow-new-webhook-urls']),
  ];
  return {
    summary: `The plan ${parts.join(' and ')}, which a person must approve`,
    remedy: `Review it, and apply it with ${options.join(' ')}.`,
  };
}

type Work = {
  readonly id: RunId;
  readonly pending: PendingAccount;
  readonly approval: Approval;
};

async function apply(
  { station, ports, entry, isStopping }: Reconciling,
  { id, pending, approval: approved }: Work,
): Promise<Reconciled> {
  const { request, session } = station;
  const run = await openApplyRun(selectOne(request.project, entry), ports, { rewrite: false });
  const applying = {
    ...run,
    policies: ports.policyRules,
    kind: 'plan' as const,
    id,
    approval: approved,
    session: { ...session, isStopping },
    ports: { ...ports, clock: systemClock },
    caller: ports.caller,
    drainTimeoutMs: ports.environment.limits.drainTimeoutMs,
    isStopping,
  };
  for await (const outcome of runApply(applying, listOne(pending))) return toReconciled(outcome);
  return { kind: 'nothing' };
}

function selectOne(project: ProjectContext, entry: AccountEntry): ProjectContext {
  return { ...project, selected: { ...project.selected, entries: [entry] }, named: 1 };
}

async function* listOne<T>(item: T): AsyncGenerator<T, void, undefined> {
  yield item;
}

function toReconciled(outcome: AccountOutcome): Reconciled {
  if (isDone(outcome)) return { kind: 'applied' };
  const all = [
    ...outcome.diagnostics,
    ...outcome.outcomes.flatMap(({ diagnostics }) => diagnostics),
  ];
  return toFailed(all);
}

function toFailed(diagnostics: readonly Diagnostic[]): Reconciled {
  const diagnostic = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
  if (diagnostic === undefined) return { kind: 'nothing' };
  return { kind: diagnostic.code === 'lock-held' ? 'locked' : 'failed', why: diagnostic };
}

function held(diagnostic: Reason | undefined): Reconciled {
  return diagnostic === undefined ? { kind: 'nothing' } : { kind: 'held', why: diagnostic };
}
