import type { Command } from 'commander';
import {
  makeGroupOption,
  makeLockTimeoutOption,
  makeReportOption,
} from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds the commands of cycle files. */
export function addTransfer(program: Command, run: MakeAction): void {
  program
    .command('diff')
    .description(
      'Describe the differences between two cycle files, or what a branch changes in accounts',
    )
    .argument('[before]', 'Cycle file to compare')
    .argument('[after]', 'Cycle file to compare with')
    .option(
      '--rendered <ref>',
      'Show what the manifests of accounts come to since HEAD diverged from this commit; calls no service',
    )
    .addOption(makeReportOption(['markdown']))
    .addOption(makeGroupOption().conflicts('report'))
    .action(run(async () => (await import('../variants/run-diff-variant.ts')).runDiffVariant));
  program
    .command('import')
    .description(
      'Import a cycle file into the project, or create a template from it in the console',
    )
    .argument('<file>', 'Cycle file to import')
    .argument(
      '[address]',
      'Address of the entry to add to the manifest, such as northwind/cycles/KEY',
    )
    .option('--as-template <name>', 'Create a template of this name in the service; asks first')
    .option(
      '--send-again',
      'Send --as-template again, because the first attempt has no known result and left no template',
    )
    .option(
      '--yes',
      'Skip the prompt: overwrite another file or origin of a cycle; create the template',
    )
    .addOption(makeLockTimeoutOption())
    .action(run(async () => (await import('../variants/run-import-variant.ts')).runImportVariant));
}

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
    .option(
      '--secrets-template <file>',
      'Write a template of the secrets to provide: *.yaml for sops exec-env, else dotenv',
    )
    .action(run(async () => (await import('../variants/run-export-variant.ts')).runExportVariant));
}
