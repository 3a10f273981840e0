import { type Command, Option } from 'commander';
import {
  addValue,
  makeApprovedByOption,
  makeLockTimeoutOption,
  makeReportOption,
  toCount,
  toInstant,
  toPositiveCount,
} from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl run`, `resume`, `undo`, `destroy`, `unlock` and `history`. */
export function addRuns(program: Command, run: MakeAction): void {
  addRun(program, run);
  program
    .command('resume')
    .description('Continue an apply that was interrupted or did not finish')
    .argument('[run]', 'Id of the run, or the start of it (default: the last run)')
    .option('--status', 'Show unfinished work, and do nothing')
    .addOption(makeReportOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () => (await import('../../features/operations/resume/resume-command.ts')).runResume,
      ),
    );
  program
    .command('undo')
    .description('Restore the values that a run changed to what they were before; asks first')
    .argument('[run]', 'Id of the run, or the start of it (default: the newest that can be undone)')
    .option('--out <file>', 'Save the undo as a plan for: cyclectl apply FILE')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(async () => (await import('../../features/operations/undo/undo-command.ts')).runUndo),
    );
  addDestroy(program, run);
  program
    .command('unlock')
    .description('Force-release the lock that a dead run has on an account; asks first')
    .argument('<account>', 'Key of the account')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .action(
      run(
        async () =>
          (await import('../../features/operations/state/settle/unlock-command.ts')).runUnlock,
      ),
    );
  program
    .command('history')
    .description('List past applies: time, actor, commit and result')
    .option('--limit <number>', 'List at most this many (default: 20)', toPositiveCount)
    .action(
      run(
        async () => (await import('../../features/inspect/history/history-command.ts')).runHistory,
      ),
    );
}

/** Adds `cyclectl destroy`. */
function addDestroy(program: Command, run: MakeAction): void {
  program
    .command('destroy')
    .description('Delete managed accounts, connectors or cycles; writes a backup, and asks first')
    .argument('[address...]', 'Address to delete, such as northwind, or northwind/cycles/KEY')
    .option('--fleet <name>', 'Delete accounts of this fleet; with --leaving')
    .option('--leaving', 'Delete the leaving accounts of --fleet whose grace period is over')
    .addOption(
      new Option(
        '--confirm <key>',
        'Confirm with the key of the account, or the name of the fleet, instead of typing it; repeatable',
      )
        .argParser(addValue)
        .default([], 'prompt'),
    )
    .option('--allow-deletes <number>', 'Allow exactly this number of deletions', toCount)
    .option('--out <file>', 'Save the deletion as a plan for: cyclectl apply FILE')
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/destroy/destroy-command.ts')).runDestroy,
      ),
    );
}

/** Adds `cyclectl run`. */
function addRun(program: Command, run: MakeAction): void {
  program
    .command('run')
    .description('Run paused cycles once, now or at a time; asks first')
    .argument('[address...]', 'Cycle to run, such as northwind/cycles/KEY (or pass --select)')
    .option(
      '--at <time>',
      'Run at this time, such as 2026-12-31T02:00:00Z, instead of now',
      toInstant,
    )
    .option('--wait', 'Wait until the runs are over, and report how they ended')
    .option('--cancel', 'Stop cycles that wait for a single run, instead of running them')
    .option('--out <file>', 'Save it as a plan for: cyclectl apply FILE')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(run(async () => (await import('../../features/operations/run/run-command.ts')).runRun));
}
