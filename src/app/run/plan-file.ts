import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import { formatPlan, type PlanCounter } from '../../engine/plan/format-plan.ts';
import { checkPolicies } from '../../engine/run/planning/check-policies.ts';
import type { PlanLook } from '../../engine/run/planning/make-plan.ts';
import type { Environment } from '../../model/manifest/project.ts';
import {
  type PlanChoices,
  type PlanSummary,
  type PlanTarget,
  toPlanKind,
  toPlanSubject,
} from '../../model/plan/plan.ts';
import type { Signer, TextFile } from '../../model/ports.ts';
import type {
  Distrust,
  PlanFrame,
  PlannedAccount,
  PlanRequest,
} from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import { formatOwnText, formatRequestedText } from '../../reports/text/format-report-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { withProgress } from '../output/with-progress.ts';
import { writeReport } from '../output/write-report.ts';
import type { PlanPorts, PlanSource } from './change-source.ts';
import { listDistrust, openExports } from './open-exports.ts';
import { openTextFile } from './open-text-file.ts';

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
    readonly sealer: Signer;
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

/** Copies a plan to the path that a person named. */
export async function writePlanCopy(plan: TextFile, path: string): Promise<void> {
  const { file } = await openTextFile(path);
  await file.write(addLineEnds(plan.lines()));
}

async function* addLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Reads a plan back that this process has just saved. */
export async function readOwnPlan(file: TextFile): Promise<SavedPlan> {
  const read = await readPlan(file.lines());
  if ('plan' in read) return read.plan;
  throw new Error('The plan that was just made is invalid');
}

/** Makes a plan in its file. */
export async function makeChangePlan(
  { context, ports, source }: PlanInput,
  file: TextFile,
): Promise<MadePlan> {
  const { accounts, counter, readOutsideGit, total = null, readsExports } = source.plan;
  const follow = <T>(planned: AsyncIterable<T>) =>
    withProgress(context, { does: 'planning', total, ports }, planned);
  const exports =
    readsExports === true ? await openExports<PlanLook>(total ?? 0, Date.now(), follow) : null;
  const made = exports === null ? follow(accounts(null)) : accounts(exports.byExports);
  try {
    await savePlan(file, {
      context,
      target: ports.target,
      options: source.choices,
      sealer: ports.secrets.signer,
      accounts: checkPolicies(made, ports.policyRules, toPlanKind(source.choices)),
      tally: counter,
    });
  } finally {
    await exports?.remove();
  }
  const outsideGit = await readOutsideGit?.();
  return {
    summary: counter.total(),
    ...(outsideGit === undefined ? {} : { outsideGit }),
    ...listDistrust(exports),
  };
}

type PlanInput = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    /** The group of equal changes whose accounts are printed. */
    readonly group?: number;
  };
  readonly ports: PlanPorts;
  readonly source: Pick<PlanSource, 'choices' | 'plan' | 'narrowed'>;
};

/** The totals of a plan, the accounts that Git does not have if they were listed, and what was said of exports. */
export type MadePlan = Distrust & {
  readonly summary: PlanSummary;
  readonly outsideGit?: UntrackedAccounts;
};

/** A plan in its file, and the texts around it. */
type PlanView = PlanInput & {
  readonly made: MadePlan;
  readonly next: PlanFrame['next'];
};

/** Prints a plan from its file, so that one account at a time is in memory. */
export async function writePlanReport(file: TextFile, shown: PlanView): Promise<void> {
  const { context, options } = shown;
  const report = toPlanReport(file, shown);
  const text = formatRequestedText(report, context.terminal.paint, options.group);
  await writeReport(context, options, { report, text });
  printFootnote(shown);
}

/** Prints a plan for approval. */
export async function printPlan(file: TextFile, shown: PlanView): Promise<void> {
  const { terminal } = shown.context;
  const { operations, notPlanned, refused = 0 } = shown.made.summary;
  const { empty } = shown.source.plan;
  if (empty !== undefined && operations + notPlanned + refused === 0) {
    for (const line of empty) terminal.log(line);
    return;
  }
  await terminal.out(formatOwnText(toPlanReport(file, shown), terminal.paint));
  printFootnote(shown);
}

function printFootnote({ context, source, made }: PlanView): void {
  const { footnote = null } = source.plan;
  if (footnote !== null && made.summary.operations > 0) context.terminal.log(footnote);
}

/** The plan that was asked for, as a command can ask for it again. */
export function toPlanRequest({
  options,
  source,
}: Pick<PlanInput, 'options' | 'source'>): PlanRequest {
  const { directory, select } = options;
  const { allowOrphans: _, ...choices } = source.choices;
  return { ...choices, directory, select, ...source.narrowed };
}

/** A plan as a report, whose accounts are read from its file. */
export function toPlanReport(file: TextFile, shown: PlanView): PlanReport {
  const { context, options, ports, source, made, next } = shown;
  const frame: PlanFrame = {
    target: ports.target,
    directory: options.directory,
    cost: ports.readCost(),
    maxDeletes: source.choices.allowDeletes ?? ports.environment.protect.maxDeletes,
    requestsPerSecond: ports.readPace(),
    next,
    ...(source.narrowed !== null && toPlanKind(source.choices) === 'plan'
      ? { asked: toPlanRequest(shown) }
      : {}),
    ...made,
    ...toPlanSubject(source.choices),
    ...source.plan.frame,
  };
  return {
    kind: 'plan',
    run: { ...frame, diagnostics: [...context.reported] },
    accounts: () => readPlannedAccounts(file.lines()),
  };
}
