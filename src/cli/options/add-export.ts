import type { Command } from 'commander';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl export`. */
export function addExport(program: Command, run: MakeAction): void {
  program
    .command('export')
    .description(
      'write accounts as manifests or into those that are there, or a cycle as a cycle file',
    )
    .argument('[address]', 'a cycle, such as northwind/cycles/KEY')
    .option('--template <name>', 'a template, by its name or id, as a cycle file')
    .option('--out <file>', 'of the cycle or template, such as cycles/KEY.cycle.json')
    .option('--all', 'every account; or choose with --select')
    .option('--merge', 'write what has moved in the service into the manifests that have it')
    .option('--foreign', 'with --merge: also connectors and cycles that no manifest has')
    .option('--full', 'mappings and variables also where they are as the template has them')
    .action(
      run(
        async () =>
          (await import('../choose/run-export-variant.ts')).runExportVariant as CommandHandler,
      ),
    );
}
