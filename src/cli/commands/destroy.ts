import { readMachine } from '../../kit/machine.ts';
import { Trouble } from '../../kit/trouble.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Doom } from '../../model/doom.ts';
import { noChoices, type PlanSummary } from '../../model/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import { destroyAccount } from '../../pipeline/destroy-account.ts';
import { findDooms } from '../../pipeline/find-dooms.ts';
import { listLeftovers } from '../../pipeline/list-leftovers.ts';
import { planDestroy } from '../../pipeline/plan-destroy.ts';
import { workOf } from '../../pipeline/run-apply.ts';
import { tallyPlan } from '../../pipeline/tally-plan.ts';
import { readPlannedAccounts } from '../../stages/load/read-plan.ts';
import { type Approval, approvePlan } from '../../stages/policy/approve-plan.ts';
import { judgeConfirmed } from '../../stages/policy/judge-confirmed.ts';
import { judgeNothingSaved } from '../../stages/policy/judge-unsaved.ts';
import { leaveUndone, type NotBegun } from '../begin-or-leave.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { openKeeper } from '../open-keeper.ts';
import { type Opening, withOpening } from '../open-run.ts';
import { isGoneFrom } from '../open-session.ts';
import { openTextFile } from '../open-text-file.ts';
import { performRun } from '../perform-run.ts';
import { printPlan, readOwnPlan, savePlan } from '../plan-file.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { toRun } from '../to-run.ts';
import { openForWriting, type WritingWorkplace } from '../wiring.ts';

/** What `cyclectl destroy` takes beside the options of every command. */
export type DestroyOptions = GlobalOptions & {
  readonly address: readonly string[];
  /** Keys of accounts, as a person would type them. */
  readonly confirm: readonly string[];
  readonly allowDeletes?: number;
  /** Milliseconds. */
  readonly lockTimeout?: number;
  /** Who approved it, for the history. */
  readonly approvedBy?: string;
};

/** `cyclectl destroy ADDRESS…`: shows what goes, wants the account's key, keeps what there was, and deletes it. */
export async function runDestroy(
  context: CommandContext,
  options: DestroyOptions,
): Promise<ExitCode> {
  if (options.select.length > 0) {
    throw new Trouble('destroy takes addresses, and no --select', {
      remedy: 'Name each account, connector or cycle that shall go.',
    });
  }
  const plan = await openTextFile(null);
  try {
    return await withOpening(context, options, async (opening) => {
      const { environment, root } = opening;
      const place = await openForWriting({ root, environment, context, verbose: options.verbose });
      try {
        const begun = performance.now();
        return await destroyHere({ context, options, opening, place, file: plan.file, begun });
      } finally {
        await place.close();
      }
    });
  } finally {
    await plan.remove();
  }
}

type Destroying = {
  readonly context: CommandContext;
  readonly options: DestroyOptions;
  readonly opening: Opening;
  readonly place: WritingWorkplace;
  readonly file: TextFile;
  readonly begun: number;
};

async function destroyHere(asked: Destroying): Promise<ExitCode> {
  const { context, options, opening, place } = asked;
  const { environment } = opening;
  const known = { ...opening, isGone: isGoneFrom(readMachine()) };
  await tell(asked, [...opening.diagnostics, ...(await listLeftovers(place.store, known))]);
  const unsaved = judgeNothingSaved(environment.protect, environment.name);
  if (unsaved.length > 0) return leave(asked, unsaved);
  const run = toRun(opening, place);
  const named = await findDooms({ ...run.looking, entries: run.entries }, options.address);
  if ('refused' in named) return leave(asked, named.refused);
  for (const { address, run: id } of named.destroyed)
    context.terminal.say(`${toVisible(address)} was destroyed already, by the run ${id}.`);
  const { dooms } = named;
  const tally = tallyPlan(0);
  await savePlan(asked.file, {
    context,
    target: place.target,
    options: choicesOf(asked),
    sealer: place.secrets.sealer,
    accounts: planDestroy(run.looking, dooms),
    tally,
  });
  const summary = tally.total();
  if (dooms.length > 0) await showPlan(asked, summary);
  if (summary.notPlanned > 0) return leave(asked, [], { summary });
  // Whoever names each account has narrowed the run already: its share of all is not judged.
  const brakes = { ...environment.protect, maxChangedPercent: 100 };
  // The words of a run that died finish it, also where nothing is left to be deleted.
  const allowed = summary.deletes === 0 ? null : (options.allowDeletes ?? null);
  const judged = approvePlan(summary, brakes, { ...noChoices, allowDeletes: allowed });
  if ('refused' in judged) return leave(asked, judged.refused, { summary });
  if (summary.operations > 0) {
    const confirmed = await readConfirmed(asked, dooms);
    const unconfirmed = judgeConfirmed(listAccounts(dooms), confirmed);
    const notBegun = confirmed === null ? 'nobody-to-ask' : 'declined';
    if (unconfirmed.length > 0) return leave(asked, unconfirmed, { notBegun, summary });
  }
  return performAll(asked, { dooms, summary, approval: judged.approval });
}

async function performAll(
  asked: Destroying,
  todo: {
    readonly dooms: readonly Doom[];
    readonly summary: PlanSummary;
    readonly approval: Approval;
  },
): Promise<ExitCode> {
  const { context, options, opening, place, file, begun } = asked;
  const { dooms, summary, approval } = todo;
  const { digest } = await readOwnPlan(file);
  const isData = options.format === 'json';
  const left = listStillNamed(dooms);
  if (isData) await tell(asked, left);
  const code = await performRun({
    context,
    options,
    place,
    begun,
    command: 'destroy',
    run: toRun(opening, place),
    approved: { plan: digest, options: choicesOf(asked), summary },
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
  if (!isData && code !== exitCodes.failed) await tell(asked, left);
  return code;
}

function choicesOf({ options }: Pick<Destroying, 'options'>) {
  return { ...noChoices, allowDeletes: options.allowDeletes ?? null };
}

function tell(
  { context, options }: Pick<Destroying, 'context' | 'options'>,
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  return printDiagnostics(context, options.directory, diagnostics);
}

async function showPlan(asked: Destroying, summary: PlanSummary): Promise<void> {
  const { context, options, place, file, begun } = asked;
  if (options.format === 'json') return;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    context.terminal.say('Nothing of it is there any more; what is remembered of it goes too.');
    return;
  }
  const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
  const next = { kind: 'none' } as const;
  await printPlan(file, { context, options, next, place, summary, cost });
}

function listAccounts(dooms: readonly Doom[]): string[] {
  return dooms.map(({ account }) => account);
}

// By name, and never by a yes: who has typed the key of an account has read it. Null: nobody was there to type it.
async function readConfirmed(
  { context, options }: Destroying,
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

async function leave(
  asked: Destroying,
  diagnostics: readonly Diagnostic[],
  { notBegun = 'refused', summary = tallyPlan(0).total() }: Partial<Left> = {},
): Promise<ExitCode> {
  await tell(asked, diagnostics);
  return leaveUndone({ ...asked, command: 'destroy' }, notBegun, summary);
}

type Left = { readonly notBegun: NotBegun; readonly summary: PlanSummary };
