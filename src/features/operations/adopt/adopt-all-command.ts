import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes, toApplyExitCode } from '../../../app/exit-codes.ts';
import { listTypedWithout, printRepeat } from '../../../app/output/ask/print-repeat.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { openTextFile } from '../../../app/run/open-text-file.ts';
import { savePlan } from '../../../app/run/plan-file.ts';
import { printUnfinished } from '../../../app/run/print-before-plan.ts';
import { type NotStartedReason, readApproval } from '../../../app/run/read-approval.ts';
import { readPlannedAccounts } from '../../../engine/load/read-plan.ts';
import { makeAdoptionPlans } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import type { Address } from '../../../model/address.ts';
import { noChoices, type PlanSummary } from '../../../model/plan/plan.ts';
import type { TextFile } from '../../../model/ports.ts';
import { runAdoptOne } from './adopt-one-command.ts';
import { type Adoption, type AdoptionOutcome, type FoundAdoption, toAdoption } from './adoption.ts';
import { askAmbiguous } from './ask-binding.ts';
import { type AdoptContext, bindFound } from './bind-found.ts';
import { formatAdoptionJson, mergeOutcomes } from './format-adoption-json.ts';
import {
  type AdoptionFrame,
  formatAdoptedText,
  formatAdoptionsText,
} from './format-adoptions-text.ts';

/**
 * Binds every object found by id and name, after a prompt, account by account. Asks first which object is
 * meant where several match an entry, except for those that were asked about.
 */
export async function runAdoptAll(
  adopting: AdoptContext,
  { asked, hasWritten }: { readonly asked: Set<Address>; readonly hasWritten: boolean } = {
    asked: new Set(),
    hasWritten: false,
  },
): Promise<ExitCode> {
  const { context, options, project, ports } = adopting;
  await printDiagnostics(context, options.directory, project.diagnostics);
  await printUnfinished(adopting, ports.store);
  const { file, remove } = await openTextFile(null);
  try {
    const summary = await saveFound(adopting, file);
    const shown = { file, summary };
    if (options.format === 'text') await printFound(adopting, shown);
    const chosen = await bindAmbiguous(adopting, shown, asked);
    if (chosen !== null) {
      return await runAdoptAll(adopting, { asked, hasWritten: hasWritten || chosen.hasWritten });
    }
    if (summary.adopts === 0) {
      await printJson(adopting, { ...shown, outcomes: [] });
      return toApplyExitCode({ hasFailed: hasRefused(summary), hasWritten });
    }
    const isAsked = options.yes !== true;
    const one = 'bind one at a time: cyclectl adopt ADDRESS ID';
    const notBegun = isAsked ? await readApproval(context, one) : null;
    if (notBegun !== null) {
      await printJson(adopting, { ...shown, outcomes: [], notBegun });
      return toApplyExitCode({ hasFailed: true, hasWritten });
    }
    if (isAsked) printRepeatAll(context);
    // Reads secrets again, because one may have changed while a person reviewed the list.
    ports.secrets.forget();
    const outcomes = await bindFound(adopting, { found: () => readFound(file) });
    await printJson(adopting, { ...shown, outcomes });
    if (options.format === 'text') {
      const { out, paint } = context.terminal;
      await out(formatAdoptedText(outcomes, ports.readCost(), paint));
    }
    return toApplyExitCode({
      hasFailed:
        context.stopping.aborted ||
        hasRefused(summary) ||
        outcomes.some(({ diagnostics }) => diagnostics.length > 0),
      hasWritten: hasWritten || outcomes.some(({ bound }) => bound.length > 0),
    });
  } finally {
    await remove();
  }
}

// Null if nothing was chosen; otherwise all is to be read again, and something may be bound.
async function bindAmbiguous(
  adopting: AdoptContext,
  { file }: Shown,
  asked: Set<Address>,
): Promise<{ readonly hasWritten: boolean } | null> {
  const { context, options } = adopting;
  const isAsked = options.yes !== true && options.format === 'text';
  if (!isAsked || context.terminal.ask.lack !== null) return null;
  const chosen = await askAmbiguous(adopting, readAdoptions(file), asked);
  const typed = listTypedWithout(context, { flags: ['--all'], valued: ['--select'] });
  printRepeat({ ...context, typed }, ...chosen.map(({ at, live }) => [at.address, live]));
  if (chosen.length === 0) return null;
  const codes: ExitCode[] = [];
  for (const choice of chosen) codes.push(await runAdoptOne(adopting, choice));
  return { hasWritten: codes.some((code) => code !== exitCodes.failed) };
}

function printRepeatAll(context: CommandContext): void {
  const isTyped = context.typed?.includes('--all') === true;
  printRepeat(context, [...(isTyped ? [] : ['--all']), '--yes']);
}

function hasRefused({ notPlanned, refused = 0 }: PlanSummary): boolean {
  return notPlanned + refused > 0;
}

type Shown = { readonly file: TextFile; readonly summary: PlanSummary };

// Saves the shown objects to a file, because exactly those are bound and there may be many.
async function saveFound(
  { context, project, ports }: AdoptContext,
  file: TextFile,
): Promise<PlanSummary> {
  const tally = makePlanCounter(project.selected.skipped);
  const run = toRun(project, ports);
  const phase = { does: 'reading', total: run.entries.length, ports };
  await savePlan(file, {
    context,
    target: ports.target,
    options: noChoices,
    sealer: ports.secrets.signer,
    accounts: withProgress(context, phase, makeAdoptionPlans(run)),
    tally,
  });
  return tally.total();
}

async function* readAdoptions(file: TextFile): AsyncGenerator<Adoption, void, undefined> {
  for await (const planned of readPlannedAccounts(file.lines())) yield toAdoption(planned);
}

async function* readFound(file: TextFile): AsyncGenerator<FoundAdoption, void, undefined> {
  for await (const adoption of readAdoptions(file)) {
    if (adoption.kind === 'found' && adoption.adopts.length > 0) yield adoption;
  }
}

async function printFound(adopting: AdoptContext, { file, summary }: Shown): Promise<void> {
  const { terminal } = adopting.context;
  const frame = toFrame(adopting, summary);
  await terminal.out(formatAdoptionsText(frame, readAdoptions(file), terminal.paint));
}

// Prints one document at the end, for readers of data.
async function printJson(
  adopting: AdoptContext,
  reported: Shown & {
    readonly outcomes: readonly AdoptionOutcome[];
    readonly notBegun?: NotStartedReason;
  },
): Promise<void> {
  const { context, options } = adopting;
  if (options.format !== 'json') return;
  const { file, summary, outcomes, notBegun } = reported;
  const frame = {
    ...toFrame(adopting, summary),
    ...(notBegun === undefined ? {} : { notBegun }),
  };
  const accounts = mergeOutcomes(readAdoptions(file), outcomes);
  await context.terminal.out(formatAdoptionJson(frame, accounts, context.reported));
}

function toFrame({ ports }: AdoptContext, summary: PlanSummary): AdoptionFrame {
  return { target: ports.target, cost: ports.readCost(), summary };
}
