import type { Command } from 'commander';
import type { Shell } from '../../features/completion/shell-words.ts';
import type { MakeAction } from '../command-handler.ts';

const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

/** Adds `cyclectl completion`, and the hidden command that its scripts call. */
export function addCompletion(program: Command, run: MakeAction): void {
  program
    .command('completion')
    .description('Print the script by which a shell completes commands, options and names')
    .addArgument(program.createArgument('<shell>', 'Shell of the script').choices(shells))
    .action(
      run(
        async () =>
          (await import('../../features/completion/script-command.ts')).runCompletionScript,
      ),
    );
  // The scripts of the library put `complete --` before the words.
  program
    .command('complete', { hidden: true })
    .addArgument(program.createArgument('<shell>').choices(shells))
    .argument('<complete>')
    .argument('[words...]')
    .action(
      run(async () => {
        const { runComplete } = await import('../../features/completion/complete-command.ts');
        return (context, options) => runComplete(context, program, options);
      }),
    );
}
