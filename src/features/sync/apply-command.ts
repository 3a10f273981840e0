import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { type ChosenOptions, joinChoices, toChoices } from '../../app/options/choose-plan.ts';
import { defaultLockTimeoutMs } from '../../app/options/option-values.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { openForWriting, systemClock, type WritingWorkplace } from '../../app/ports/wiring.ts';
import { nameFile } from '../../app/project/name-file.ts';
import { type Opening, withOpening } from '../../app/project/open-run.ts';
import { toRun, toWholeRun } from '../../app/project/to-run.ts';
import { askWhetherWanted, leaveUndone } from '../../app/run/begin-or-leave.ts';
import { judgeSavedPlan } from '../../app/run/judge-saved-plan.ts';
import { isGoneFrom } from '../../app/run/open-session.ts';
import { openSavedPlan, openTextFile } from '../../app/run/open-text-file.ts';
import { performRun } from '../../app/run/perform-run.ts';
import { printPlan, readOwnPlan, savePlan } from '../../app/run/plan-file.ts';
import { readPlan, readPlannedAccounts, type SavedPlan } from '../../engine/load/read-plan.ts';
import type { Approval } from '../../engine/policy/approve-plan.ts';
import { approvePlan } from '../../engine/policy/approve-plan.ts';
import { judgeUnsaved } from '../../engine/policy/judge-unsaved.ts';
import { listPending } from '../../engine/run/journal/journal-run.ts';
import { listLeftovers } from '../../engine/run/journal/list-leftovers.ts';
import { makePlan, type Run } from '../../engine/run/make-plan.ts';
import { workOf } from '../../engine/run/run-apply.ts';
import { tallyPlan } from '../../engine/run/tally-plan.ts';
import { readMachine } from '../../kit/machine.ts';
import { Trouble } from '../../kit/trouble.ts';
import type { RunCommand } from '../../model/memory/run.ts';
import { noChoices, type PlanChoices, type PlanSummary } from '../../model/plan/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import type { OutsideGit } from '../../model/report/outside-git.ts';
import { writeApplyCommand } from '../../reports/commands/write-apply-command.ts';
import { writePlanCommand } from '../../reports/commands/write-plan-command.ts';
import {
  approveDestroy,
  findNamed,
  performDestroy,
  refuseSelect,
} from '../operations/destroy/perform-destroy.ts';
import { findBegunRun } from '../operations/resume/find-begun-run.ts';
import { withChoices } from '../operations/revert/revert-drift.ts';

/** What `cyclectl apply` takes beside the options of every command. */
export type ApplyOptions = GlobalOptions &
  ChosenOptions & {
    /** A saved plan, which was looked at before and is not asked about again. */
    readonly plan?: string;
    readonly yes?: boolean;
    /** Milliseconds: how old a saved plan may be. */
    readonly maxAge?: number;
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Who approved it, for the history. */
    readonly approvedBy?: string;
  };

/** `cyclectl apply`: plans, asks and does it; or does what a saved plan says. */
export async function runApplyCommand(
  context: CommandContext,
  options: ApplyOptions,
): Promise<ExitCode> {
  if (options.maxAge !== undefined && options.plan === undefined) {
    throw new Trouble('--max-age is of a saved plan, and none is named', {
      remedy: 'Name the file of the plan, or leave --max-age out: a plan that is made now is new.',
    });
  }
  const { plan } = options;
  const saved = await (plan === undefined ? openTextFile(null) : openSavedPlan(plan));
  try {
    const contract =
      options.plan === undefined ? null : await readContract(context, options, saved.file);
    if (contract === 'refused') return exitCodes.failed;
    if (contract !== null && options.rewrite === true && !contract.options.rewrite) {
      throw new Trouble(
        'the saved plan was made without --rewrite, and a plan is applied as it is',
        {
          remedy: 'Make one with cyclectl plan --rewrite --out FILE, or leave --rewrite out.',
        },
      );
    }
    const env =
      options.env ?? context.environment.CYCLECTL_ENVIRONMENT ?? contract?.target.environment;
    const there = { ...options, ...(env === undefined ? {} : { env }) };
    return await withOpening(context, there, (opening) =>
      applyHere({ context, options, opening, contract, file: saved.file }),
    );
  } finally {
    await saved.remove();
  }
}

async function applyHere(asked: Omit<Applying, 'command' | 'place' | 'begun'>): Promise<ExitCode> {
  const { context, options, opening, contract } = asked;
  const { environment, root } = opening;
  const place = await openForWriting({ root, environment, context, verbose: options.verbose });
  try {
    const command = commandOf(choicesOf(asked));
    const apply: Applying = { ...asked, command, place, begun: performance.now() };
    const left = await listLeftovers(place.store, {
      ...opening,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, [...opening.diagnostics, ...left]);
    const refused =
      contract === null
        ? judgeUnsaved(environment.protect, {
            environment: environment.name,
            instead: listInstead(apply),
          })
        : nameFile(options.plan ?? '', judgeSavedPlan(contract, place, options.maxAge ?? null));
    if (refused.length > 0) {
      await printDiagnostics(context, options.directory, refused);
      return await leaveUndone(apply, 'refused', tallyPlan(0).total());
    }
    const allowed = joinChoices(toChoices(options), contract?.options ?? noChoices);
    if (contract !== null && command === 'destroy')
      return await destroySaved(apply, contract, allowed);
    const planned =
      contract === null ? await planNow(apply) : { summary: contract.summary, outsideGit: unread };
    const { summary, outsideGit } = planned;
    const judged = approvePlan(summary, environment.protect, allowed);
    if ('refused' in judged) {
      await printDiagnostics(context, options.directory, judged.refused);
      return await leaveUndone({ ...apply, outsideGit }, 'refused', summary);
    }
    const isAsked = summary.operations > 0 && contract === null && options.yes !== true;
    const unwanted = isAsked ? await askWhetherWanted(context, 'apply a saved plan') : null;
    if (unwanted !== null) return await leaveUndone({ ...apply, outsideGit }, unwanted, summary);
    // A secret that was changed while a person looked at the plan is noticed.
    place.secrets.forget();
    return await doPlan({ ...apply, outsideGit }, summary, judged.approval);
  } finally {
    await place.close();
  }
}

// What the plan does says what its run is.
function commandOf({ undoes, destroys }: PlanChoices): RunCommand {
  if (destroys !== undefined) return 'destroy';
  return undoes === undefined ? 'apply' : 'undo';
}

async function destroySaved(
  apply: Applying,
  { digest, options, summary }: SavedPlan,
  allowed: PlanChoices,
): Promise<ExitCode> {
  const { context, opening, place } = apply;
  refuseSelect(apply.options);
  const named = await findNamed(apply, place, options.destroys ?? []);
  const judged = 'refused' in named ? named : approveDestroy(summary, opening, allowed);
  if ('refused' in named || 'refused' in judged) {
    await printDiagnostics(
      context,
      apply.options.directory,
      'refused' in judged ? judged.refused : [],
    );
    return leaveUndone(apply, 'refused', summary);
  }
  const { dooms } = named;
  const { approval } = judged;
  return performDestroy(apply, { dooms, plan: digest, options, summary, approval });
}

type Applying = {
  /** A saved plan may be that of an undo or a destroy. */
  readonly command: RunCommand;
  readonly context: CommandContext;
  readonly options: ApplyOptions;
  readonly opening: Opening;
  readonly place: WritingWorkplace;
  /** The saved plan that is applied; null where it is made now. */
  readonly contract: SavedPlan | null;
  readonly file: TextFile;
  readonly begun: number;
};

// The commands that save the plan that was asked for, and apply it.
function listInstead({ options, opening }: Applying): readonly [plan: string, apply: string] {
  const { directory, select } = options;
  const asked = { ...choicesOf({ contract: null, options }), directory, select };
  return [
    writePlanCommand(opening.environment.name, asked),
    writeApplyCommand(directory, 'plan.json'),
  ];
}

async function runOf(apply: Applying): Promise<Run> {
  const choices = choicesOf(apply);
  const { opening, place } = apply;
  return withChoices(toRun(opening, place, choices.rewrite), place.store, choices);
}

// A saved plan names what it is about, and its accounts are read one by one.
const unread: OutsideGit = { kind: 'not-looked-at', why: 'saved-plan' };

async function planNow(
  apply: Applying,
): Promise<{ readonly summary: PlanSummary; readonly outsideGit: OutsideGit }> {
  const { context, options, place, opening, file } = apply;
  const { rewrite } = choicesOf(apply);
  const { run, readOutsideGit } = toWholeRun(opening, place, { rewrite });
  const tally = tallyPlan(opening.selected.skipped);
  await savePlan(file, {
    context,
    target: place.target,
    options: choicesOf(apply),
    sealer: place.secrets.sealer,
    accounts: makePlan(run),
    tally,
  });
  const outsideGit = await readOutsideGit();
  const cost = { requests: place.requestCount(), durationMs: performance.now() - apply.begun };
  const summary = tally.total();
  const next = { kind: 'none' } as const;
  if (options.format === 'text')
    await printPlan(file, { context, options, next, place, summary, cost });
  return { summary, outsideGit };
}

function choicesOf({ contract, options }: Pick<Applying, 'contract' | 'options'>): PlanChoices {
  if (contract !== null) return contract.options;
  return toChoices(options);
}

async function readContract(
  context: CommandContext,
  options: ApplyOptions,
  file: TextFile,
): Promise<SavedPlan | 'refused'> {
  const read = await readPlan(file.lines());
  if ('plan' in read) return read.plan;
  const refused = nameFile(options.plan ?? '', read.diagnostics);
  await printDiagnostics(context, options.directory, refused);
  return 'refused';
}

// A run is noted when it has something to do, be it only to remember what was found.
async function doPlan(
  apply: Applying & { readonly outsideGit: OutsideGit },
  summary: PlanSummary,
  approval: Approval,
): Promise<ExitCode> {
  const { context, options, place, begun, command, outsideGit } = apply;
  const { digest } = apply.contract ?? (await readOwnPlan(apply.file));
  const waiting = {
    clock: systemClock,
    say: (text: string) => context.terminal.say(text),
    waitMs: options.lockTimeout ?? defaultLockTimeoutMs,
  };
  const earlier = apply.contract === null ? null : await findBegunRun(place, digest, waiting);
  if (earlier !== null)
    context.terminal.say(`Going on with the ${command} ${earlier.id}, begun ${earlier.startedAt}.`);
  return performRun({
    context,
    options,
    place,
    begun,
    command,
    ...(command === 'apply' ? { outsideGit } : {}),
    run: await runOf(apply),
    approved: { plan: digest, options: choicesOf(apply), summary },
    approval,
    work: () =>
      earlier === null
        ? workOf(readPlannedAccounts(apply.file.lines()))
        : listPending(place.store, earlier.id),
    ...(earlier === null ? {} : { resumes: earlier }),
  });
}
