import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import type { ReadPorts, WritePorts } from '../../../app/ports/open-ports.ts';
import {
  type ProjectContext,
  type ProjectRequest,
  withProject,
} from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions, ChangeSource, NewPlan } from '../../../app/run/change-source.ts';
import { planChange } from '../../../app/run/plan-change.ts';
import { readApproval } from '../../../app/run/read-approval.ts';
import { runChange } from '../../../app/run/run-change.ts';
import type { PlanCounter } from '../../../engine/plan/format-plan.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { makePlan } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import { formatArgument } from '../../../kit/text/format-name.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import type { RunRecord } from '../../../model/state/run.ts';
import { formatPlanCommands } from '../../../reports/blocks/words/format-plan-commands.ts';
import { readUndo, type Undo } from './read-undo.ts';
import { findPreviousCommit, selectUndoRun } from './select-undo-run.ts';
import { withUndo } from './with-undo.ts';

export type UndoOptions = ChangeOptions & {
  /** Run to undo, or a prefix of its id; by default the newest possible. */
  readonly run?: string;
  /** Path to save the plan to, instead of an apply. */
  readonly out?: string;
  readonly yes?: boolean;
};

type UndoRequest = ProjectRequest<UndoOptions>;

/**
 * `cyclectl undo [RUN]`: restores the values that a run changed. Plans, asks and applies, or saves
 * the plan for `cyclectl apply`.
 */
export async function runUndo(context: CommandContext, options: UndoOptions): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    options.out === undefined
      ? runChange(request, (ports) => openSource(request, ports))
      : planChange(request, (ports) => openUndo(request, ports)),
  );
}

async function openSource(request: UndoRequest, ports: WritePorts): Promise<ChangeSource> {
  const { context, options, project } = request;
  const { directory, select } = options;
  const environment = project.environment.name;
  const undo = await openUndo(request, ports);
  return {
    ...undo,
    command: 'undo',
    plan: {
      ...undo.plan,
      instead: formatPlanCommands('undo', { directory, environment, select }, [
        formatArgument(undo.record.id),
      ]),
      confirm: options.yes === true ? null : () => readApproval(context, 'save it with --out FILE'),
    },
  };
}

type OpenedUndo = Omit<ChangeSource, 'command' | 'plan'> & {
  readonly plan: NewPlan;
  readonly record: RunRecord;
};

async function openUndo({ options, project }: UndoRequest, ports: ReadPorts): Promise<OpenedUndo> {
  const { environment } = project;
  const record = await selectUndoRun(ports.store, options.run);
  const undo = await readUndo(ports.store, record.id);
  const run = withUndo(toRun(project, ports), undo);
  return {
    record,
    choices: { ...noChoices, undoes: record.id },
    notes: listNotes(record, environment.name),
    warnings: listUnnamed(undo, project),
    plan: {
      kind: 'new',
      accounts: () => makePlan(run),
      total: run.entries.length,
      counter: countUndo(record, project),
      footnote: formatGitRevert(record, await findPreviousCommit(ports.store, record)),
    },
    check: (summary) => checkPlanTotals(summary, environment.protect, noChoices),
    openRun: async () => run,
  };
}

function listNotes({ id, command, startedAt, author }: RunRecord, environment: string): string[] {
  const undoing = `Undoing the ${command} ${id}, started ${startedAt} by ${author.user} on ${author.host}.`;
  const folder = `.cyclectl/${environment}/destroyed/${id}/`;
  return command === 'destroy' ? [undoing, `Backups of destroyed objects: ${folder}`] : [undoing];
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

// Reports accounts without a manifest, because nothing else identifies them.
function listUnnamed(undo: Undo, { keys }: ProjectContext): Diagnostic[] {
  return [...undo.keys()]
    .filter((account) => !keys.has(account))
    .map((account) =>
      reportWarning('undo-no-manifest', {
        summary: `${account} has no manifest any more, and is not undone`,
      }),
    );
}

/**
 * Formats the git command that reverts the commits of a run, for a person to run. `previous` is the
 * commit of the apply before it. Null when there is none.
 */
export function formatGitRevert(
  { command, commit }: Pick<RunRecord, 'command' | 'commit'>,
  previous: string | null,
): string | null {
  if (command !== 'apply' || commit === null) return null;
  const text = 'Git still has the values of the run, and the next apply would write them again.';
  if (!isCommit(commit)) {
    const of = commit.endsWith('+') && isCommit(commit.slice(0, -1)) ? commit.slice(0, 10) : null;
    return of === null
      ? text
      : `${text} The run applied ${of} with uncommitted changes: revert those in the files.`;
  }
  if (previous === commit) {
    return 'The apply before it used the same commit, so no commit belongs to this run alone.';
  }
  const range = previous !== null && isCommit(previous) ? `${previous}..${commit}` : commit;
  return `${text} To revert it in Git too:\n  git revert --no-commit ${range}`;
}

// Accepts hashes only, because the text becomes part of a command.
function isCommit(text: string): boolean {
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(text);
}
