import type { Command } from 'commander';
import { makeLockTimeoutOption } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl secrets` and what stands beneath it. */
export function addSecrets(program: Command, run: MakeAction): void {
  const secrets = program
    .command('secrets')
    .description('every reference to a secret: where it is used, when it was last written')
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/secrets-command.ts'))
            .runSecrets as CommandHandler,
      ),
    );
  secrets
    .command('rekey')
    .description('after CYCLECTL_SECRET_KEY was changed: make the fingerprints anew; sends nothing')
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/rekey-command.ts'))
            .runRekey as CommandHandler,
      ),
    );
}
