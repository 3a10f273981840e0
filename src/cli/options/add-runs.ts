import type { Command } from 'commander';
import {
  makeApprovedByOption,
  makeLockTimeoutOption,
  makeReportOption,
  toPositiveCount,
} from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';
import { addDestroy } from './add-destroy.ts';

/** Adds the commands about runs: to go on with one, to take one back, and what was done. */
export function addRuns(program: Command, run: MakeAction): void {
  program
    .command('resume')
    .description('go on with an apply that was interrupted or not done to its end')
    .argument('[run]', 'its id or the beginning of it; the last one by default')
    .option('--status', 'show what is open, and do nothing')
    .addOption(makeReportOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/resume/resume-command.ts'))
            .runResume as CommandHandler,
      ),
    );
  program
    .command('undo')
    .description('bring what a run changed back to what it was before; asks first')
    .argument('[run]', 'its id or the beginning of it; the newest that can be, by default')
    .option('--out <file>', 'save it as a plan for: cyclectl apply FILE')
    .option('-y, --yes', 'do not ask')
    .addOption(makeReportOption())
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/undo/undo-command.ts'))
            .runUndo as CommandHandler,
      ),
    );
  addDestroy(program, run);
  program
    .command('unlock')
    .description('take an account from a run that works no more; asks first')
    .argument('<account>', 'its key')
    .option('-y, --yes', 'do not ask')
    .action(
      run(
        async () =>
          (await import('../../features/operations/state/settle/unlock-command.ts'))
            .runUnlock as CommandHandler,
      ),
    );
  program
    .command('history')
    .description('the runs that wrote: when, who, from which commit, and how they ended')
    .option('--limit <number>', 'the most of them (default: 20)', toPositiveCount)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/history/history-command.ts'))
            .runHistory as CommandHandler,
      ),
    );
}
