import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { mergeChoices, type PlanChoiceOptions, toChoices } from '../../app/options/plan-choices.ts';
import { withFileName } from '../../app/options/select-replaced.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import { systemClock, type WritePorts } from '../../app/ports/open-ports.ts';
import { withProject } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import type { ChangeRequest, ChangeSource, SavedChange } from '../../app/run/change-source.ts';
import { openSavedPlan } from '../../app/run/open-text-file.ts';
import { runChange } from '../../app/run/run-change.ts';
import { verifySavedPlan } from '../../app/run/verify-saved-plan.ts';
import { readPlan, type SavedPlan } from '../../engine/load/read-plan.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import type { PlanChoices } from '../../model/plan/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import type { RunCommand } from '../../model/state/run.ts';
import { openDestroy } from '../operations/destroy/open-destroy.ts';
import { findUnfinishedRun } from '../operations/resume/find-unfinished-run.ts';
import { withChoices } from '../operations/revert/with-revert.ts';
import { applyRuns } from '../operations/run/apply-runs.ts';

export type SavedPlanOptions = GlobalOptions &
  PlanChoiceOptions & {
    /** Saved plan, reviewed before and applied without a prompt. */
    readonly plan: string;
    /** Milliseconds: its maximum age. */
    readonly maxAge?: number;
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Approver, for the history. */
    readonly approvedBy?: string;
  };

/** Applies a saved plan, of any command that saves one. */
export async function applySavedPlan(
  context: CommandContext,
  options: SavedPlanOptions,
): Promise<ExitCode> {
  const { file, remove } = await openSavedPlan(options.plan);
  try {
    const read = await readPlan(file.lines());
    if (!('plan' in read)) {
      const refused = withFileName(options.plan, read.diagnostics);
      return await printRefused(context, options.directory, refused);
    }
    const { plan } = read;
    if (options.rewrite === true && !plan.options.rewrite) {
      throw new OperationalError(
        'the saved plan was made without --rewrite, and cyclectl applies a saved plan unchanged',
        {
          remedy: 'Make a new plan with cyclectl plan --rewrite --out FILE, or remove --rewrite.',
        },
      );
    }
    const env = options.env ?? context.environment.CYCLECTL_ENVIRONMENT ?? plan.target.environment;
    return await withProject(context, { ...options, env }, (project) =>
      runChange({ context, options, project }, (ports) =>
        openSource({ context, options, project, plan, file }, ports),
      ),
    );
  } finally {
    await remove();
  }
}

type SavedRequest = ChangeRequest & {
  readonly options: SavedPlanOptions;
  readonly plan: SavedPlan;
  readonly file: TextFile;
};

async function openSource(request: SavedRequest, ports: WritePorts): Promise<ChangeSource> {
  const { options, project, plan } = request;
  const { environment } = project;
  const refused = verifySavedPlan(plan, ports, options.maxAge ?? null);
  const allowed = mergeChoices(toChoices(options), plan.options);
  const { destroys, rewrite } = plan.options;
  if (destroys !== undefined && refused.length === 0) {
    const destroy = await openDestroy(request, ports, { ...allowed, destroys });
    const { file, digest, summary } = { ...request, ...plan };
    return { ...destroy, choices: plan.options, plan: { kind: 'saved', file, digest, summary } };
  }
  const command = toRunCommand(plan.options);
  return {
    command,
    ...(command === 'run' ? { apply: (locked) => applyRuns(locked) } : {}),
    choices: plan.options,
    refused: withFileName(options.plan, refused),
    plan: toSavedChange(request, ports),
    check: (summary) => checkPlanTotals(summary, environment.protect, allowed),
    openRun: () => withChoices(toRun(project, ports, rewrite), ports.store, plan.options),
  };
}

// Names the run after the options of its plan.
function toRunCommand({ undoes, destroys, runs }: PlanChoices): RunCommand {
  if (runs !== undefined) return 'run';
  if (destroys !== undefined) return 'destroy';
  return undoes === undefined ? 'apply' : 'undo';
}

function toSavedChange(
  { context, options, plan, file }: SavedRequest,
  ports: WritePorts,
): SavedChange {
  const { digest, summary } = plan;
  const waiting = {
    clock: systemClock,
    say: (text: string) => context.terminal.log(text),
    waitMs: options.lockTimeout ?? defaultLockTimeoutMs,
  };
  return {
    kind: 'saved',
    file,
    digest,
    summary,
    // Reads the accounts of a saved plan one by one, because it names them.
    ...(toRunCommand(plan.options) === 'apply'
      ? { outsideGit: { kind: 'not-looked-at', why: 'saved-plan' } }
      : {}),
    findEarlier: () => findUnfinishedRun(ports, digest, waiting),
  };
}
