import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { requireRun } from '../../../app/options/require-run.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { publishReport } from '../../../app/output/publish-report.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { openForWriting, systemClock, type WritingWorkplace } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { performRun, toApplyReport, toFrame } from '../../../app/run/perform-run.ts';
import { emptySummary } from '../../../engine/plan/add-to-summary.ts';
import { approvePlan } from '../../../engine/policy/approve-plan.ts';
import {
  endInterrupted,
  findUnfinished,
  listPending,
} from '../../../engine/run/journal/journal-run.ts';
import { tallyPlan } from '../../../engine/run/tally-plan.ts';
import { readMachine } from '../../../kit/machine.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import type { RunRecord } from '../../../model/memory/run.ts';
import { withChoices } from '../revert/revert-drift.ts';
import { refuseWorking } from './find-begun-run.ts';
import { listOpenWork } from './list-open-work.ts';
import { writeOpenWorkJson } from './write-open-work-json.ts';
import { writeOpenWorkText } from './write-open-work-text.ts';

/** What `cyclectl resume` takes beside the options of every command. */
export type ResumeOptions = GlobalOptions & {
  /** The run to go on with, or the beginning of its id; the newest that is not done by default. */
  readonly run?: string;
  readonly status?: boolean;
  /** Milliseconds. */
  readonly lockTimeout?: number;
};

/**
 * `cyclectl resume [RUN]`: goes on with an apply that died or was not done to its end, as it was approved. With
 * `--status` it shows what is open, and does nothing.
 */
export async function runResume(
  context: CommandContext,
  options: ResumeOptions,
): Promise<ExitCode> {
  if (options.status === true && options.run !== undefined) {
    throw new Trouble('--status shows all that is open, and not that of one run', {
      remedy: 'Leave the run out.',
    });
  }
  return withOpening(context, options, (opening) =>
    options.status === true
      ? showStatus(context, options, opening)
      : resumeHere(context, options, opening),
  );
}

async function showStatus(
  context: CommandContext,
  options: ResumeOptions,
  { root, environment, keys }: Opening,
): Promise<ExitCode> {
  const store = await openStoreReader(root, environment, context);
  try {
    const isGone = isGoneFrom(readMachine());
    const work = await listOpenWork({ store, environment, keys, isGone });
    await context.terminal.out(
      options.format === 'json'
        ? writeOpenWorkJson(work)
        : writeOpenWorkText(work, context.terminal.paint),
    );
    return exitCodes.ok;
  } finally {
    await store.close();
  }
}

async function resumeHere(
  context: CommandContext,
  options: ResumeOptions,
  opening: Opening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, root } = opening;
  const place = await openForWriting({ root, environment, context, verbose: options.verbose });
  try {
    await printDiagnostics(context, options.directory, opening.diagnostics);
    const found = await findRun(place, options.run);
    if (options.run === undefined) await endEarlier(place, found.run);
    if (found.run === null) {
      context.terminal.say(`Nothing is to be resumed: ${found.why}.`);
      await tellPersonal(context, opening, place);
      await tellNothing({ context, options, place, begun });
      return exitCodes.ok;
    }
    const record = found.run;
    const approved = requireApply(record);
    // A run that an earlier version noted has no count of what that did not do.
    const summary = { ...emptySummary, ...approved.summary };
    const judged = approvePlan(summary, environment.protect, approved.options);
    if ('refused' in judged) {
      await printDiagnostics(context, options.directory, judged.refused);
      return exitCodes.failed;
    }
    const { id, command, startedAt } = record;
    context.terminal.say(`Going on with the ${command} ${id}, begun ${startedAt}.`);
    return await performRun({
      context,
      options,
      place,
      run: await withChoices(
        toRun(opening, place, approved.options.rewrite),
        place.store,
        approved.options,
      ),
      command,
      approved,
      approval: judged.approval,
      work: () => listPending(place.store, id),
      begun,
      resumes: record,
    });
  } finally {
    await place.close();
  }
}

async function findRun(
  { store }: WritingWorkplace,
  id: string | undefined,
): Promise<{ readonly run: RunRecord } | { readonly run: null; readonly why: string }> {
  const named = id === undefined ? null : await requireRun(store, id);
  const run = named ?? (await findUnfinished(store));
  if (run === null) return { run, why: 'no run is unfinished' };
  if (run.end?.outcome === 'done')
    return { run: null, why: `the run ${toVisible(run.id)} was done to its end` };
  await refuseWorking(store, run);
  return { run };
}

// What no apply ends, such as an import of a template, would else be told by --status alone.
async function tellPersonal(
  { terminal }: CommandContext,
  { environment, keys }: Opening,
  { store }: WritingWorkplace,
): Promise<void> {
  const isGone = isGoneFrom(readMachine());
  const { objects } = await listOpenWork({ store, environment, keys, isGone });
  const personal = objects.filter(({ person }) => person !== null);
  if (personal.length === 0) return;
  terminal.say(writeOpenWorkText({ runs: [], objects: personal, locks: [] }, terminal.paint));
}

// Who reads the data and not the talk gets the report of an apply of nothing.
async function tellNothing({
  context,
  options,
  place,
  begun,
}: {
  readonly context: CommandContext;
  readonly options: ResumeOptions;
  readonly place: WritingWorkplace;
  readonly begun: number;
}): Promise<void> {
  const frame = toFrame({ place, begun, command: 'apply', options }, tallyPlan(0).total());
  const report = toApplyReport(context, frame, []);
  await publishReport(context, options, { report, text: [] });
}

// Runs that died while a later one took them for living: all that they left was in the plan of that one.
async function endEarlier({ store }: WritingWorkplace, record: RunRecord | null): Promise<void> {
  const isGone = isGoneFrom(readMachine());
  const but = record === null ? {} : { but: record.id };
  await endInterrupted(store, { at: systemClock.now(), isGone, ...but });
}

function requireApply({ id, command, approved }: RunRecord): NonNullable<RunRecord['approved']> {
  if ((command === 'apply' || command === 'undo') && approved !== null) return approved;
  const again = command === 'destroy' ? ', or apply its saved plan again' : '';
  throw new Trouble(`the run ${id} is no apply but ${command}`, {
    remedy: `Run cyclectl ${command} again${again}: it finds what is done already.`,
  });
}
