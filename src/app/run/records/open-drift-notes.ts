import { type DriftRecorder, openDriftRecorder } from '../../../engine/run/open-drift-recorder.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type {
  DriftLogUnavailable,
  DriftTally,
  TrendPoint,
} from '../../../model/state/drift-log.ts';
import type { CommandContext, GlobalOptions } from '../../context.ts';
import { readCommit } from '../../git/read-commit.ts';
import { printDiagnostics } from '../../output/print-diagnostics.ts';
import { systemClock } from '../../ports/open-ports.ts';
import { openStoreNotes } from '../../ports/open-store.ts';
import type { ProjectRequest } from '../../project/open-project.ts';
import { makeRunId } from './open-run-record.ts';

/** Recorder of one run of drift, open until closed. */
export type OpenedDriftNotes = Pick<DriftRecorder, 'recordItems' | 'lastLooks'> & {
  /** Start of the run, ISO UTC. */
  readonly at: string;
  /**
   * Records the run with its counts, the options that narrowed it, and the accounts that it looked
   * at. Returns recorded runs over all accounts, oldest first, with this one.
   */
  saveRun(
    tally: DriftTally,
    scope: { readonly select: readonly string[]; readonly looked: readonly string[] },
  ): Promise<readonly TrendPoint[]>;
  close(): Promise<void>;
};

/**
 * Opens the recorder of drift. Warns once and records nothing where that fails, because drift works
 * without it.
 */
export async function openDriftNotes(request: ProjectRequest): Promise<OpenedDriftNotes> {
  const { context, options, project } = request;
  const at = systemClock.now();
  const id = makeRunId(at);
  const giveUp = (why: OperationalError) => reportNotRecorded(context, options, why);
  const port = await tryOpen(() => openStoreNotes(request), giveUp);
  if (typeof port === 'string') await reportUnavailable(port, context, giveUp);
  const open = typeof port === 'string' ? null : port;
  const notes = await openDriftRecorder(open, {
    id,
    clock: systemClock,
    keys: project.keys,
    giveUp,
  });
  return {
    at,
    recordItems: notes.recordItems,
    lastLooks: notes.lastLooks,
    saveRun: async ({ accounts, withDrift, unread, items, byKind, byMoved }, scope) => {
      const commit = await readCommit(options.directory, context.environment);
      const tally = { accounts, withDrift, unread, items, byKind, byMoved };
      const { select, looked } = scope;
      return notes.saveRun({ id, at, commit, select, ...tally }, looked);
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
    reportWarning('drift-not-noted', { summary, remedy }),
  ]);
}
