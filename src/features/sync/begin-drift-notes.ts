import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { readCommit } from '../../app/git/read-commit.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { openStoreNotes } from '../../app/ports/open-store.ts';
import { systemClock } from '../../app/ports/wiring.ts';
import type { Opening } from '../../app/project/open-run.ts';
import { makeRunId } from '../../app/run/make-run-id.ts';
import { beginNotes, type DriftNotes } from '../../engine/run/note-drift.ts';
import { Trouble } from '../../kit/trouble.ts';
import type { DriftTally, TrendPoint } from '../../model/memory/drift-run.ts';
import type { NotesLack } from '../../model/memory/notes.ts';

/** What a run of drift notes, until it is closed. */
export type OpenedNotes = Pick<DriftNotes, 'noteItems'> & {
  /** When the run began, ISO UTC. */
  readonly at: string;
  /** Keeps the run with its counts. Answers the runs of the whole fleet, the oldest first, with this one. */
  keepRun(tally: DriftTally): Promise<readonly TrendPoint[]>;
  close(): Promise<void>;
};

/** Begins to note what drift finds. Where nothing can be noted that is said once, and drift is as it is. */
export async function beginDriftNotes(
  context: CommandContext,
  options: GlobalOptions,
  { root, environment, keys }: Opening,
): Promise<OpenedNotes> {
  const at = systemClock.now();
  const id = makeRunId(at);
  const giveUp = (why: Trouble) => tellNotNoted(context, options, why);
  const port = await openOrGiveUp(() => openStoreNotes(root, environment, context), giveUp);
  if (typeof port === 'string') await tellLack(port, context, giveUp);
  const open = typeof port === 'string' ? null : port;
  const notes = await beginNotes(open, { id, clock: systemClock, keys, giveUp });
  return {
    at,
    noteItems: notes.noteItems,
    keepRun: async ({ accounts, withDrift, unread, items, byKind, byMoved }) => {
      const commit = await readCommit(options.directory, context.environment);
      const tally = { accounts, withDrift, unread, items, byKind, byMoved };
      return notes.keepRun({ id, at, commit, select: options.select, ...tally });
    },
    close: async () => open?.close(),
  };
}

async function openOrGiveUp<T>(
  open: () => Promise<T>,
  giveUp: (why: Trouble) => Promise<void>,
): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    await giveUp(error);
    return null;
  }
}

// Without a store nothing is ours yet, and nothing is amiss.
async function tellLack(
  lack: NotesLack,
  { terminal }: CommandContext,
  giveUp: (why: Trouble) => Promise<void>,
): Promise<void> {
  if (lack === 'no-store') {
    terminal.say('Drift is noted from the first apply or adopt on: there is no store yet.');
    return;
  }
  await giveUp(
    new Trouble('the store is of an earlier version', {
      remedy:
        'The next apply brings it up to this one; until then drift has no dates and no trend.',
    }),
  );
}

function tellNotNoted(
  context: CommandContext,
  { directory }: GlobalOptions,
  { message, remedy }: Trouble,
): Promise<void> {
  const summary = `Drift is not noted: ${message}`;
  return printDiagnostics(context, directory, [
    { code: 'drift-not-noted', severity: 'warning', summary, remedy },
  ]);
}
