import type { Command } from 'commander';

import { toPositiveCount } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl adopt`. */
export function addAdopt(program: Command, run: MakeAction): void {
  program
    .command('adopt')
    .description('Import existing objects into state without changing them')
    .argument('[address]', 'Address of the manifest entry, such as northwind/cycles/KEY')
    .argument('[live]', 'Id or exact name of the object in the service; the id of an account')
    .option(
      '--all',
      'Adopt every object of the selected accounts that is found by its name; asks first',
    )
    .option('-y, --yes', 'Skip the confirmation prompt of --all')
    .option('--propose', 'Adopt nothing; show which existing accounts are alike, and what varies')
    .option(
      '--limit <number>',
      'With --propose: show at most this many profiles, and accounts without one (default: 10)',
      toPositiveCount,
    )
    .action(
      run(
        async () =>
          (await import('../../features/operations/adopt/adopt-command.ts'))
            .runAdopt as CommandHandler,
      ),
    );
}
