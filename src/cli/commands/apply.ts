import { readMachine } from '../../kit/machine.ts';
import { Trouble } from '../../kit/trouble.ts';
import type { PlanChoices, PlanSummary } from '../../model/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import type { ApplyFrame } from '../../model/report.ts';
import { listLeftovers } from '../../pipeline/list-leftovers.ts';
import { makePlan, type Run } from '../../pipeline/make-plan.ts';
import { withUndo } from '../../pipeline/read-undo.ts';
import { workOf } from '../../pipeline/run-apply.ts';
import { tallyPlan } from '../../pipeline/tally-plan.ts';
import { readPlan, readPlannedAccounts, type SavedPlan } from '../../stages/load/read-plan.ts';
import type { Approval } from '../../stages/policy/approve-plan.ts';
import { approvePlan } from '../../stages/policy/approve-plan.ts';
import { judgeUnsaved } from '../../stages/policy/judge-unsaved.ts';
import { writeApplyCommand } from '../../stages/report/write-apply-command.ts';
import { writeApplyJson } from '../../stages/report/write-apply-json.ts';
import { writePlanCommand } from '../../stages/report/write-plan-command.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { judgeSavedPlan } from '../judge-saved-plan.ts';
import { type Opening, withOpening } from '../open-run.ts';
import { isGoneFrom } from '../open-session.ts';
import { openSavedPlan, openTextFile } from '../open-text-file.ts';
import { performRun, toFrame } from '../perform-run.ts';
import { printPlan, savePlan } from '../plan-file.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { toRun } from '../to-run.ts';
import { openForWriting, type WritingWorkplace } from '../wiring.ts';

/** What `cyclectl apply` takes beside the options of every command. */
export type ApplyOptions = GlobalOptions & {
  /** A saved plan, which was looked at before and is not asked about again. */
  readonly plan?: string;
  readonly yes?: boolean;
  readonly rewrite?: boolean;
  readonly allowDeletes?: number;
  /** Milliseconds: how old a saved plan may be. */
  readonly maxAge?: number;
  /** Milliseconds. */
  readonly lockTimeout?: number;
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

async function applyHere(asked: Omit<Applying, 'place' | 'begun'>): Promise<ExitCode> {
  const { context, options, opening, contract } = asked;
  const { environment, root } = opening;
  const place = await openForWriting({ root, environment, context, verbose: options.verbose });
  try {
    const apply: Applying = { ...asked, place, begun: performance.now() };
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
        : judgeSavedPlan(contract, place, options.maxAge ?? null);
    if (refused.length > 0) {
      await printDiagnostics(context, options.directory, refused);
      return await leaveUndone(apply, tallyPlan(0).total(), 'refused');
    }
    const summary = contract === null ? await planNow(apply) : contract.summary;
    const allowDeletes = options.allowDeletes ?? contract?.options.allowDeletes ?? null;
    const judged = approvePlan(summary, environment.protect, allowDeletes);
    if ('refused' in judged) {
      await printDiagnostics(context, options.directory, judged.refused);
      return await leaveUndone(apply, summary, 'refused');
    }
    const unwanted = await askWhetherWanted(apply, summary);
    if (unwanted !== null) return await leaveUndone(apply, summary, unwanted);
    // A secret that was changed while a person looked at the plan is noticed.
    place.secrets.forget();
    return await doPlan(apply, summary, judged.approval);
  } finally {
    await place.close();
  }
}

type Applying = {
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
  const { rewrite, undoes } = choicesOf(apply);
  const { opening, place } = apply;
  return withUndo(toRun(opening, place, rewrite), place.store, undoes);
}

async function planNow(apply: Applying): Promise<PlanSummary> {
  const { context, options, place, opening, file } = apply;
  const tally = tallyPlan(opening.selected.skipped);
  await savePlan(file, {
    context,
    target: place.target,
    options: choicesOf(apply),
    sealer: place.secrets.sealer,
    accounts: makePlan(await runOf(apply)),
    tally,
  });
  const cost = { requests: place.requestCount(), durationMs: performance.now() - apply.begun };
  const summary = tally.total();
  const next = { kind: 'none' } as const;
  if (options.format === 'text')
    await printPlan(file, { context, options, next, place, summary, cost });
  return summary;
}

function choicesOf({ contract, options }: Pick<Applying, 'contract' | 'options'>): PlanChoices {
  if (contract !== null) return contract.options;
  return { rewrite: options.rewrite === true, allowDeletes: options.allowDeletes ?? null };
}

async function readContract(
  context: CommandContext,
  options: ApplyOptions,
  file: TextFile,
): Promise<SavedPlan | 'refused'> {
  const read = await readPlan(file.lines());
  if ('plan' in read) return read.plan;
  await printDiagnostics(context, options.directory, read.diagnostics);
  return 'refused';
}

/** Null: it is wanted. */
async function askWhetherWanted(
  apply: Applying,
  summary: PlanSummary,
): Promise<'declined' | 'nobody-to-ask' | null> {
  const { context, options } = apply;
  if (summary.operations === 0 || options.plan !== undefined || options.yes === true) return null;
  const answer = await context.terminal.ask.confirm('Do this? Only "yes" does it:');
  if (answer === 'yes') return null;
  context.terminal.say(
    answer === 'no'
      ? 'Nothing was done.'
      : 'Nothing was done: there is nobody to ask. Use --yes, or apply a saved plan.',
  );
  return answer === 'no' ? 'declined' : 'nobody-to-ask';
}

// Who reads the data and not the talk is told as well.
async function leaveUndone(
  apply: Applying,
  summary: PlanSummary,
  notBegun: NonNullable<ApplyFrame['notBegun']>,
): Promise<ExitCode> {
  if (apply.options.format === 'json') {
    for await (const piece of writeApplyJson(
      { ...toFrame(apply, summary), notBegun },
      [],
      apply.context.told,
    ))
      await apply.context.terminal.out(piece);
  }
  return exitCodes.failed;
}

// A run is noted when it has something to do, be it only to remember what was found.
async function doPlan(
  apply: Applying,
  summary: PlanSummary,
  approval: Approval,
): Promise<ExitCode> {
  const { context, options, place, begun } = apply;
  const sealed = apply.contract ?? (await readContract(context, options, apply.file));
  if (sealed === 'refused') throw new Error('The plan that was just made is no plan');
  return performRun({
    context,
    options,
    place,
    begun,
    command: choicesOf(apply).undoes === undefined ? 'apply' : 'undo',
    run: await runOf(apply),
    approved: { plan: sealed.digest, options: choicesOf(apply), summary },
    approval,
    work: () => workOf(readPlannedAccounts(apply.file.lines())),
  });
}
