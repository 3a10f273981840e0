import type { Command } from 'commander';
import { makeLockTimeoutOption } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds the commands of cycle files. */
export function addTransfer(program: Command, run: MakeAction): void {
  program
    .command('diff')
    .description('say what differs between two cycle files, in words')
    .argument('<before>', 'a cycle file')
    .argument('<after>', 'a cycle file')
    .action(
      run(
        async () =>
          (await import('../../features/authoring/cycle-files/diff-command.ts'))
            .runDiff as CommandHandler,
      ),
    );
  program
    .command('import')
    .description('put a cycle file into the project, or make a template of it in the console')
    .argument('<file>', 'a cycle file')
    .argument('[address]', 'such as northwind/cycles/KEY: its entry is put into the manifest')
    .option('--as-template <name>', 'make a new template of that name in the service; asks first')
    .option(
      '--send-again',
      'of --as-template: an earlier one has no known end, and the console has no such template',
    )
    .option('--yes', 'do not ask: write over another file or origin of a cycle; make the template')
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../choose/run-import-variant.ts')).runImportVariant as CommandHandler,
      ),
    );
}
