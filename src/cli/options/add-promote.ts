import type { Command } from 'commander';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds the commands about two environments. */
export function addPromote(program: Command, run: MakeAction): void {
  program
    .command('promote')
    .description('what was changed in one environment, as a patch of the files; sends nothing')
    .requiredOption('--from <name>', 'the environment that was changed, such as staging')
    .requiredOption('--to <name>', 'the environment that it is for, such as prod')
    .option('--out <file>', 'write the patch to this file; without it, to stdout')
    .option('--branch <name>', 'commit the change on a new branch instead; needs git')
    .action(
      run(
        async () =>
          (await import('../../features/authoring/promote/promote-command.ts'))
            .runPromote as CommandHandler,
      ),
    );
  program
    .command('compare')
    .description('what differs between two environments and is not declared; changes nothing')
    .requiredOption('--from <name>', 'an environment')
    .requiredOption('--to <name>', 'another one')
    .option('--exit-code', 'exit 2 when they differ')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/compare/compare-command.ts'))
            .runCompare as CommandHandler,
      ),
    );
}
