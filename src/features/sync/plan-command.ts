import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import type { PlanOptions } from '../../app/options/daily-options.ts';
import { toChoices } from '../../app/options/plan-choices.ts';
import { type ReplacedProject, selectReplaced } from '../../app/options/select-replaced.ts';
import type { ReadPorts } from '../../app/ports/open-ports.ts';
import { checkRollouts, withAllWaves } from '../../app/project/fleets/with-all-waves.ts';
import { withSelectedProject } from '../../app/project/open-project.ts';
import { countLeftOut, toWholeRun } from '../../app/project/to-run.ts';
import type { PlanSource } from '../../app/run/change-source.ts';
import { planChange, toAllWavesError } from '../../app/run/plan-change.ts';
import { listFleetNotes } from '../../app/run/print-before-plan.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { makePlan } from '../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../engine/run/planning/make-plan-counter.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../model/ports.ts';
import { selectTouched, type TouchedProject } from '../ci/changed-since/select-touched.ts';

type PlanCommandOptions = GlobalOptions & PlanOptions & { readonly exitCode?: boolean };

/** `cyclectl plan`: shows the changes that apply would make. */
export async function runPlan(
  context: CommandContext,
  options: PlanCommandOptions,
): Promise<ExitCode> {
  if (options.allWaves === true && options.out !== undefined) throw toAllWavesError();
  return withSelectedProject({ context, options, use: 'observed' }, async (request) => {
    const touched = await selectTouched(context, request.project, options.changedSince);
    return planChange({ ...request, project: touched.project }, (ports) =>
      openSource(options, touched, ports),
    );
  });
}

async function openSource(
  options: PlanCommandOptions,
  touched: TouchedProject,
  given: ReadPorts,
): Promise<PlanSource> {
  const allWaves =
    options.allWaves === true
      ? await withAllWaves(given, { options, project: touched.project })
      : null;
  const { ports, refused } = allWaves ?? { ports: given, refused: [] };
  const passedBy = await checkRollouts(ports, { options, project: touched.project });
  const { replaces, changedSince, allowOrphans } = options;
  const { since } = touched;
  const chosen = await selectAccounts(touched, ports, replaces);
  const { project, untouched } = 'refused' in chosen ? touched : chosen;
  const typed = toChoices(options);
  const { run, readOutsideGit, narrowed } = toWholeRun(project, ports, {
    rewrite: typed.rewrite,
    narrowed: replaces === undefined ? null : 'replaces',
  });
  // A saved plan is checked again for orphaned accounts if it was once.
  const choices = narrowed === null ? { ...typed, allowOrphans: allowOrphans ?? 0 } : typed;
  const { refresh = 'full' } = options;
  const existing = await countInState(ports.store, untouched);
  return {
    choices,
    refused: [
      ...refused,
      ...passedBy,
      ...('refused' in chosen ? chosen.refused : []),
      ...(run.live === undefined || refresh === 'full' ? [] : [reportUnrefreshed()]),
    ],
    warnings: await listFleetNotes(ports, project),
    narrowed: {
      ...(options.allWaves === true ? { allWaves: true } : {}),
      ...(changedSince === undefined ? {} : { changedSince }),
      ...(replaces === undefined ? {} : { replaces }),
      ...(allowOrphans === undefined ? {} : { allowOrphans }),
    },
    plan: {
      kind: 'new',
      accounts: (exports) => makePlan(refresh === 'full' ? run : { ...run, refresh }, exports),
      readsExports: true,
      total: run.entries.length,
      counter: makePlanCounter(() => countLeftOut(project, run), existing),
      readOutsideGit,
      frame: {
        ...(since === null ? {} : { since }),
        ...(replaces === undefined ? {} : { replaces: { untouched: untouched.length } }),
      },
    },
    check: (summary, outsideGit) =>
      checkPlanTotals(summary, project.environment.protect, {
        ...choices,
        allowOrphans,
        outsideGit,
      }),
  };
}

function reportUnrefreshed(): Diagnostic {
  return reportError('wrong-usage', {
    summary:
      '--refresh reads no cycles of some accounts, and --select state= or health= needs them',
    remedy: 'Remove --refresh.',
  });
}

async function selectAccounts(
  touched: TouchedProject,
  ports: ReadPorts,
  replaces: string | undefined,
): Promise<
  ReplacedProject | Extract<Awaited<ReturnType<typeof selectReplaced>>, { refused: unknown }>
> {
  return replaces === undefined ? touched : selectReplaced(touched.project, ports, replaces);
}

// Counts accounts in state that are not observed, because the share of changed accounts includes
// them.
async function countInState(store: StoreReader, accounts: readonly string[]): Promise<number> {
  if (accounts.length === 0) return 0;
  const known = new Set(await store.listAccounts());
  return accounts.filter((account) => known.has(account)).length;
}
