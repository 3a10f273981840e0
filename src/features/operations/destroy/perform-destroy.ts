import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import type { Workplace, WritingWorkplace } from '../../../app/ports/wiring.ts';
import type { Opening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { performRun } from '../../../app/run/perform-run.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import { type Approval, approvePlan } from '../../../engine/policy/approve-plan.ts';
import { workOf } from '../../../engine/run/run-apply.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { PlanChoices, PlanSummary } from '../../../model/plan/plan.ts';
import type { TextFile } from '../../../model/ports.ts';
import { openKeeper } from './backup/open-keeper.ts';
import { destroyAccount } from './destroy-account.ts';
import type { Doom } from './doom.ts';
import { findDooms, type Named } from './find-dooms.ts';

/** A destroy that was asked for: typed now, or saved as a plan. */
export type Destroying = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Who approved it, for the history. */
    readonly approvedBy?: string;
  };
  readonly opening: Opening;
  /** Its plan. */
  readonly file: TextFile;
  /** When the command began, as `performance.now` gives it. */
  readonly begun: number;
};

/** Addresses say what goes. Throws `Trouble` where accounts are selected. */
export function refuseSelect({ select }: GlobalOptions): void {
  if (select.length === 0) return;
  throw new Trouble('destroy takes addresses, and no --select', {
    remedy: 'Name each account, connector or cycle to destroy.',
  });
}

/** Finds what addresses name in the state of an environment, and says what earlier runs have destroyed of it. */
export async function findNamed(
  { context, opening }: Pick<Destroying, 'context' | 'opening'>,
  place: Workplace,
  addresses: readonly string[],
): Promise<Pick<Named, 'dooms'> | { readonly refused: readonly Diagnostic[] }> {
  const { looking, entries } = toRun(opening, place);
  const named = await findDooms({ ...looking, entries }, addresses);
  if ('refused' in named) return named;
  for (const { address, run } of named.destroyed)
    context.terminal.say(`${toVisible(address)} was destroyed already, by the run ${run}.`);
  return named;
}

/** Judges the counts of a destroy. Each of its accounts was named, so the share of changed accounts is not judged. */
export function approveDestroy(
  summary: PlanSummary,
  { environment }: Pick<Opening, 'environment'>,
  choices: PlanChoices,
): ReturnType<typeof approvePlan> {
  const limits = { ...environment.protect, maxChangedPercent: 100 };
  // A run that finishes an earlier one may have no object left to delete.
  const allowDeletes = summary.deletes === 0 ? null : choices.allowDeletes;
  return approvePlan(summary, limits, { ...choices, allowDeletes });
}

/** Destroys what an approved plan says, account by account, and warns of what manifests still name. */
export async function performDestroy(
  asked: Destroying & { readonly place: WritingWorkplace },
  approved: {
    readonly dooms: readonly Doom[];
    readonly plan: string;
    readonly options: PlanChoices;
    readonly summary: PlanSummary;
    readonly approval: Approval;
  },
): Promise<ExitCode> {
  const { context, options, opening, place, file, begun } = asked;
  const { dooms, plan, summary, approval } = approved;
  const isData = options.format === 'json';
  const named = listStillNamed(dooms);
  if (isData) await printDiagnostics(context, options.directory, named);
  const code = await performRun({
    context,
    options,
    place,
    begun,
    command: 'destroy',
    run: toRun(opening, place),
    approved: { plan, options: approved.options, summary },
    approval,
    perform: (held, id) =>
      destroyAccount(
        {
          dooms: new Map(dooms.map((doom) => [doom.account, doom])),
          keeper: openKeeper(opening.root, opening.environment.name, id),
          tell: (account, path) =>
            context.terminal.say(`${toVisible(account)}: what there was is kept in ${path}`),
        },
        held,
        id,
      ),
    work: () => workOf(readPlannedAccounts(file.lines())),
  });
  if (!isData && code !== exitCodes.failed)
    await printDiagnostics(context, options.directory, named);
  return code;
}

function listStillNamed(dooms: readonly Doom[]): Diagnostic[] {
  return dooms.flatMap(({ named }) =>
    [...named].map(([address, at]) => ({
      code: 'still-named',
      severity: 'warning',
      summary: `${address} is destroyed and still named here: the next apply makes it again`,
      at,
      address,
      remedy: address.includes('/') ? 'Remove its entry from Git.' : 'Remove this file from Git.',
    })),
  );
}
