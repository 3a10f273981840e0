import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { readCommit } from '../../app/git/read-commit.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openStoreNotes } from '../../app/ports/open-store.ts';
import type { ProjectContext } from '../../app/project/open-project.ts';
import { makeRunId } from '../../app/run/make-run-id.ts';
import { type DriftRecorder, openDriftRecorder } from '../../engine/run/open-drift-recorder.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import type { DriftLogUnavailable, DriftTally, TrendPoint } from '../../model/state/drift-log.ts';

/** Recorder of one run of drift, open until closed. */
export type OpenedDriftNotes = Pick<DriftRecorder, 'recordItems'> & {
  /** Start of the run, ISO UTC. */
  readonly at: string;
  /**
   * Records the run with its counts. Returns recorded runs over all accounts, oldest first, with
   * this one.
   */
  saveRun(tally: DriftTally): Promise<readonly TrendPoint[]>;
  close(): Promise<void>;
};

/**
 * Opens the recorder of drift. Warns once and records nothing where that fails, because drift works
 * without it.
 */
export async function startDriftNotes(
  context: CommandContext,
  options: GlobalOptions,
  { root, environment, keys }: ProjectContext,
): Promise<OpenedDriftNotes> {
  const at = systemClock.now();
  const id = makeRunId(at);
  const giveUp = (why: OperationalError) => reportNotRecorded(context, options, why);
  const port = await tryOpen(() => openStoreNotes(root, environment, context), giveUp);
  if (typeof port === 'string') await reportUnavailable(port, context, giveUp);
  const open = typeof port === 'string' ? null : port;
  const notes = await openDriftRecorder(open, { id, clock: systemClock, keys, giveUp });
  return {
    at,
    recordItems: notes.recordItems,
    saveRun: async ({ accounts, withDrift, unread, items, byKind, byMoved }) => {
      const commit = await readCommit(options.directory, context.environment);
      const tally = { accounts, withDrift, unread, items, byKind, byMoved };
      return notes.saveRun({ id, at, commit, select: options.select, ...tally });
    },
    close: async () => open?.close(),
  };
}

async function tryOpen<T>(
  open: () => Promise<T>,
  giveUp: (why: OperationalError) => Promise<void>,
): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    await giveUp(error);
    return null;
  }
}

// Treats a missing store as normal, because no object is managed yet.
async function reportUnavailable(
  lack: DriftLogUnavailable,
  { terminal }: CommandContext,
  giveUp: (why: OperationalError) => Promise<void>,
): Promise<void> {
  if (lack === 'no-store') {
    terminal.log('Drift is not recorded before the first apply or adopt: there is no store yet.');
    return;
  }
  await giveUp(
    new OperationalError('the store has the schema of an earlier version', {
      remedy: 'The next apply migrates it; until then drift shows no dates and no trend.',
    }),
  );
}

function reportNotRecorded(
  context: CommandContext,
  { directory }: GlobalOptions,
  { message, remedy }: OperationalError,
): Promise<void> {
  const summary = `Drift is not recorded: ${message}`;
  return printDiagnostics(context, directory, [
    { code: 'drift-not-noted', severity: 'warning', summary, remedy },
  ]);
}
