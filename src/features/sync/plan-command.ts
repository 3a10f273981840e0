import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes, toPlanExitCode } from '../../app/exit-codes.ts';
import { type PlanChoiceOptions, toChoices } from '../../app/options/plan-choices.ts';
import { type ReplacedProject, selectReplaced } from '../../app/options/select-replaced.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { openReadPorts, type ReadPorts } from '../../app/ports/open-ports.ts';
import { checkLocalStoreInCi } from '../../app/ports/open-store.ts';
import { withProject } from '../../app/project/open-project.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { isGoneFrom } from '../../app/run/open-session.ts';
import { checkPlanFilePath, openTextFile } from '../../app/run/open-text-file.ts';
import { savePlan, writePlanReport } from '../../app/run/plan-file.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { listUnfinished } from '../../engine/run/journal/list-unfinished.ts';
import { makePlan } from '../../engine/run/make-plan.ts';
import { makePlanCounter } from '../../engine/run/make-plan-counter.ts';
import { readMachine } from '../../kit/machine.ts';
import type { StoreReader } from '../../model/ports.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import type { NotObservedReason } from '../../model/report/untracked-accounts.ts';
import { selectTouched, type TouchedProject } from '../ci/changed-since/select-touched.ts';

export type PlanOptions = GlobalOptions &
  PlanChoiceOptions & {
    readonly out?: string;
    /** Commit: plans only accounts affected by changes since then. */
    readonly changedSince?: string;
    /** File of a saved plan: plans only accounts that it changes. */
    readonly replaces?: string;
    readonly exitCode?: boolean;
  };

/** `cyclectl plan`: shows the changes that apply would make. */
export async function runPlan(context: CommandContext, options: PlanOptions): Promise<ExitCode> {
  return withProject(context, options, async (project) =>
    planInProject(context, options, await selectTouched(context, project, options.changedSince)),
  );
}

async function planInProject(
  context: CommandContext,
  options: PlanOptions,
  touched: TouchedProject,
): Promise<ExitCode> {
  const startedAt = performance.now();
  const { environment, root, diagnostics } = touched.projectContext;
  await printDiagnostics(context, options.directory, diagnostics);
  if (options.out !== undefined) {
    await checkPlanFilePath(options.out);
    checkLocalStoreInCi(environment, context);
  }
  const ports = await openReadPorts(
    { root, environment, context, verbose: options.verbose },
    { isSaved: options.out !== undefined },
  );
  const saved = await openTextFile(options.out ?? null);
  try {
    const chosen = await selectAccounts(touched, ports, options.replaces);
    if ('refused' in chosen) {
      await printDiagnostics(context, options.directory, chosen.refused);
      return exitCodes.failed;
    }
    const { projectContext, untouched } = chosen;
    const left = await listUnfinished(ports.store, {
      ...projectContext,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, left);
    const { run, readOutsideGit } = toWholeRun(projectContext, ports, {
      rewrite: options.rewrite === true,
      narrowed: toNarrowing(options, untouched),
    });
    const tally = makePlanCounter(
      projectContext.selected.skipped,
      await countInState(ports.store, untouched),
    );
    await savePlan(saved.file, {
      context,
      target: ports.target,
      options: toChoices(options),
      sealer: ports.secrets.signer,
      accounts: makePlan(run),
      tally,
    });
    const summary = tally.total();
    const outsideGit = await readOutsideGit();
    const cost = { requests: ports.requestCount(), durationMs: performance.now() - startedAt };
    const checked = checkPlanTotals(summary, environment.protect, toChoices(options));
    // Adds refusals to the data here; text prints them below the plan.
    if ('refused' in checked) for (const refusal of checked.refused) context.reported.add(refusal);
    const next = 'refused' in checked ? ({ kind: 'refused' } as const) : findNext(options);
    const { since } = touched;
    const replaces =
      options.replaces === undefined ? {} : { replaces: { untouched: untouched.length } };
    const shown = { context, options, next, ports, summary, cost, since, outsideGit, ...replaces };
    await writePlanReport(saved.file, shown);
    if ('refused' in checked) await printDiagnostics(context, options.directory, checked.refused);
    return toPlanExitCode({
      notPlanned: summary.notPlanned,
      operations: summary.operations,
      isRefused: 'refused' in checked,
      wantsCode: options.exitCode === true,
    });
  } finally {
    await saved.remove();
    await ports.close();
  }
}

async function selectAccounts(
  touched: TouchedProject,
  ports: ReadPorts,
  replaces: string | undefined,
): Promise<
  ReplacedProject | Extract<Awaited<ReturnType<typeof selectReplaced>>, { refused: unknown }>
> {
  return replaces === undefined ? touched : selectReplaced(touched.projectContext, ports, replaces);
}

function toNarrowing(options: PlanOptions, untouched: readonly string[]): NotObservedReason | null {
  if (options.replaces !== undefined) return 'replaces';
  return untouched.length === 0 ? null : 'changed-since';
}

// Counts accounts in state that are not observed, because the share of changed accounts includes
// them.
async function countInState(store: StoreReader, accounts: readonly string[]): Promise<number> {
  if (accounts.length === 0) return 0;
  const known = new Set(await store.listAccounts());
  return accounts.filter((account) => known.has(account)).length;
}

function findNext(options: PlanOptions): PlanFrame['next'] {
  const { directory, select, out, changedSince, replaces } = options;
  const narrowed = {
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(replaces === undefined ? {} : { replaces }),
  };
  return out === undefined
    ? { kind: 'save', asked: { ...toChoices(options), directory, select, ...narrowed } }
    : { kind: 'apply', file: out, directory };
}
