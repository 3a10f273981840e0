import type { Command } from 'commander';
import { makeLockTimeoutOption } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl secrets` and its subcommand. */
export function addSecrets(program: Command, run: MakeAction): void {
  const secrets = program
    .command('secrets')
    .description('List references to secrets: where each is used, when it was last written')
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/secrets-command.ts'))
            .runSecrets as CommandHandler,
      ),
    );
  secrets
    .command('rekey')
    .description('Compute fingerprints again after a change of CYCLECTL_SECRET_KEY; sends nothing')
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/rekey-command.ts'))
            .runRekey as CommandHandler,
      ),
    );
}
