import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { toPlanKind } from '../../model/plan/plan.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import { planWords } from '../../reports/blocks/words/plan-words.ts';
import type { ReadPorts } from '../ports/open-ports.ts';
import type { ProjectContext } from '../project/open-project.ts';
import { openSavedPlan } from '../run/open-text-file.ts';
import { verifySavedPlan } from '../run/verify-saved-plan.ts';

/** A project context of only the accounts that a saved plan changes or could not plan; the others count as skipped. */
export type ReplacedProject = {
  readonly project: ProjectContext;
  readonly untouched: readonly string[];
};

/**
 * Narrows a project to the accounts of an approved plan, so that its replacement reaches no other.
 * The plan must be of this environment and validly signed. Throws `OperationalError` if the file
 * cannot be read.
 */
export async function selectReplaced(
  project: ProjectContext,
  ports: Pick<ReadPorts, 'target' | 'secrets'>,
  path: string,
): Promise<ReplacedProject | { readonly refused: readonly Diagnostic[] }> {
  const saved = await openSavedPlan(path);
  try {
    const read = await readPlan(saved.file.lines());
    if (!('plan' in read)) return { refused: withFileName(path, read.diagnostics) };
    const refused = [...verifySavedPlan(read.plan, ports, null), ...checkKind(read.plan)];
    if (refused.length > 0) return { refused: withFileName(path, refused) };
    const keys = new Set<string>();
    for await (const account of readPlannedAccounts(saved.file.lines())) {
      const key = toPlannedKey(account);
      if (key !== null) keys.add(key);
    }
    return selectAccounts(project, keys);
  } finally {
    await saved.remove();
  }
}

function toPlannedKey(planned: PlannedAccount): string | null {
  if (planned.kind === 'unplanned') return planned.account;
  const { account, operations, changes, refused = [] } = planned.plan;
  return operations.length + changes.length + refused.length === 0 ? null : account;
}

function checkKind({ options }: SavedPlan): readonly Diagnostic[] {
  const kind = toPlanKind(options);
  if (kind === 'plan') return [];
  const command = `cyclectl ${planWords[kind].command}`;
  return [
    reportError('plan-invalid', {
      summary: `The plan is of ${command}, which cyclectl plan cannot make`,
      remedy: `Make it again with ${command}.`,
    }),
  ];
}

function selectAccounts(project: ProjectContext, keys: ReadonlySet<string>): ReplacedProject {
  const { entries, skipped } = project.selected;
  const kept = entries.filter(({ key }) => keys.has(key));
  const untouched = entries.filter(({ key }) => !keys.has(key)).map(({ key }) => key);
  return {
    project: {
      ...project,
      selected: { entries: kept, skipped: skipped + untouched.length },
      named: untouched.length === 0 ? project.named : kept.length,
    },
    untouched,
  };
}

/** An error about a file of the command line, with its name. */
export function withFileName(
  path: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, summary: `${path}: ${each.summary}` }));
}
