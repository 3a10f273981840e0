import type { Command } from 'commander';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl fleet` and its subcommands. */
export function addFleet(program: Command, run: MakeAction): void {
  const fleet = program.command('fleet').description('Edit the tables of fleets');
  fleet
    .command('fmt')
    .description('Write the CSV tables of fleets in canonical form, with rows sorted by name')
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
    .command('remove')
    .description('Remove an account from the files that name it: its row and override, or its file')
    .argument('<account>', 'Key of the account')
    .action(
      run(
        async () => (await import('../../features/fleet/eject/remove-command.ts')).runFleetRemove,
      ),
    );
}
