import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import type { ReadPorts, WritePorts } from '../../../app/ports/open-ports.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { runApprovedPlan } from '../../../app/run/run-approved-plan.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import { type Approval, checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { listPendingAccounts } from '../../../engine/run/run-apply.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanChoices, PlanSummary } from '../../../model/plan/plan.ts';
import type { TextFile } from '../../../model/ports.ts';
import { applyDestroy } from './apply-destroy.ts';
import { openBackup } from './backup/open-backup.ts';
import type { DestroyTarget } from './destroy-target.ts';
import { type NamedTargets, resolveDestroyTargets } from './resolve-destroy-targets.ts';

/** Request for a destroy: typed now, or saved as a plan. */
export type DestroyRequest = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Approver, for the history. */
    readonly approvedBy?: string;
  };
  readonly projectContext: ProjectContext;
  readonly file: TextFile;
  /** Start of the command, by `performance.now`. */
  readonly startedAt: number;
};

/** Refuses a selection, because addresses name the objects. Throws `OperationalError`. */
export function checkNoSelection({ select }: GlobalOptions): void {
  if (select.length === 0) return;
  throw new OperationalError('destroy takes addresses, not --select', {
    remedy: 'Pass the address of each account, connector or cycle to destroy.',
  });
}

/** Resolves addresses by the state of an environment, and prints what earlier runs destroyed. */
export async function resolveNamedTargets(
  { context, projectContext }: Pick<DestroyRequest, 'context' | 'projectContext'>,
  ports: ReadPorts,
  addresses: readonly string[],
): Promise<Pick<NamedTargets, 'targets'> | { readonly refused: readonly Diagnostic[] }> {
  const { context: looking, entries } = toRun(projectContext, ports);
  const named = await resolveDestroyTargets({ ...looking, entries }, addresses);
  if ('refused' in named) return named;
  for (const { address, run } of named.destroyed)
    context.terminal.log(`${toVisible(address)} was destroyed already by the run ${run}.`);
  return named;
}

/**
 * Checks the counts of a destroy. Skips the share of changed accounts, because each account was
 * named.
 */
export function checkDestroyApproval(
  summary: PlanSummary,
  { environment }: Pick<ProjectContext, 'environment'>,
  choices: PlanChoices,
): ReturnType<typeof checkPlanTotals> {
  const limits = { ...environment.protect, maxChangedPercent: 100 };
  // Ignores the allowance when nothing is left to delete, because the run may finish an earlier
  // one.
  const allowDeletes = summary.deletes === 0 ? null : choices.allowDeletes;
  return checkPlanTotals(summary, limits, { ...choices, allowDeletes });
}

/**
 * Runs an approved destroy, account by account, and warns of objects that manifests still declare.
 */
export async function runDestroyPlan(
  asked: DestroyRequest & { readonly ports: WritePorts },
  approved: {
    readonly targets: readonly DestroyTarget[];
    readonly plan: string;
    readonly options: PlanChoices;
    readonly summary: PlanSummary;
    readonly approval: Approval;
  },
): Promise<ExitCode> {
  const { context, options, projectContext, ports, file, startedAt } = asked;
  const { targets, plan, summary, approval } = approved;
  const isData = options.format === 'json';
  const named = listStillNamed(targets);
  if (isData) await printDiagnostics(context, options.directory, named);
  const code = await runApprovedPlan({
    context,
    options,
    ports,
    startedAt,
    command: 'destroy',
    run: toRun(projectContext, ports),
    approved: { plan, options: approved.options, summary },
    approval,
    apply: (locked, id) =>
      applyDestroy(
        {
          targets: new Map(targets.map((target) => [target.account, target])),
          backup: openBackup(projectContext.root, projectContext.environment.name, id),
          report: (account, path) =>
            context.terminal.log(`${toVisible(account)}: wrote a backup to ${path}`),
        },
        locked,
        id,
      ),
    work: () => listPendingAccounts(readPlannedAccounts(file.lines())),
  });
  if (!isData && code !== exitCodes.failed)
    await printDiagnostics(context, options.directory, named);
  return code;
}

function listStillNamed(targets: readonly DestroyTarget[]): Diagnostic[] {
  return targets.flatMap(({ named }) =>
    [...named].map(([address, at]) => ({
      code: 'still-named',
      severity: 'warning',
      summary: `${address} is destroyed and still declared here: the next apply creates it again`,
      at,
      address,
      remedy: address.includes('/') ? 'Remove its entry from Git.' : 'Remove this file from Git.',
    })),
  );
}
