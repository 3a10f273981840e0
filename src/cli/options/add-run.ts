import type { Command } from 'commander';
import {
  makeApprovedByOption,
  makeLockTimeoutOption,
  makeReportOption,
  toInstant,
} from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl run`. */
export function addRun(program: Command, run: MakeAction): void {
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
