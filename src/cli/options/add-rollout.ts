import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  makeAllowDeletesOption,
  makeAllowNewWebhookUrlsOption,
  makeAllowReplaceOption,
  makeApprovedByOption,
  makeGroupOption,
  makeLockTimeoutOption,
  makeReportOption,
  makeRewriteOption,
  toDurationMs,
} from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl rollout` and its subcommands. */
export function addRollout(program: Command, run: MakeAction): void {
  const rollout = program
    .command('rollout')
    .description('Bring a revision of a fleet to its accounts in waves');
  addOpening(rollout, run);
  addSteps(rollout, run);
}

/** Adds `cyclectl rollout plan` and `open`. */
function addOpening(rollout: Command, run: MakeAction): void {
  rollout
    .command('plan')
    .description('Show what a rollout of the newest revision would change; opens none')
    .argument('<fleet>', 'Name of the fleet')
    .addOption(makeReportOption())
    .addOption(makeGroupOption())
    .addOption(makeRewriteOption())
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .action(
      run(
        async () => (await import('../../features/rollout/rollout-plan-command.ts')).runRolloutPlan,
      ),
    );
  rollout
    .command('open')
    .description('Plan the newest revision for all accounts, and approve it; changes nothing')
    .argument('<fleet>', 'Name of the fleet')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .option('--replace', 'Stop the open rollout of the fleet')
    .addOption(makeReportOption())
    .addOption(makeRewriteOption())
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () => (await import('../../features/rollout/rollout-open-command.ts')).runRolloutOpen,
      ),
    );
}

/** Adds what works on a rollout that was opened. */
function addSteps(rollout: Command, run: MakeAction): void {
  rollout
    .command('continue')
    .description('Take the next step of the open rollout: check, admit and apply a wave, or end')
    .argument('<fleet>', 'Name of the fleet')
    .option('--exit-code', 'Exit with code 2 while it is open, and with code 3 if it was stopped')
    .option('--wait', 'Take steps until it is done or stopped, or asks a person')
    .addOption(
      new Option(
        '--timeout <duration>',
        'With --wait: begin no further step after this time, such as 50m',
      ).argParser(toDurationMs),
    )
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/rollout/rollout-continue-command.ts')).runRolloutContinue,
      ),
    );
  rollout
    .command('status')
    .description('Show which revision accounts are on, and the latest rollout of each fleet')
    .argument('[fleet]', 'Name of the fleet')
    .action(
      run(
        async () =>
          (await import('../../features/rollout/rollout-status-command.ts')).runRolloutStatus,
      ),
    );
  addDecisions(rollout, run);
}

function addDecisions(rollout: Command, run: MakeAction): void {
  addDecision(rollout, 'approve', 'required')
    .description('Let the applied wave pass without the evidence that its gate waits for')
    .option('--wave <name>', 'The wave that you have seen; refused if another one waits')
    .action(
      run(
        async () =>
          (await import('../../features/rollout/decisions/rollout-approve-command.ts'))
            .runRolloutApprove,
      ),
    );
  addDecision(rollout, 'stop', 'required')
    .description('Admit no further wave')
    .action(
      run(
        async () =>
          (await import('../../features/rollout/decisions/rollout-stop-command.ts')).runRolloutStop,
      ),
    );
  addDecision(rollout, 'pause', 'required')
    .description('Admit and apply nothing until it is resumed')
    .action(
      run(
        async () =>
          (await import('../../features/rollout/decisions/rollout-pause-command.ts'))
            .runRolloutPause,
      ),
    );
  addDecision(rollout, 'resume', 'optional')
    .description('Open a paused rollout again')
    .action(
      run(
        async () =>
          (await import('../../features/rollout/decisions/rollout-resume-command.ts'))
            .runRolloutResume,
      ),
    );
  addDecision(rollout, 'undo', 'optional')
    .description('Bring the accounts of the latest rollout back to their earlier revisions')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .addOption(makeReportOption())
    .action(
      run(
        async () =>
          (await import('../../features/rollout/undo/rollout-undo-command.ts')).runRolloutUndo,
      ),
    );
}

/** Adds a command by which a person decides about the rollout of a fleet. */
function addDecision(rollout: Command, name: string, reason: 'required' | 'optional'): Command {
  const why = new Option('--reason <text>', 'Why, for the history').argParser(toReason);
  return rollout
    .command(name)
    .argument('<fleet>', 'Name of the fleet')
    .addOption(why.makeOptionMandatory(reason === 'required'))
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption());
}

function toReason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Write why: the history shows it.');
  return text;
}
