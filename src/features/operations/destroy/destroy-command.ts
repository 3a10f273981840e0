import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { refuseLocalInCi } from '../../../app/ports/open-store.ts';
import {
  openForReading,
  openForWriting,
  type Workplace,
  type WritingWorkplace,
} from '../../../app/ports/wiring.ts';
import { withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { leaveUndone, type NotBegun } from '../../../app/run/begin-or-leave.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { openTextFile, refuseOtherFile } from '../../../app/run/open-text-file.ts';
import { printPlan, publishPlan, readOwnPlan, savePlan } from '../../../app/run/plan-file.ts';
import { judgeUnsaved } from '../../../engine/policy/judge-unsaved.ts';
import { listLeftovers } from '../../../engine/run/journal/list-leftovers.ts';
import { tallyPlan } from '../../../engine/run/tally-plan.ts';
import { readMachine } from '../../../kit/machine.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { noChoices, type PlanChoices, type PlanSummary } from '../../../model/plan/plan.ts';
import { writeApplyCommand } from '../../../reports/commands/write-apply-command.ts';
import {
  destroyFile,
  writeDestroyCommand,
} from '../../../reports/commands/write-destroy-command.ts';
import type { Doom } from './doom.ts';
import { judgeConfirmed } from './judge-confirmed.ts';
import {
  approveDestroy,
  type Destroying,
  findNamed,
  performDestroy,
  refuseSelect,
} from './perform-destroy.ts';
import { planDestroy } from './plan-destroy.ts';

/** What `cyclectl destroy` takes beside the options of every command. */
export type DestroyOptions = GlobalOptions & {
  readonly address: readonly string[];
  /** Keys of accounts, as a person would type them. */
  readonly confirm: readonly string[];
  readonly allowDeletes?: number;
  /** Where to save it as a plan, instead of doing it. */
  readonly out?: string;
  /** Milliseconds. */
  readonly lockTimeout?: number;
  /** Who approved it, for the history. */
  readonly approvedBy?: string;
};

/**
 * `cyclectl destroy ADDRESS…`: shows what goes, wants the account's key, keeps what there was, and deletes it; or saves
 * the plan of that for `cyclectl apply`.
 */
export async function runDestroy(
  context: CommandContext,
  options: DestroyOptions,
): Promise<ExitCode> {
  refuseSelect(options);
  if (options.out !== undefined) await refuseOtherFile(options.out);
  const plan = await openTextFile(null);
  try {
    return await withOpening(context, options, async (opening) => {
      const asked = { context, options, opening, file: plan.file, begun: performance.now() };
      return await (options.out === undefined ? destroyHere(asked) : saveHere(asked, options.out));
    });
  } finally {
    await plan.remove();
  }
}

type Asked = Destroying & { readonly options: DestroyOptions };

async function destroyHere(alone: Asked): Promise<ExitCode> {
  const { context, options, opening } = alone;
  const { environment, root } = opening;
  const place = await openForWriting({ root, environment, context, verbose: options.verbose });
  const asked = { ...alone, place };
  try {
    const unsaved = judgeUnsaved(environment.protect, {
      environment: environment.name,
      instead: [
        writeDestroyCommand(environment.name, options),
        writeApplyCommand(options.directory, destroyFile),
      ],
    });
    if (unsaved.length > 0) return await leave(asked, unsaved);
    const named = await findAndPlan(asked, place);
    if ('refused' in named) return await leave(asked, named.refused);
    const { dooms, summary } = named;
    if (dooms.length > 0) await showPlan(asked, place, summary);
    if (summary.notPlanned > 0) return await leave(asked, [], { summary });
    const judged = approveDestroy(summary, opening, choicesOf(options));
    if ('refused' in judged) return await leave(asked, judged.refused, { summary });
    if (summary.operations > 0) {
      const confirmed = await readConfirmed(asked, dooms);
      const unconfirmed = judgeConfirmed(listAccounts(dooms), confirmed);
      const notBegun = confirmed === null ? 'nobody-to-ask' : 'declined';
      if (unconfirmed.length > 0) return await leave(asked, unconfirmed, { notBegun, summary });
    }
    const { digest } = await readOwnPlan(asked.file);
    const { approval } = judged;
    const chosen = choicesOf(options);
    return await performDestroy(asked, { dooms, plan: digest, options: chosen, summary, approval });
  } finally {
    await place.close();
  }
}

// Who saves it types the key; who applies the plan goes by its signature, as with every saved plan.
async function saveHere(asked: Asked, out: string): Promise<ExitCode> {
  const { context, options, opening } = asked;
  const { environment, root } = opening;
  refuseLocalInCi(environment, context);
  const place = await openForReading(
    { root, environment, context, verbose: options.verbose },
    { isSaved: true },
  );
  try {
    const named = await findAndPlan(asked, place);
    const refused =
      'refused' in named ? named.refused : judgeSaved(asked, named.dooms, named.summary);
    const summary = 'refused' in named ? tallyPlan(0).total() : named.summary;
    for (const refusal of refused) context.told.add(refusal);
    const isRefused = refused.length + summary.notPlanned > 0;
    // What is still to be confirmed has no file yet that could be applied.
    const isAsked = summary.operations > 0 && options.confirm.length === 0;
    const next = isRefused
      ? ({ kind: 'refused' } as const)
      : isAsked
        ? ({ kind: 'none' } as const)
        : ({ kind: 'apply', file: out, directory: options.directory } as const);
    const cost = { requests: place.requestCount(), durationMs: performance.now() - asked.begun };
    const { file } = asked;
    const save = async () => (await openTextFile(out)).file.write(addLineEnds(file.lines()));
    // Nobody is told to apply a file before it is there.
    if (next.kind === 'apply') await save();
    await publishPlan(file, { context, options, next, place, summary, cost, destroys: true });
    await tell(asked, refused);
    if (isRefused || 'refused' in named) return exitCodes.failed;
    const unconfirmed = isAsked
      ? judgeConfirmed(listAccounts(named.dooms), await readConfirmed(asked, named.dooms))
      : [];
    await tell(asked, unconfirmed);
    if (unconfirmed.length > 0) return exitCodes.failed;
    if (isAsked) await save();
    context.terminal.say(`Saved the plan to ${toVisible(out)}. Nothing was destroyed.`);
    if (isAsked) {
      context.terminal.say(`To do exactly this: ${writeApplyCommand(options.directory, out)}`);
    }
    return exitCodes.ok;
  } finally {
    await place.close();
  }
}

// A report that is data says what it comes to before a person could be asked.
function judgeSaved(
  { options, opening }: Asked,
  dooms: readonly Doom[],
  summary: PlanSummary,
): readonly Diagnostic[] {
  const judged = approveDestroy(summary, opening, choicesOf(options));
  if ('refused' in judged) return judged.refused;
  const isAsked = options.confirm.length === 0 && options.format === 'text';
  if (summary.operations === 0 || isAsked) return [];
  return judgeConfirmed(listAccounts(dooms), options.confirm.length === 0 ? null : options.confirm);
}

async function* addLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function findAndPlan(
  asked: Asked,
  place: Workplace,
): Promise<
  | { readonly dooms: readonly Doom[]; readonly summary: PlanSummary }
  | { readonly refused: readonly Diagnostic[] }
> {
  const { context, options, opening, file } = asked;
  const known = { ...opening, isGone: isGoneFrom(readMachine()) };
  await tell(asked, [...opening.diagnostics, ...(await listLeftovers(place.store, known))]);
  const named = await findNamed(asked, place, options.address);
  const dooms = 'refused' in named ? [] : named.dooms;
  const tally = tallyPlan(0);
  await savePlan(file, {
    context,
    target: place.target,
    options: choicesOf(options),
    sealer: place.secrets.sealer,
    accounts: planDestroy(toRun(opening, place).looking, dooms),
    tally,
  });
  return 'refused' in named ? named : { dooms, summary: tally.total() };
}

function choicesOf({ allowDeletes, address }: DestroyOptions): PlanChoices {
  const destroys = address as readonly Address[];
  return { ...noChoices, allowDeletes: allowDeletes ?? null, destroys };
}

function tell(
  { context, options }: Pick<Asked, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  return printDiagnostics(context, options.directory, diagnostics);
}

async function showPlan(asked: Asked, place: Workplace, summary: PlanSummary): Promise<void> {
  const { context, options, file, begun } = asked;
  if (options.format === 'json') return;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    context.terminal.say('Nothing of it is there any more; what is remembered of it goes too.');
    return;
  }
  const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
  const next = { kind: 'none' } as const;
  await printPlan(file, { context, options, next, place, summary, cost, destroys: true });
}

function listAccounts(dooms: readonly Doom[]): string[] {
  return dooms.map(({ account }) => account);
}

// By name, and never by a yes: who has typed the key of an account has read it. Null: nobody was there to type it.
async function readConfirmed(
  { context, options }: Asked,
  dooms: readonly Doom[],
): Promise<readonly string[] | null> {
  if (options.confirm.length > 0) return options.confirm;
  const typed: string[] = [];
  for (const account of listAccounts(dooms)) {
    const word = await context.terminal.ask.word(
      `This cannot be taken back. Only the key "${toVisible(account)}" does it:`,
    );
    if (word === null) return null;
    typed.push(word);
    if (word !== account) break;
  }
  return typed;
}

async function leave(
  asked: Asked & { readonly place: WritingWorkplace },
  diagnostics: readonly Diagnostic[],
  { notBegun = 'refused', summary = tallyPlan(0).total() }: Partial<Left> = {},
): Promise<ExitCode> {
  await tell(asked, diagnostics);
  return leaveUndone({ ...asked, command: 'destroy' }, notBegun, summary);
}

type Left = { readonly notBegun: NotBegun; readonly summary: PlanSummary };
