import type { Command } from 'commander';
import { makeAsOption, toPositiveCount } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl forge`. */
export function addForge(program: Command, run: MakeAction): void {
  const forge = program
    .command('forge')
    .description('reports where a repository is talked about: GitHub or GitLab, as CI tells');
  forge
    .command('comment')
    .description('keep one comment of a pull request up to date')
    .argument('<file>', 'what --report markdown=FILE has written')
    .option('--pull-request <number>', 'that of the job by default', toPositiveCount)
    .option('--commit <sha>', 'the pull request that brought this commit')
    .addOption(makeAsOption())
    .action(
      run(
        async () =>
          (await import('../../features/ci/forge/forge-comment-command.ts'))
            .runForgeComment as CommandHandler,
      ),
    );
  forge
    .command('issue')
    .description('keep one open issue up to date, or close it')
    .argument('<file>', 'what --report markdown=FILE has written')
    .requiredOption('--title <text>', 'of the issue')
    .option('--label <name>', 'that the issue is found by', 'cyclectl-drift')
    .addOption(makeAsOption())
    .option('--close', 'close it, with this report as its last word')
    .action(
      run(
        async () =>
          (await import('../../features/ci/forge/forge-issue-command.ts'))
            .runForgeIssue as CommandHandler,
      ),
    );
}
