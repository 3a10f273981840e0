import type { PlanCounter } from '../../engine/plan/format-plan.ts';
import type { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import type { Run } from '../../engine/run/open-run.ts';
import type { PlanLook } from '../../engine/run/planning/make-plan.ts';
import type { ByExports } from '../../engine/run/reads/observe-by-exports.ts';
import type { ApplyRun } from '../../engine/run/run-apply.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { PlanChoices, PlanSummary } from '../../model/plan/plan.ts';
import type { RunReader, TextFile } from '../../model/ports.ts';
import type { PlanFrame, PlannedAccount, PlanRequest } from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { ApprovedRun, RunCommand, RunRecord } from '../../model/state/run.ts';
import type { GlobalOptions } from '../context.ts';
import type { WriteOptions } from '../options/daily-options.ts';
import type { ReadPorts, WritePorts } from '../ports/open-ports.ts';
import type { ProjectRequest } from '../project/open-project.ts';
import type { NotStartedReason } from './read-approval.ts';
import type { ApprovedPlanRun } from './run-approved-plan.ts';

/** Ports of a command that plans, with the policies that its plan must follow. */
export type PlanPorts = ReadPorts & Pick<WritePorts, 'policyRules'>;

/** Where a change is requested. */
export type ChangeRequest = ProjectRequest<ChangeOptions>;

/** Options of every command that changes accounts. */
export type ChangeOptions = GlobalOptions & WriteOptions;

/** A plan of accounts: what it is made from, how it is shown, and its limits. */
export type PlanSource = {
  /** Part of the plan, and kept when it is applied. */
  readonly choices: PlanChoices;
  readonly plan: NewPlan;
  /** Checks the totals of the plan. */
  readonly check: CheckTotals;
  /** Reasons not to plan at all. */
  readonly refused?: readonly Diagnostic[];
  /** Lines and warnings above the plan. */
  readonly notes?: readonly string[];
  readonly warnings?: readonly Diagnostic[];
  /** Other arguments of the command that plans it; null: none plans it again. */
  readonly narrowed?: Pick<
    PlanRequest,
    'changedSince' | 'replaces' | 'allowOrphans' | 'rollout' | 'allWaves'
  > | null;
};

/** A change of accounts: where its plan comes from, who approves it, and how it is done. */
export type ChangeSource = Omit<PlanSource, 'plan'> & {
  /** Recorded with the run. */
  readonly command: RunCommand;
  readonly reason?: string;
  /** The fleet that is rolled out; recorded with the run. */
  readonly rollout?: string;
  readonly plan: (NewPlan & AskedPlan) | SavedChange | RecordedChange;
  /** The accounts to apply the plan to; called once it is approved. */
  readonly openRun: () => Promise<Run>;
  /** Does one account; as apply does by default. */
  readonly apply?: ApplyRun['apply'];
  /** Called with the outcomes after the run, and before they are reported. */
  readonly finish?: ApprovedPlanRun['finish'];
  /** Warnings that follow the outcome. */
  readonly followUps?: readonly Diagnostic[];
};

/** How an approved plan of one kind is applied; by default as one of all of Git. */
export type ApprovedChange = Pick<ChangeSource, 'command' | 'apply'> & {
  /** Narrows a run to what the plan is about. */
  readonly narrow?: (run: Run, store: RunReader, choices: PlanChoices) => Promise<Run>;
  /** Opens it again where an unfinished run is not resumed. */
  readonly reopen?: (
    request: ChangeRequest,
    ports: WritePorts,
    choices: PlanChoices,
  ) => Promise<Omit<ChangeSource, 'plan'>>;
};

export type CheckTotals = (
  summary: PlanSummary,
  outsideGit?: UntrackedAccounts,
) => ReturnType<typeof checkPlanTotals>;

/** A plan that is made now. */
export type NewPlan = {
  readonly kind: 'new';
  /** Plans the accounts; by exports of their cycles if there are any. */
  readonly accounts: (exports: ByExports<PlanLook> | null) => AsyncIterable<PlannedAccount>;
  /** Number of accounts, for progress. */
  readonly total?: number;
  /** True if cycles may be read by their exports. */
  readonly readsExports?: true;
  readonly counter: PlanCounter;
  /** Lists accounts without a manifest; absent for a plan that is about some accounts by its kind. */
  readonly readOutsideGit?: () => Promise<UntrackedAccounts>;
  /** Parts of its report that depend on its source. */
  readonly frame?: Pick<PlanFrame, 'since' | 'replaces'>;
  /** Lines in place of a plan in which nothing is left to do. */
  readonly empty?: readonly string[];
  /** Line below a plan with operations. */
  readonly footnote?: string | null;
};

/** The question to a person about a new plan, if it has operations. */
type AskedPlan = {
  /** Commands to plan and apply, where the environment accepts only saved plans; null: it was approved. */
  readonly instead: readonly [plan: string, apply: string] | null;
  /** Returns null once approved; null itself for a plan that needs no answer. */
  readonly confirm: ((plan: PlanReport) => Promise<NotStartedReason | null>) | null;
};

/** A plan that was saved and reviewed before. */
export type SavedChange = {
  readonly kind: 'saved';
  readonly file: TextFile;
  readonly digest: string;
  readonly summary: PlanSummary;
  readonly outsideGit?: UntrackedAccounts;
  /** Finds the run that applied a part of this plan; absent for one that starts again. */
  readonly findEarlier?: () => Promise<RunRecord | null>;
};

/** The approved plan of a run that did not finish. */
export type RecordedChange = {
  readonly kind: 'recorded';
  readonly record: RunRecord;
  readonly approved: ApprovedRun;
};
