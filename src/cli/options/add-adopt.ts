import type { Command } from 'commander';

import { toPositiveCount } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl adopt`. */
export function addAdopt(program: Command, run: MakeAction): void {
  program
    .command('adopt')
    .description('bind what is in the service already to entries of the manifests; sends nothing')
    .argument('[address]', 'such as northwind/cycles/KEY')
    .argument('[live]', 'id of what is there, or its exact name; of an account its id')
    .option('--all', 'everything that is found by its name, of the selected accounts; asks first')
    .option('-y, --yes', 'of --all: do not ask')
    .option('--propose', 'bind nothing: show which accounts that exist are alike, and what varies')
    .option(
      '--limit <number>',
      'of --propose: the most shapes, and accounts without one (default: 10)',
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
