import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import type { ApplyOptions } from '../../app/options/daily-options.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { mergeChoices, toChoices } from '../../app/options/plan-choices.ts';
import { withFileName } from '../../app/options/select-replaced.ts';
import { printRefused } from '../../app/output/print-diagnostics.ts';
import { systemClock, type WritePorts } from '../../app/ports/open-ports.ts';
import { checkRollouts } from '../../app/project/fleets/with-all-waves.ts';
import {
  type ProjectRequest,
  readEnvironmentName,
  withProject,
} from '../../app/project/open-project.ts';
import { openApplyRun, toRun, toWholeRun } from '../../app/project/to-run.ts';
import type { ChangeSource, SavedChange } from '../../app/run/change-source.ts';
import { findUnfinishedRun } from '../../app/run/find-unfinished-run.ts';
import { openSavedPlan } from '../../app/run/open-text-file.ts';
import { runChange } from '../../app/run/run-change.ts';
import { verifySavedPlan } from '../../app/run/verify-saved-plan.ts';
import { readPlan, type SavedPlan } from '../../engine/load/read-plan.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import type { TextFile } from '../../model/ports.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { RunRecord } from '../../model/state/run.ts';
import { openApprovedChange } from '../operations/open-approved-change.ts';

type SavedPlanOptions = GlobalOptions & ApplyOptions & { readonly plan: string };

/** Applies a saved plan, of any command that saves one. */
export function applySavedPlan(
  context: CommandContext,
  options: SavedPlanOptions,
): Promise<ExitCode> {
  return withSavedPlan(context, options, (request) => {
    if (options.rewrite === true && !request.plan.options.rewrite) {
      throw new OperationalError(
        'the saved plan was made without --rewrite, and cyclectl applies a saved plan unchanged',
        {
          remedy: 'Make a new plan with cyclectl plan --rewrite --out FILE, or remove --rewrite.',
        },
      );
    }
    return runChange(request, (ports) => openSavedSource(request, ports));
  });
}

/** A saved plan in its file, and the command that it is for. */
export type SavedRequest<Options = SavedPlanOptions> = ProjectRequest<Options> & {
  readonly plan: SavedPlan;
  readonly file: TextFile;
};

/**
 * Works with a saved plan in its project: in the environment of the options, else in that of the plan. A plan
 * that cannot be read is reported.
 */
export async function withSavedPlan<Options extends GlobalOptions & { readonly plan: string }>(
  context: CommandContext,
  options: Options,
  work: (request: SavedRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { file, remove } = await openSavedPlan(options.plan);
  try {
    const read = await readPlan(file.lines());
    if (!('plan' in read)) {
      const refused = withFileName(options.plan, read.diagnostics);
      return await printRefused(context, options.directory, refused);
    }
    const { plan } = read;
    const env = readEnvironmentName(context, options.env) ?? plan.target.environment;
    return await withProject(context, { ...options, env }, (request) =>
      work({ ...request, plan, file }),
    );
  } finally {
    await remove();
  }
}

/** Opens a saved plan as a change of the accounts that it is about. */
export async function openSavedSource(
  request: SavedRequest,
  ports: WritePorts,
): Promise<ChangeSource> {
  const { options, project, plan } = request;
  const { options: choices } = plan;
  const refused = withFileName(options.plan, verifySavedPlan(plan, ports, options.maxAge ?? null));
  const allowed = mergeChoices(toChoices(options), choices);
  const { reopen, narrow, ...change } = await openApprovedChange(choices);
  const saved = toSavedChange(request);
  if (reopen !== undefined && refused.length === 0)
    return { ...(await reopen(request, ports, allowed)), choices, plan: saved };
  const isOfAll = change.command === 'apply';
  const outsideGit = isOfAll && refused.length === 0 ? await readOutsideGit(request, ports) : null;
  const { allowOrphans = choices.allowOrphans || undefined } = options;
  return {
    ...change,
    choices,
    refused: isOfAll ? [...refused, ...(await checkRollouts(ports, request))] : refused,
    plan: {
      ...saved,
      ...(outsideGit === null ? {} : { outsideGit }),
      findEarlier: () => findEarlier(request, ports),
    },
    check: (summary, found) =>
      checkPlanTotals(summary, project.environment.protect, {
        ...allowed,
        allowOrphans,
        outsideGit: found,
      }),
    openRun: async () => {
      const run = isOfAll
        ? await openApplyRun(project, ports, choices)
        : toRun(project, ports, choices.rewrite);
      return narrow(run, ports.store, choices);
    },
  };
}

function toSavedChange({ plan, file }: SavedRequest): SavedChange {
  const { digest, summary } = plan;
  return { kind: 'saved', file, digest, summary };
}

// Looks for orphaned accounts again if the plan did; the accounts of others are read one by one.
function readOutsideGit(
  { project, plan }: SavedRequest,
  ports: WritePorts,
): Promise<UntrackedAccounts> {
  const isPartial = plan.options.allowOrphans === undefined;
  return toWholeRun(project, ports, { narrowed: isPartial ? 'saved-plan' : null }).readOutsideGit();
}

function findEarlier(
  { context, options, plan }: SavedRequest,
  ports: WritePorts,
): Promise<RunRecord | null> {
  return findUnfinishedRun(ports, plan.digest, {
    clock: systemClock,
    say: (text) => context.terminal.log(text),
    waitMs: options.lockTimeout ?? defaultLockTimeoutMs,
  });
}
