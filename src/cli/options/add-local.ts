import { type Command, Option } from 'commander';
import { toCount } from '../../app/options/option-values.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl emulator` and what stands beneath it. */
export function addEmulator(program: Command, run: MakeAction): void {
  const emulator = program
    .command('emulator')
    .description('the service on this machine, as a server on loopback')
    .option('--world <file>', 'its world file')
    .option('--port <number>', 'a free one by default', toCount)
    .option('--data <dir>', 'where it keeps its state; in memory by default')
    .option('--control', 'serve /__control, for tests')
    .addOption(
      new Option(
        '--contract <contract>',
        'serve what its specification documents, or all that is known',
      )
        .choices(['documented', 'full'])
        .default('full'),
    )
    .option('--frozen <instant>', 'time stands still at this ISO instant')
    .option('--seed <number>', 'instead of the seed of the world', toCount)
    .action(
      run(
        async () =>
          (await import('../../features/sync/emulator-command.ts')).runEmulator as CommandHandler,
      ),
    );
  emulator
    .command('request')
    .description('one request to the embedded service of an environment, as a hand in the console')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'such as /v1.0/cycles')
    .argument('[body]', 'JSON')
    .option('--account <account>', 'key in the manifests, or id, of the account to work in')
    .action(
      run(
        async () =>
          (await import('../../features/sync/emulator-command.ts'))
            .runEmulatorRequest as CommandHandler,
      ),
    );
}

/** Adds `cyclectl schema`. */
export function addSchema(program: Command, run: MakeAction): void {
  program
    .command('schema')
    .description('the JSON Schema of a kind of file')
    .addArgument(
      program
        .createArgument('<kind>', 'project, account or world')
        .choices(['project', 'account', 'world', 'snapshot', 'report']),
    )
    .action(
      run(
        async () =>
          (await import('../../features/sync/schema-command.ts')).runSchema as CommandHandler,
      ),
    );
}
