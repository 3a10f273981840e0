import type { Command } from 'commander';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl export`. */
export function addExport(program: Command, run: MakeAction): void {
  program
    .command('export')
    .description(
      'Export accounts to new or existing manifests, or a cycle or template to a cycle file',
    )
    .argument('[address]', 'Address of a cycle, such as northwind/cycles/KEY')
    .option('--template <name>', 'Export this template, by name or id, to a cycle file')
    .option(
      '--out <file>',
      'Write the cycle or template to this file, such as cycles/KEY.cycle.json',
    )
    .option('--all', 'Export every account; --select chooses some')
    .option('--merge', 'Write changes made in the service into the manifests that declare them')
    .option('--foreign', 'With --merge: also add unmanaged connectors and cycles')
    .option('--full', 'Include mappings and variables that equal those of the template')
    .action(
      run(
        async () =>
          (await import('../variants/run-export-variant.ts')).runExportVariant as CommandHandler,
      ),
    );
}
