import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes, judgePlan } from '../../app/exit-codes.ts';
import { type ChosenOptions, toChoices } from '../../app/options/choose-plan.ts';
import { chooseReplaced, type ReplacedOpening } from '../../app/options/choose-replaced.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { refuseLocalInCi } from '../../app/ports/open-store.ts';
import { openForReading, type Workplace } from '../../app/ports/wiring.ts';
import { withOpening } from '../../app/project/open-run.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { isGoneFrom } from '../../app/run/open-session.ts';
import { openTextFile, refuseOtherFile } from '../../app/run/open-text-file.ts';
import { publishPlan, savePlan } from '../../app/run/plan-file.ts';
import { approvePlan } from '../../engine/policy/approve-plan.ts';
import { listLeftovers } from '../../engine/run/journal/list-leftovers.ts';
import { makePlan } from '../../engine/run/make-plan.ts';
import { tallyPlan } from '../../engine/run/tally-plan.ts';
import { readMachine } from '../../kit/machine.ts';
import type { StoreReader } from '../../model/ports.ts';
import type { NotLookedAt } from '../../model/report/outside-git.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import { chooseTouched, type TouchedOpening } from '../ci/changed-since/choose-touched.ts';

/** What `cyclectl plan` takes beside the options of every command. */
export type PlanOptions = GlobalOptions &
  ChosenOptions & {
    readonly out?: string;
    /** A commit: only what was touched since is planned. */
    readonly changedSince?: string;
    /** The file of a saved plan: only accounts that it changes are planned. */
    readonly replaces?: string;
    readonly exitCode?: boolean;
  };

/** `cyclectl plan`: what apply would do, and nothing else. */
export async function runPlan(context: CommandContext, options: PlanOptions): Promise<ExitCode> {
  return withOpening(context, options, async (opening) =>
    planHere(context, options, await chooseTouched(context, opening, options.changedSince)),
  );
}

async function planHere(
  context: CommandContext,
  options: PlanOptions,
  touched: TouchedOpening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, root, diagnostics } = touched.opening;
  await printDiagnostics(context, options.directory, diagnostics);
  if (options.out !== undefined) {
    await refuseOtherFile(options.out);
    refuseLocalInCi(environment, context);
  }
  const place = await openForReading(
    { root, environment, context, verbose: options.verbose },
    { isSaved: options.out !== undefined },
  );
  const saved = await openTextFile(options.out ?? null);
  try {
    const chosen = await narrow(touched, place, options.replaces);
    if ('refused' in chosen) {
      await printDiagnostics(context, options.directory, chosen.refused);
      return exitCodes.failed;
    }
    const { opening, untouched } = chosen;
    const left = await listLeftovers(place.store, {
      ...opening,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, left);
    const { run, readOutsideGit } = toWholeRun(opening, place, {
      rewrite: options.rewrite === true,
      narrowed: nameNarrowing(options, untouched),
    });
    const tally = tallyPlan(
      opening.selected.skipped,
      await countRemembered(place.store, untouched),
    );
    await savePlan(saved.file, {
      context,
      target: place.target,
      options: toChoices(options),
      sealer: place.secrets.sealer,
      accounts: makePlan(run),
      tally,
    });
    const summary = tally.total();
    const outsideGit = await readOutsideGit();
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const judged = approvePlan(summary, environment.protect, toChoices(options));
    // Kept here for the data; people read it after the plan that it is about.
    if ('refused' in judged) for (const refusal of judged.refused) context.told.add(refusal);
    const next = 'refused' in judged ? ({ kind: 'refused' } as const) : findNext(options);
    const { since } = touched;
    const replaces =
      options.replaces === undefined ? {} : { replaces: { untouched: untouched.length } };
    const shown = { context, options, next, place, summary, cost, since, outsideGit, ...replaces };
    await publishPlan(saved.file, shown);
    if ('refused' in judged) await printDiagnostics(context, options.directory, judged.refused);
    return judgePlan({
      notPlanned: summary.notPlanned,
      operations: summary.operations,
      isRefused: 'refused' in judged,
      wantsCode: options.exitCode === true,
    });
  } finally {
    await saved.remove();
    await place.close();
  }
}

async function narrow(
  touched: TouchedOpening,
  place: Workplace,
  replaces: string | undefined,
): Promise<
  ReplacedOpening | Extract<Awaited<ReturnType<typeof chooseReplaced>>, { refused: unknown }>
> {
  return replaces === undefined ? touched : chooseReplaced(touched.opening, place, replaces);
}

function nameNarrowing(options: PlanOptions, untouched: readonly string[]): NotLookedAt | null {
  if (options.replaces !== undefined) return 'replaces';
  return untouched.length === 0 ? null : 'changed-since';
}

// Accounts that are not looked at are there as far as is remembered, and count for the share that is changed.
async function countRemembered(store: StoreReader, accounts: readonly string[]): Promise<number> {
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
