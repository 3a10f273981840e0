import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import { formatPlan, type PlanCounter } from '../../engine/plan/format-plan.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { RunId } from '../../model/memory/run-id.ts';
import type { PlanChoices, PlanSummary, PlanTarget } from '../../model/plan/plan.ts';
import type { PlanSigner, TextFile } from '../../model/ports.ts';
import type { SinceNote } from '../../model/report/affected-accounts.ts';
import type { PlanFrame, PlannedAccount, RunCost } from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import { formatOwnText } from '../../reports/text/format-report-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { writeReport } from '../output/write-report.ts';
import type { ReadPorts } from '../ports/open-ports.ts';

/**
 * Accounts in flight: enough that every request slot is taken while some accounts wait. Accounts that are
 * read wait for those before them, so that one per slot left slots empty.
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
  throw new Error('The plan that was just made is no plan');
}

/** A plan in its file, and what is to be said around it. */
type PlanView = {
  readonly context: CommandContext;
  readonly options: GlobalOptions;
  readonly next: PlanFrame['next'];
  readonly place: ReadPorts;
  readonly summary: PlanSummary;
  readonly cost: RunCost;
  /** The run that it takes back. */
  readonly undoes?: RunId;
  /** What it left out; null or absent where it has every account that was selected. */
  readonly since?: SinceNote | null;
  /** How many accounts a plan that replaces another one left out. */
  readonly replaces?: PlanFrame['replaces'];
  /** Absent of a plan that is about some accounts by its kind. */
  readonly outsideGit?: UntrackedAccounts;
  /** Whether it takes drift back and does nothing else. */
  readonly reverts?: true;
  /** Whether it destroys what a person named. */
  readonly destroys?: true;
};

/** Tells a plan from its file, so that no more than an account of it is in memory; it is what the command came to. */
export async function writePlanReport(file: TextFile, shown: PlanView): Promise<void> {
  const { context, options } = shown;
  const report = toPlanReport(file, shown);
  const text = formatOwnText(report, context.terminal.paint);
  await writeReport(context, options, { report, text });
}

/** Shows a plan to the person who is to decide about it. */
export async function printPlan(file: TextFile, shown: PlanView): Promise<void> {
  const { terminal } = shown.context;
  for await (const piece of formatOwnText(toPlanReport(file, shown), terminal.paint)) {
    await terminal.out(piece);
  }
}

function toPlanReport(file: TextFile, shown: PlanView): PlanReport {
  const { context, options, place, summary, cost } = shown;
  const frame: PlanFrame = {
    target: place.target,
    directory: options.directory,
    summary,
    cost,
    maxDeletes: place.environment.protect.maxDeletes,
    requestsPerSecond: place.environment.limits.requestsPerSecond,
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
