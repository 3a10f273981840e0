import { formatArgument } from '../../../kit/text/format-name.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { StoreReader } from '../../../model/ports.ts';
import {
  type CommandPlace,
  formatCommand,
  rolloutCommands,
} from '../../../model/report/advice/commands.ts';
import { isInProgress, listLatest, type Rollout } from '../../../model/state/rollout.ts';
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
    readonly place: CommandPlace;
  },
): Promise<readonly Diagnostic[]> {
  const open = await listOpenRuns(store, known.isGone);
  const latest = listLatest(await store.listRollouts());
  const dead = open.filter(({ isWorking }) => !isWorking);
  const interrupted = await Promise.all(
    dead.map(async ({ run }) => {
      const tally = await countAccounts(store, run.id);
      const rollout = latest.find(({ fleet }) => fleet === run.rollout);
      return reportInterrupted(run, tally, { place: known.place, rollout });
    }),
  );
  return [...interrupted, ...(await listUnfinishedPauses(store, known))];
}

/** How a command that sends nothing is finished, where that is not the same command again. */
const finishes: Partial<Record<RunCommand, string>> = {
  // A group of equal changes has another name once some of them are accepted.
  accept: 'Run cyclectl drift, and accept what it still lists',
};

/** The commands that finish a step of a rollout; once it is over, no step goes on with it. */
function formatRolloutRemedy({ fleet, state }: Rollout, place: CommandPlace): string {
  const does = (verb: string) => formatCommand(`rollout ${verb} ${formatArgument(fleet)}`, place);
  const status = `${formatCommand('resume --status', place)} lists unfinished work`;
  const remedy = isInProgress({ state })
    ? `Run ${does(rolloutCommands[state])} to go on with it, or ${formatCommand('resume', place)} to finish only the accounts in progress`
    : `Run ${formatCommand('apply', place)} to finish its accounts on the revision that they are on${state === 'stopped' ? `, or ${does('undo')} to bring back those of the rollout` : ''}`;
  return `${remedy}; ${status}.`;
}

type Found = { readonly place: CommandPlace; readonly rollout: Rollout | undefined };

function reportInterrupted(
  { id, command, startedAt, author }: RunRecord,
  tally: RunTally,
  { place, rollout }: Found,
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
  const status = formatCommand('resume --status', place);
  const remedy =
    rollout !== undefined
      ? formatRolloutRemedy(rollout, place)
      : command === 'run'
        ? `Run ${formatCommand('resume', place, [toVisible(id)])} to finish it; it requests nothing twice. ${status} lists unfinished work.`
        : isServiceCommand(command) && command !== 'destroy'
          ? `Run ${formatCommand('resume', place)} to finish it; ${status} lists unfinished work; the next apply closes it too.`
          : `${finishes[command] ?? `Run cyclectl ${command} again`}; ${status} lists unfinished work.`;
  return reportWarning('run-interrupted', {
    summary: `The ${command} ${id}, started ${startedAt} by ${author.user} on ${author.host}, was interrupted: ${tally.done} of ${all} accounts were done${began}`,
    remedy,
  });
}
