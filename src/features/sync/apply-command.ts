import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { mergeChoices, type PlanChoiceOptions, toChoices } from '../../app/options/plan-choices.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { openWritePorts, systemClock, type WritePorts } from '../../app/ports/open-ports.ts';
import { type ProjectContext, withProject } from '../../app/project/open-project.ts';
import { toRun, toWholeRun } from '../../app/project/to-run.ts';
import { withFileName } from '../../app/project/with-file-name.ts';
import { isGoneFrom } from '../../app/run/open-session.ts';
import { openSavedPlan, openTextFile } from '../../app/run/open-text-file.ts';
import { printPlan, readOwnPlan, savePlan } from '../../app/run/plan-file.ts';
import { readApproval, stopWithoutRun } from '../../app/run/read-approval.ts';
import { runApprovedPlan } from '../../app/run/run-approved-plan.ts';
import { verifySavedPlan } from '../../app/run/verify-saved-plan.ts';
import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import { checkPlanSaved } from '../../engine/policy/check-plan-saved.ts';
import type { Approval } from '../../engine/policy/check-plan-totals.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { listPending } from '../../engine/run/journal/journal-run.ts';
import { listUnfinished } from '../../engine/run/journal/list-unfinished.ts';
import { makePlan, type Run } from '../../engine/run/make-plan.ts';
import { makePlanCounter } from '../../engine/run/make-plan-counter.ts';
import { listPendingAccounts } from '../../engine/run/run-apply.ts';
import { readMachine } from '../../kit/machine.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { noChoices, type PlanChoices, type PlanSummary } from '../../model/plan/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { RunCommand } from '../../model/state/run.ts';
import { formatApplyCommand } from '../../reports/commands/format-apply-command.ts';
import { formatPlanCommand } from '../../reports/commands/format-plan-command.ts';
import {
  checkDestroyApproval,
  checkNoSelection,
  resolveNamedTargets,
  runDestroyPlan,
} from '../operations/destroy/run-destroy-plan.ts';
import { findUnfinishedRun } from '../operations/resume/find-unfinished-run.ts';
import { withChoices } from '../operations/revert/with-revert.ts';

export type ApplyOptions = GlobalOptions &
  PlanChoiceOptions & {
    /** Saved plan, reviewed before and applied without a prompt. */
    readonly plan?: string;
    readonly yes?: boolean;
    /** Milliseconds: maximum age of a saved plan. */
    readonly maxAge?: number;
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Approver, for the history. */
    readonly approvedBy?: string;
  };

/** `cyclectl apply`: plans, asks and applies; or applies a saved plan. */
export async function runApplyCommand(
  context: CommandContext,
  options: ApplyOptions,
): Promise<ExitCode> {
  if (options.maxAge !== undefined && options.plan === undefined) {
    throw new OperationalError('--max-age needs a saved plan, and none is given', {
      remedy: 'Pass the file of the plan, or remove --max-age: a plan made now is always new.',
    });
  }
  const { plan } = options;
  const saved = await (plan === undefined ? openTextFile(null) : openSavedPlan(plan));
  try {
    const contract =
      options.plan === undefined ? null : await readSavedPlan(context, options, saved.file);
    if (contract === 'refused') return exitCodes.failed;
    if (contract !== null && options.rewrite === true && !contract.options.rewrite) {
      throw new OperationalError(
        'the saved plan was made without --rewrite, and cyclectl applies a saved plan unchanged',
        {
          remedy: 'Make a new plan with cyclectl plan --rewrite --out FILE, or remove --rewrite.',
        },
      );
    }
    const env =
      options.env ?? context.environment.CYCLECTL_ENVIRONMENT ?? contract?.target.environment;
    const there = { ...options, ...(env === undefined ? {} : { env }) };
    return await withProject(context, there, (projectContext) =>
      applyInProject({ context, options, projectContext, savedPlan: contract, file: saved.file }),
    );
  } finally {
    await saved.remove();
  }
}

async function applyInProject(
  asked: Omit<Applying, 'command' | 'ports' | 'startedAt'>,
): Promise<ExitCode> {
  const { context, options, projectContext, savedPlan } = asked;
  const { environment, root } = projectContext;
  const ports = await openWritePorts({ root, environment, context, verbose: options.verbose });
  try {
    const command = toRunCommand(toPlanChoices(asked));
    const apply: Applying = { ...asked, command, ports, startedAt: performance.now() };
    const left = await listUnfinished(ports.store, {
      ...projectContext,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, [...projectContext.diagnostics, ...left]);
    const refused =
      savedPlan === null
        ? checkPlanSaved(environment.protect, {
            environment: environment.name,
            instead: listAlternatives(apply),
          })
        : withFileName(
            options.plan ?? '',
            verifySavedPlan(savedPlan, ports, options.maxAge ?? null),
          );
    if (refused.length > 0) {
      await printDiagnostics(context, options.directory, refused);
      return await stopWithoutRun(apply, 'refused', makePlanCounter(0).total());
    }
    const allowed = mergeChoices(toChoices(options), savedPlan?.options ?? noChoices);
    if (savedPlan !== null && command === 'destroy')
      return await destroySaved(apply, savedPlan, allowed);
    const planned =
      savedPlan === null
        ? await planNow(apply)
        : { summary: savedPlan.summary, outsideGit: notObserved };
    const { summary, outsideGit } = planned;
    const checked = checkPlanTotals(summary, environment.protect, allowed);
    if ('refused' in checked) {
      await printDiagnostics(context, options.directory, checked.refused);
      return await stopWithoutRun({ ...apply, outsideGit }, 'refused', summary);
    }
    const isAsked = summary.operations > 0 && savedPlan === null && options.yes !== true;
    const unwanted = isAsked ? await readApproval(context, 'apply a saved plan') : null;
    if (unwanted !== null) return await stopWithoutRun({ ...apply, outsideGit }, unwanted, summary);
    // Reads secrets again, because one may have changed while a person reviewed the plan.
    ports.secrets.forget();
    return await runPlan({ ...apply, outsideGit }, summary, checked.approval);
  } finally {
    await ports.close();
  }
}

// Names the run after the options of its plan.
function toRunCommand({ undoes, destroys }: PlanChoices): RunCommand {
  if (destroys !== undefined) return 'destroy';
  return undoes === undefined ? 'apply' : 'undo';
}

async function destroySaved(
  apply: Applying,
  { digest, options, summary }: SavedPlan,
  allowed: PlanChoices,
): Promise<ExitCode> {
  const { context, projectContext, ports } = apply;
  checkNoSelection(apply.options);
  const named = await resolveNamedTargets(apply, ports, options.destroys ?? []);
  const checked =
    'refused' in named ? named : checkDestroyApproval(summary, projectContext, allowed);
  if ('refused' in named || 'refused' in checked) {
    await printDiagnostics(
      context,
      apply.options.directory,
      'refused' in checked ? checked.refused : [],
    );
    return stopWithoutRun(apply, 'refused', summary);
  }
  const { targets } = named;
  const { approval } = checked;
  return runDestroyPlan(apply, { targets, plan: digest, options, summary, approval });
}

type Applying = {
  /** Differs from apply for a saved plan of an undo or a destroy. */
  readonly command: RunCommand;
  readonly context: CommandContext;
  readonly options: ApplyOptions;
  readonly projectContext: ProjectContext;
  readonly ports: WritePorts;
  /** Saved plan to apply; null for one made now. */
  readonly savedPlan: SavedPlan | null;
  readonly file: TextFile;
  readonly startedAt: number;
};

// Commands that save this plan and apply it.
function listAlternatives({
  options,
  projectContext,
}: Applying): readonly [plan: string, apply: string] {
  const { directory, select } = options;
  const asked = { ...toPlanChoices({ savedPlan: null, options }), directory, select };
  return [
    formatPlanCommand(projectContext.environment.name, asked),
    formatApplyCommand(directory, 'plan.json'),
  ];
}

async function toPlanRun(apply: Applying): Promise<Run> {
  const choices = toPlanChoices(apply);
  const { projectContext, ports } = apply;
  return withChoices(toRun(projectContext, ports, choices.rewrite), ports.store, choices);
}

// Reads the accounts of a saved plan one by one, because it names them.
const notObserved: UntrackedAccounts = { kind: 'not-looked-at', why: 'saved-plan' };

async function planNow(
  apply: Applying,
): Promise<{ readonly summary: PlanSummary; readonly outsideGit: UntrackedAccounts }> {
  const { context, options, ports, projectContext, file } = apply;
  const { rewrite } = toPlanChoices(apply);
  const { run, readOutsideGit } = toWholeRun(projectContext, ports, { rewrite });
  const tally = makePlanCounter(projectContext.selected.skipped);
  await savePlan(file, {
    context,
    target: ports.target,
    options: toPlanChoices(apply),
    sealer: ports.secrets.signer,
    accounts: makePlan(run),
    tally,
  });
  const outsideGit = await readOutsideGit();
  const cost = { requests: ports.requestCount(), durationMs: performance.now() - apply.startedAt };
  const summary = tally.total();
  const next = { kind: 'none' } as const;
  if (options.format === 'text')
    await printPlan(file, { context, options, next, ports, summary, cost });
  return { summary, outsideGit };
}

function toPlanChoices({
  savedPlan,
  options,
}: Pick<Applying, 'savedPlan' | 'options'>): PlanChoices {
  if (savedPlan !== null) return savedPlan.options;
  return toChoices(options);
}

async function readSavedPlan(
  context: CommandContext,
  options: ApplyOptions,
  file: TextFile,
): Promise<SavedPlan | 'refused'> {
  const read = await readPlan(file.lines());
  if ('plan' in read) return read.plan;
  const refused = withFileName(options.plan ?? '', read.diagnostics);
  await printDiagnostics(context, options.directory, refused);
  return 'refused';
}

// Records a run only when it has operations or a state change.
async function runPlan(
  apply: Applying & { readonly outsideGit: UntrackedAccounts },
  summary: PlanSummary,
  approval: Approval,
): Promise<ExitCode> {
  const { context, options, ports, startedAt, command, outsideGit } = apply;
  const { digest } = apply.savedPlan ?? (await readOwnPlan(apply.file));
  const waiting = {
    clock: systemClock,
    say: (text: string) => context.terminal.log(text),
    waitMs: options.lockTimeout ?? defaultLockTimeoutMs,
  };
  const earlier = apply.savedPlan === null ? null : await findUnfinishedRun(ports, digest, waiting);
  if (earlier !== null)
    context.terminal.log(`Continuing the ${command} ${earlier.id}, started ${earlier.startedAt}.`);
  return runApprovedPlan({
    context,
    options,
    ports,
    startedAt,
    command,
    ...(command === 'apply' ? { outsideGit } : {}),
    run: await toPlanRun(apply),
    approved: { plan: digest, options: toPlanChoices(apply), summary },
    approval,
    work: () =>
      earlier === null
        ? listPendingAccounts(readPlannedAccounts(apply.file.lines()))
        : listPending(ports.store, earlier.id),
    ...(earlier === null ? {} : { resumes: earlier }),
  });
}
