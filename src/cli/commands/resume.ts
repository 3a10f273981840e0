import { readMachine } from '../../kit/machine.ts';
import { Trouble } from '../../kit/trouble.ts';
import { toVisible } from '../../kit/visible-text.ts';
import { isOfService, type RunRecord } from '../../model/run.ts';
import { endInterrupted, listOpenRuns, listPending } from '../../pipeline/journal-run.ts';
import { listOpenWork } from '../../pipeline/list-open-work.ts';
import { withUndo } from '../../pipeline/read-undo.ts';
import { approvePlan } from '../../stages/policy/approve-plan.ts';
import { writeOpenWorkJson } from '../../stages/report/write-open-work-json.ts';
import { writeOpenWorkText } from '../../stages/report/write-open-work-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type Opening, withOpening } from '../open-run.ts';
import { isGoneFrom } from '../open-session.ts';
import { performRun } from '../perform-run.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { toRun } from '../to-run.ts';
import { openStoreReader } from '../wiring/open-store.ts';
import { openForWriting, systemClock, type WritingWorkplace } from '../wiring.ts';

/** What `cyclectl resume` takes beside the options of every command. */
export type ResumeOptions = GlobalOptions & {
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
    const record = await findRun(place, options.run);
    if (options.run === undefined) await endEarlier(place, record);
    if (record === null) {
      context.terminal.say('Nothing is to be resumed: the last run was done to its end.');
      return exitCodes.ok;
    }
    const approved = requireApply(record);
    const { summary } = approved;
    const judged = approvePlan(summary, environment.protect, approved.options.allowDeletes);
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
      run: await withUndo(
        toRun(opening, place, approved.options.rewrite),
        place.store,
        approved.options.undoes,
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

// The newest that is not done; what came before one that was done is over.
async function findRun(
  { store }: WritingWorkplace,
  id: string | undefined,
): Promise<RunRecord | null> {
  const named = id === undefined ? null : await store.readRun(id);
  if (id !== undefined && named === null) {
    throw new Trouble(`there is no run ${toVisible(id)}`, {
      remedy: 'cyclectl history shows the runs of this environment.',
    });
  }
  const runs = named === null ? await store.listRuns(recentRuns) : [named];
  const newest = runs.find(({ command }) => isOfService(command)) ?? null;
  if (newest === null || newest.end?.outcome === 'done') return null;
  const open = await listOpenRuns(store, isGoneFrom(readMachine()));
  const isWorking = open.some(({ run, isWorking: works }) => works && run.id === newest.id);
  if (!isWorking) return newest;
  throw new Trouble(`the run ${newest.id} is still at work on ${newest.author.host}`, {
    remedy: 'Wait until it has ended; cyclectl resume --status shows who works on what.',
  });
}

// Runs that died while a later one took them for living: all that they left was in the plan of that one.
async function endEarlier({ store }: WritingWorkplace, record: RunRecord | null): Promise<void> {
  const isGone = isGoneFrom(readMachine());
  const but = record === null ? {} : { but: record.id };
  await endInterrupted(store, { at: systemClock.now(), isGone, ...but });
}

const recentRuns = 20;

function requireApply({ id, command, approved }: RunRecord): NonNullable<RunRecord['approved']> {
  if ((command === 'apply' || command === 'undo') && approved !== null) return approved;
  throw new Trouble(`the run ${id} is no apply but ${command}`, {
    remedy: `Run cyclectl ${command} again: it finds what is done already.`,
  });
}
