import { type Command, Option } from 'commander';
import { toCount } from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl fleet` and its subcommands. */
export function addFleet(program: Command, run: MakeAction): void {
  const fleet = program.command('fleet').description('Edit the tables of fleets');
  fleet
    .command('fmt')
    .description('Write the tables of fleets in canonical form, with rows sorted by name')
    .option('--check', 'Write nothing; end with code 1 if a table is not in canonical form')
    .action(
      run(async () => (await import('../../features/fleet/tables/fmt-command.ts')).runFleetFmt),
    );
  fleet
    .command('merge')
    .description('Merge a CSV table by row and column, as a merge driver of git')
    .argument('<base>', 'Table that both branches began with; %O of git')
    .argument('<ours>', 'Table of this branch, which the result is written to; %A of git')
    .argument('<theirs>', 'Table of the other branch; %B of git')
    .action(
      run(async () => (await import('../../features/fleet/tables/merge-command.ts')).runFleetMerge),
    );
  fleet
    .command('pull')
    .description('Write a table from outside the repository, and commit it in git')
    .argument('<fleet>', 'Name of the fleet')
    .argument('[command...]', 'After --, the program that prints the table, and its arguments')
    .addOption(
      new Option('--from <source>', 'Source of the table')
        .choices(['exec', 'https'])
        .makeOptionMandatory(),
    )
    .option('--url <address>', 'Address of the table, for --from https')
    .option('--table <file>', 'Table to write, if the fleet has several')
    .addOption(
      new Option(
        '--allow-shrink <number>',
        'Allow at most this many rows that are gone or leaving (default: 5 %)',
      ).argParser(toCount),
    )
    .action(
      run(async () => (await import('../../features/fleet/pull/pull-command.ts')).runFleetPull),
    );
  fleet
    .command('remove')
    .description('Remove an account from the files that name it: its row and override, or its file')
    .argument('<account>', 'Key of the account')
    .action(
      run(
        async () => (await import('../../features/fleet/eject/remove-command.ts')).runFleetRemove,
      ),
    );
}
