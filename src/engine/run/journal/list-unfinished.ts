import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RunRecord, RunTally } from '../../../model/memory/run.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { countAccounts, listOpenRuns } from './journal-run.ts';
import { listUnfinishedPauses } from './list-unfinished-pauses.ts';
import type { Session } from './lock-account.ts';

/**
 * What earlier runs left that no account of this run tells of: runs that died, and cycles that rest in accounts
 * which no manifest names any more. A command that compares tells it first.
 */
export async function listUnfinished(
  store: StoreReader,
  known: {
    readonly keys: ReadonlySet<string>;
    readonly ids: ReadonlySet<string>;
    readonly isGone: Session['isGone'];
  },
): Promise<readonly Diagnostic[]> {
  const open = await listOpenRuns(store, known.isGone);
  const dead = open.filter(({ isWorking }) => !isWorking);
  const interrupted = await Promise.all(
    dead.map(async ({ run }) => reportInterrupted(run, await countAccounts(store, run.id))),
  );
  return [...interrupted, ...(await listUnfinishedPauses(store, known))];
}

function reportInterrupted(
  { id, command, startedAt, author }: RunRecord,
  tally: RunTally,
): Diagnostic {
  if (command === 'import') {
    return {
      code: 'run-interrupted',
      severity: 'warning',
      summary: `The import of a template ${id}, begun ${startedAt} by ${author.user} on ${author.host}, was interrupted`,
      remedy:
        'Run cyclectl import again: it looks what became of it; cyclectl resume --status shows what is open.',
    };
  }
  const all = Object.values(tally).reduce((sum, each) => sum + each, 0);
  const began = tally.begun === 0 ? '' : `, and in the middle of ${tally.begun}`;
  const remedy =
    command === 'apply' || command === 'undo'
      ? 'cyclectl resume goes on with it; cyclectl resume --status shows what is open; the next apply ends it too.'
      : `Run cyclectl ${command} again; cyclectl resume --status shows what is open.`;
  return {
    code: 'run-interrupted',
    severity: 'warning',
    summary: `The ${command} ${id}, begun ${startedAt} by ${author.user} on ${author.host}, was interrupted: ${tally.done} of ${all} accounts were done${began}`,
    remedy,
  };
}
