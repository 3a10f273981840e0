import type { Command } from 'commander';
import {
  addValue,
  findingFormats,
  makeReportOption,
  toPositiveCount,
} from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl drift`. */
export function addDrift(program: Command, run: MakeAction): void {
  program
    .command('drift')
    .description('Detect out-of-band changes since the last apply; exit with code 2 on drift')
    .argument(
      '[address...]',
      'With --revert or --adopt: only the drift at these addresses, as drift prints them',
    )
    .option('--revert', 'Plan a revert of out-of-band changes to the values in Git')
    .option('--out <file>', 'With --revert: save the plan for: cyclectl apply FILE')
    .option(
      '--adopt',
      'Write out-of-band changes into the manifests that declare them; sends nothing',
    )
    .option('--branch <name>', 'With --adopt: commit the edits on a new branch instead; needs git')
    .option(
      '--ignore <address>',
      'Ignore the drift at this address until a date, in its manifest; repeatable',
      addValue,
    )
    .option('--until <date>', 'With --ignore: set the last day, in UTC')
    .option('--reason <text>', 'With --ignore: give the reason')
    .option('--trend', 'Show recorded runs of drift; calls no service')
    .option(
      '--limit <number>',
      'With --trend: show at most this many runs (default: 30)',
      toPositiveCount,
    )
    .addOption(makeReportOption(findingFormats))
    .action(
      run(
        async () =>
          (await import('../variants/run-drift-variant.ts')).runDriftVariant as CommandHandler,
      ),
    );
}
