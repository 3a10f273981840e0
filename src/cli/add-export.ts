import type { Command } from 'commander';

import type { Runner, Story } from './story.ts';

/** Adds `cyclectl export`. */
export function addExport(program: Command, run: Runner): void {
  program
    .command('export')
    .description('write accounts of the service that no manifest has as manifests')
    .option('--all', 'every account; or choose with --select')
    .option('--full', 'mappings and variables also where they are as the template has them')
    .action(run(async () => (await import('./commands/export.ts')).runExportCommand as Story));
}
