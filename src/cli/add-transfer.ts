import type { Command } from 'commander';
import type { Runner, Story } from './story.ts';

/** Adds the commands of cycle files. */
export function addTransfer(program: Command, run: Runner): void {
  program
    .command('diff')
    .description('say what differs between two cycle files, in words')
    .argument('<before>', 'a cycle file')
    .argument('<after>', 'a cycle file')
    .action(run(async () => (await import('./commands/diff.ts')).runDiff as Story));
  program
    .command('import')
    .description('put a cycle file into the project, and its entry into a manifest')
    .argument('<file>', 'a cycle file')
    .argument('<address>', 'such as northwind/cycles/KEY')
    .option('--yes', 'write over another file, or another origin of the cycle, without asking')
    .action(run(async () => (await import('./commands/import-cycle.ts')).runImportCycle as Story));
}
