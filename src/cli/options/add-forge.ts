import type { Command } from 'commander';
import { makeAsOption, toPositiveCount } from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl forge`. */
export function addForge(program: Command, run: MakeAction): void {
  const forge = program
    .command('forge')
    .description('Post reports to pull requests and issues (GitHub or GitLab, detected from CI)');
  forge
    .command('comment')
    .description('Create or update one comment on a pull request')
    .argument('<file>', 'File that --report markdown=FILE wrote')
    .option(
      '--pull-request <number>',
      'Comment on this pull request (default: the one of the CI job)',
      toPositiveCount,
    )
    .option('--commit <sha>', 'Comment on the pull request that merged this commit')
    .addOption(makeAsOption())
    .action(
      run(
        async () =>
          (await import('../../features/ci/forge/forge-comment-command.ts')).runForgeComment,
      ),
    );
  forge
    .command('issue')
    .description('Create, update or close one issue')
    .argument('<file>', 'File that --report markdown=FILE wrote')
    .requiredOption('--title <text>', 'Set the title of the issue')
    .option('--label <name>', 'Find the issue by this label', 'cyclectl-drift')
    .addOption(makeAsOption())
    .option('--close', 'Close the issue, with this report as its text')
    .action(
      run(
        async () => (await import('../../features/ci/forge/forge-issue-command.ts')).runForgeIssue,
      ),
    );
}
