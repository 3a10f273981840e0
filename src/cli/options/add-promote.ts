import { type Command, Option } from 'commander';
import { addValue, makeIntoOption } from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds the commands about two environments. */
export function addPromote(program: Command, run: MakeAction): void {
  program
    .command('promote')
    .description(
      'Promote changes from one environment to another as a patch of the files; sends nothing',
    )
    .requiredOption('--from <name>', 'Read changes from this environment, such as staging')
    .requiredOption('--to <name>', 'Make the patch for this environment, such as prod')
    .option('--out <file>', 'Write the patch to this file (default: stdout)')
    .option('--branch <name>', 'Commit the change on a new branch instead; needs git')
    .addOption(makeIntoOption('Write'))
    .addOption(
      new Option(
        '--conflicts <answer>',
        'For each change that Git has another value for in --to: keep what Git has, or take the change for both environments',
      ).choices(['keep', 'take']),
    )
    .option('--keep <address>', 'The same for one address: keep what Git has; repeatable', addValue)
    .option('--take <address>', 'The same for one address: take the change; repeatable', addValue)
    .action(
      run(
        async () =>
          (await import('../../features/authoring/promote/promote-command.ts')).runPromote,
      ),
    );
  program
    .command('compare')
    .description('Show undeclared differences between two environments; changes nothing')
    .requiredOption('--from <name>', 'Compare this environment')
    .requiredOption('--to <name>', 'Compare with this environment')
    .option('--exit-code', 'Exit with code 2 when they differ')
    .action(
      run(
        async () => (await import('../../features/inspect/compare/compare-command.ts')).runCompare,
      ),
    );
}
