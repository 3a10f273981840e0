import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import { formatPlan, type PlanCounter } from '../../engine/plan/format-plan.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { PlanChoices, PlanSummary, PlanTarget } from '../../model/plan/plan.ts';
import type { PlanSigner, TextFile } from '../../model/ports.ts';
import type { PlanFrame, PlannedAccount, RunCost } from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import type { SinceNote, UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { RunId } from '../../model/state/lock.ts';
import { formatOwnText } from '../../reports/text/format-report-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { writeReport } from '../output/write-report.ts';
import type { ReadPorts } from '../ports/open-ports.ts';

/**
 * Accounts in flight: enough to fill every request slot, because finished accounts wait for earlier
 * ones.
 */
export function toPlanConcurrency(environment: Environment): number {
  return environment.limits.concurrency * 2;
}

/** Writes a plan to its file as its accounts come. */
export async function savePlan(
  file: TextFile,
  plan: {
    readonly context: CommandContext;
    readonly target: PlanTarget;
    readonly options: PlanChoices;
    readonly sealer: PlanSigner;
    readonly accounts: AsyncIterable<PlannedAccount>;
    readonly tally: PlanCounter;
  },
): Promise<void> {
  const envelope = {
    createdAt: new Date().toISOString(),
    tool: `cyclectl ${plan.context.version}`,
  };
  const { target, options, sealer } = plan;
  await file.write(
    formatPlan({ target, options, envelope, signer: sealer }, plan.accounts, plan.tally),
  );
}

/** Reads a plan back that this process has just saved. */
export async function readOwnPlan(file: TextFile): Promise<SavedPlan> {
  const read = await readPlan(file.lines());
  if ('plan' in read) return read.plan;
  throw new Error('The plan that was just made is invalid');
}

/** A plan in its file, and the texts around it. */
type PlanView = {
  readonly context: CommandContext;
  readonly options: GlobalOptions;
  readonly next: PlanFrame['next'];
  readonly ports: ReadPorts;
  readonly summary: PlanSummary;
  readonly cost: RunCost;
  /** The run that it undoes. */
  readonly undoes?: RunId;
  /** Accounts that it excluded; null or absent if it has every selected account. */
  readonly since?: SinceNote | null;
  /** How many accounts a plan that replaces another one left out. */
  readonly replaces?: PlanFrame['replaces'];
  /** Absent of a plan that is about some accounts by its kind. */
  readonly outsideGit?: UntrackedAccounts;
  /** True if it only reverts drift. */
  readonly reverts?: true;
  /** True if it destroys named objects. */
  readonly destroys?: true;
};

/** Prints a plan from its file, so that one account at a time is in memory. */
export async function writePlanReport(file: TextFile, shown: PlanView): Promise<void> {
  const { context, options } = shown;
  const report = toPlanReport(file, shown);
  const text = formatOwnText(report, context.terminal.paint);
  await writeReport(context, options, { report, text });
}

/** Prints a plan for approval. */
export async function printPlan(file: TextFile, shown: PlanView): Promise<void> {
  const { terminal } = shown.context;
  for await (const piece of formatOwnText(toPlanReport(file, shown), terminal.paint)) {
    await terminal.out(piece);
  }
}

function toPlanReport(file: TextFile, shown: PlanView): PlanReport {
  const { context, options, ports, summary, cost } = shown;
  const frame: PlanFrame = {
    target: ports.target,
    directory: options.directory,
    summary,
    cost,
    maxDeletes: ports.environment.protect.maxDeletes,
    requestsPerSecond: ports.environment.limits.requestsPerSecond,
    next: shown.next,
    ...(shown.since == null ? {} : { since: shown.since }),
    ...(shown.replaces === undefined ? {} : { replaces: shown.replaces }),
    ...(shown.outsideGit === undefined ? {} : { outsideGit: shown.outsideGit }),
    ...(shown.undoes === undefined ? {} : { undoes: shown.undoes }),
    ...(shown.reverts === undefined ? {} : { reverts: shown.reverts }),
    ...(shown.destroys === undefined ? {} : { destroys: shown.destroys }),
  };
  return {
    kind: 'plan',
    run: { ...frame, diagnostics: [...context.reported] },
    accounts: () => readPlannedAccounts(file.lines()),
  };
}
