import type { Command } from 'commander';
import {
  addValue,
  findingFormats,
  makeReportOption,
  toPositiveCount,
} from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl drift`: what others changed, and the answers to it. */
export function addDrift(program: Command, run: MakeAction): void {
  program
    .command('drift')
    .description('show what others changed since our last apply; exit 2 when there is something')
    .argument('[address...]', 'with an answer: only what has moved there, as drift prints it')
    .option('--revert', "plan what brings Git's value back where others have moved it")
    .option('--out <file>', 'with --revert: save the plan for: cyclectl apply FILE')
    .option(
      '--adopt',
      'write what others made of it into the manifests that have it; sends nothing',
    )
    .option('--branch <name>', 'with --adopt: commit that on a new branch instead; needs git')
    .option(
      '--ignore <address>',
      'leave the drift there as it is for a time, and say so in its manifest; may repeat',
      addValue,
    )
    .option('--until <date>', 'with --ignore: the last day of it, in UTC')
    .option('--reason <text>', 'with --ignore: why')
    .option('--trend', 'show the runs of drift that are kept; asks no service')
    .option('--limit <number>', 'with --trend: the most of them (default: 30)', toPositiveCount)
    .addOption(makeReportOption(findingFormats))
    .action(
      run(
        async () =>
          (await import('../choose/run-drift-variant.ts')).runDriftVariant as CommandHandler,
      ),
    );
}
