import type { Command } from 'commander';
import { waitingForLocks } from '../../app/options/option-values.ts';
import type { Runner, Story } from '../story.ts';

/** Adds `cyclectl secrets` and what stands beneath it. */
export function addSecrets(program: Command, run: Runner): void {
  const secrets = program
    .command('secrets')
    .description('every reference to a secret: where it is used, when it was last written')
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/secrets-command.ts'))
            .runSecrets as Story,
      ),
    );
  secrets
    .command('rekey')
    .description('after CYCLECTL_SECRET_KEY was changed: make the fingerprints anew; sends nothing')
    .addOption(waitingForLocks())
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/rekey-command.ts')).runRekey as Story,
      ),
    );
}
