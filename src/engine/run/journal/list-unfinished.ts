import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../../model/ports.ts';
import {
  isServiceCommand,
  type RunCommand,
  type RunRecord,
  type RunTally,
} from '../../../model/state/run.ts';
import { countAccounts, listOpenRuns } from './journal-run.ts';
import { listUnfinishedPauses } from './list-unfinished-pauses.ts';
import type { Session } from './lock-account.ts';

/**
 * Lists unfinished work outside this run's accounts: interrupted runs, and paused cycles in
 * accounts without a manifest. Plan and drift report it first.
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

/** How a command that sends nothing is finished, where that is not the same command again. */
const finishes: Partial<Record<RunCommand, string>> = {
  // A group of equal changes has another name once some of them are accepted.
  accept: 'Run cyclectl drift, and accept what it still lists',
};

function reportInterrupted(
  { id, command, startedAt, author, rollout }: RunRecord,
  tally: RunTally,
): Diagnostic {
  if (command === 'import') {
    return reportWarning('run-interrupted', {
      summary: `The template import ${id}, started ${startedAt} by ${author.user} on ${author.host}, was interrupted`,
      remedy:
        'Run cyclectl import again to check its result; cyclectl resume --status lists unfinished work.',
    });
  }
  const all = Object.values(tally).reduce((sum, each) => sum + each, 0);
  const began = tally.begun === 0 ? '' : `, and ${tally.begun} were in progress`;
  const remedy =
    rollout !== undefined
      ? `Run cyclectl rollout continue ${formatArgument(rollout)} to go on with it, or cyclectl resume to finish only the accounts in progress; cyclectl resume --status lists unfinished work.`
      : command === 'run'
        ? `Run cyclectl resume ${toVisible(id)} to finish it; it requests nothing twice. cyclectl resume --status lists unfinished work.`
        : isServiceCommand(command) && command !== 'destroy'
          ? 'Run cyclectl resume to finish it; cyclectl resume --status lists unfinished work; the next apply closes it too.'
          : `${finishes[command] ?? `Run cyclectl ${command} again`}; cyclectl resume --status lists unfinished work.`;
  return reportWarning('run-interrupted', {
    summary: `The ${command} ${id}, started ${startedAt} by ${author.user} on ${author.host}, was interrupted: ${tally.done} of ${all} accounts were done${began}`,
    remedy,
  });
}
