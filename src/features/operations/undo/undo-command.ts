import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toPlanExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import {
  openReadPorts,
  openWritePorts,
  type ReadPorts,
  type WritePorts,
} from '../../../app/ports/open-ports.ts';
import { checkLocalStoreInCi } from '../../../app/ports/open-store.ts';
import { type ProjectContext, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { checkPlanFilePath, openTextFile } from '../../../app/run/open-text-file.ts';
import { printPlan, readOwnPlan, savePlan, writePlanReport } from '../../../app/run/plan-file.ts';
import { readApproval, stopWithoutRun } from '../../../app/run/read-approval.ts';
import { runApprovedPlan } from '../../../app/run/run-approved-plan.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import type { PlanCounter } from '../../../engine/plan/format-plan.ts';
import { checkPlanSaved } from '../../../engine/policy/check-plan-saved.ts';
import { type Approval, checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { makePlan, type Run } from '../../../engine/run/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/make-plan-counter.ts';
import { listPendingAccounts } from '../../../engine/run/run-apply.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { noChoices, type PlanSummary } from '../../../model/plan/plan.ts';
import type { TextFile } from '../../../model/ports.ts';
import type { RunRecord } from '../../../model/state/run.ts';
import { formatApplyCommand } from '../../../reports/commands/format-apply-command.ts';
import { formatUndoCommand } from '../../../reports/commands/format-undo-command.ts';
import { formatGitRevert } from './format-git-revert.ts';
import { readUndo, type Undo } from './read-undo.ts';
import { findPreviousCommit, selectUndoRun } from './select-undo-run.ts';
import { withUndo } from './with-undo.ts';

export type UndoOptions = GlobalOptions & {
  /** Run to undo, or a prefix of its id; by default the newest possible. */
  readonly run?: string;
  /** Path to save the plan to, instead of an apply. */
  readonly out?: string;
  readonly yes?: boolean;
  /** Milliseconds. */
  readonly lockTimeout?: number;
  /** Approver, for the history. */
  readonly approvedBy?: string;
};

/**
 * `cyclectl undo [RUN]`: restores the values that a run changed. Plans, asks and applies, or saves
 * the plan for `cyclectl apply`.
 */
export async function runUndo(context: CommandContext, options: UndoOptions): Promise<ExitCode> {
  return withProject(context, options, async (projectContext) => {
    await printDiagnostics(context, options.directory, projectContext.diagnostics);
    if (options.out !== undefined) await checkPlanFilePath(options.out);
    const saved = await openTextFile(options.out ?? null);
    try {
      const asked = {
        context,
        options,
        projectContext,
        file: saved.file,
        startedAt: performance.now(),
      };
      return await (options.out === undefined
        ? undoInProject(asked)
        : savePlanFile(asked, options.out));
    } finally {
      await saved.remove();
    }
  });
}

type Asked = {
  readonly context: CommandContext;
  readonly options: UndoOptions;
  readonly projectContext: ProjectContext;
  readonly file: TextFile;
  readonly startedAt: number;
};

/** Undo with its run and plan. */
type Planned = {
  readonly record: RunRecord;
  readonly run: Run;
  readonly summary: PlanSummary;
};

async function savePlanFile(asked: Asked, out: string): Promise<ExitCode> {
  const { context, options, projectContext } = asked;
  const { environment, root } = projectContext;
  checkLocalStoreInCi(environment, context);
  const ports = await openReadPorts(
    { root, environment, context, verbose: options.verbose },
    { isSaved: true },
  );
  try {
    const record = await selectUndoRun(ports.store, options.run);
    const planned = await planUndo(asked, ports, record);
    const checked = checkPlanTotals(planned.summary, environment.protect, noChoices);
    const { directory } = options;
    await printUndo(asked, ports, { planned, next: { kind: 'apply', file: out, directory } });
    if ('refused' in checked) await printDiagnostics(context, directory, checked.refused);
    const { notPlanned, operations } = planned.summary;
    const isRefused = 'refused' in checked;
    return toPlanExitCode({ notPlanned, operations, isRefused, wantsCode: false });
  } finally {
    await ports.close();
  }
}

async function undoInProject(asked: Asked): Promise<ExitCode> {
  const { context, options, projectContext } = asked;
  const { environment, root } = projectContext;
  const ports = await openWritePorts({ root, environment, context, verbose: options.verbose });
  const at = { ...asked, ports, command: 'undo' } as const;
  try {
    const record = await selectUndoRun(ports.store, options.run);
    const refused = checkSavedOnly(asked, record);
    if (refused.length > 0) {
      await printDiagnostics(context, options.directory, refused);
      return await stopWithoutRun(at, 'refused', makePlanCounter(0).total());
    }
    const planned = await planUndo(asked, ports, record);
    const { summary } = planned;
    if (options.format === 'text')
      await printUndo(asked, ports, { planned, next: { kind: 'none' } });
    const checked = checkPlanTotals(summary, environment.protect, noChoices);
    if ('refused' in checked) {
      await printDiagnostics(context, options.directory, checked.refused);
      return await stopWithoutRun(at, 'refused', summary);
    }
    const isAsked = summary.operations > 0 && options.yes !== true;
    const unwanted = isAsked ? await readApproval(context, 'save it with --out FILE') : null;
    if (unwanted !== null) return await stopWithoutRun(at, unwanted, summary);
    return await runUndoPlan(asked, ports, { ...planned, approval: checked.approval });
  } finally {
    await ports.close();
  }
}

async function planUndo(asked: Asked, ports: ReadPorts, record: RunRecord): Promise<Planned> {
  const { context, projectContext, file } = asked;
  const { id, command, startedAt, author } = record;
  context.terminal.log(
    `Undoing the ${command} ${id}, started ${startedAt} by ${author.user} on ${author.host}.`,
  );
  if (command === 'destroy') {
    const folder = `.cyclectl/${projectContext.environment.name}/destroyed/${id}/`;
    context.terminal.log(`Backups of destroyed objects: ${folder}`);
  }
  const undo = await readUndo(ports.store, id);
  const run = withUndo(toRun(projectContext, ports), undo);
  await printDiagnostics(context, asked.options.directory, listUnnamed(undo, projectContext));
  const tally = countUndo(record, projectContext);
  await savePlan(file, {
    context,
    target: ports.target,
    options: toPlanChoices(record),
    sealer: ports.secrets.signer,
    accounts: makePlan(run),
    tally,
  });
  return { record, run, summary: tally.total() };
}

// Counts the share of changed accounts against those of the original run.
function countUndo({ approved }: RunRecord, { selected }: ProjectContext): PlanCounter {
  const tally = makePlanCounter(selected.skipped);
  const looked = approved?.summary.existing ?? 0;
  return {
    add: (account) => tally.add(account),
    total: () => {
      const total = tally.total();
      return { ...total, existing: Math.max(total.existing, looked) };
    },
  };
}

function toPlanChoices({ id }: RunRecord) {
  return { ...noChoices, undoes: id };
}

// Reports accounts without a manifest, because nothing else identifies them.
function listUnnamed(undo: Undo, { keys }: ProjectContext): Diagnostic[] {
  return [...undo.keys()]
    .filter((account) => !keys.has(account))
    .map((account) => ({
      code: 'undo-no-manifest',
      severity: 'warning',
      summary: `${account} has no manifest any more, and is not undone`,
    }));
}

async function printUndo(
  { context, options, file, startedAt }: Asked,
  ports: ReadPorts,
  shown: {
    readonly planned: Planned;
    readonly next: Parameters<typeof printPlan>[1]['next'];
  },
): Promise<void> {
  const { planned, next } = shown;
  const { record, summary } = planned;
  const cost = { requests: ports.requestCount(), durationMs: performance.now() - startedAt };
  const undoes = record.id;
  const reported = { context, options, next, ports, summary, cost, undoes };
  await (next.kind === 'apply' ? writePlanReport(file, reported) : printPlan(file, reported));
  const revert = formatGitRevert(record, await findPreviousCommit(ports.store, record));
  if (revert !== null && summary.operations > 0) context.terminal.log(revert);
}

// Lists the commands that save and apply the undo, where the environment accepts nothing else.
function checkSavedOnly({ options, projectContext }: Asked, { id: run }: RunRecord): Diagnostic[] {
  const { directory, select } = options;
  const { name: environment, protect } = projectContext.environment;
  return checkPlanSaved(protect, {
    environment,
    instead: [
      formatUndoCommand(environment, { directory, select, run }),
      formatApplyCommand(directory, 'undo.json'),
    ],
  });
}

async function runUndoPlan(
  asked: Asked,
  ports: WritePorts,
  planned: Planned & { readonly approval: Approval },
): Promise<ExitCode> {
  const { context, options, file, startedAt } = asked;
  const { record, run, summary, approval } = planned;
  const { digest } = await readOwnPlan(file);
  return runApprovedPlan({
    context,
    options,
    ports,
    startedAt,
    command: 'undo',
    run,
    approved: { plan: digest, options: toPlanChoices(record), summary },
    approval,
    work: () => listPendingAccounts(readPlannedAccounts(file.lines())),
  });
}
