import { type Command, Option } from 'commander';
import { toCount } from '../../app/options/option-values.ts';
import { publishedKinds } from '../../model/report/published-kinds.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl emulator` and its subcommand. */
export function addEmulator(program: Command, run: MakeAction): void {
  const emulator = program
    .command('emulator')
    .description('Run the embedded service as a server on loopback')
    .option('--world <file>', 'Load this world file; -C changes nothing of its path')
    .option('--port <number>', 'Listen on this port (default: a free one)', toCount)
    .option(
      '--data <dir>',
      'Keep the state of the service in this folder; -C changes nothing of it (default: in memory)',
    )
    .option('--control', 'Serve /__control, for tests')
    .addOption(
      new Option(
        '--contract <contract>',
        'Serve what the specification documents, or everything that is known',
      )
        .choices(['documented', 'full'])
        .default('full'),
    )
    .option('--frozen <instant>', 'Freeze the clock at this ISO instant')
    .option('--seed <number>', 'Override the seed of the world', toCount)
    .action(run(async () => (await import('../../features/sync/emulator-command.ts')).runEmulator));
  emulator
    .command('request')
    .description('Send one request to the embedded service, to simulate a manual change')
    .argument('<method>', 'HTTP method: GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'Path of the request, such as /v1.0/cycles')
    .argument('[body]', 'JSON body of the request')
    .option('--account <account>', 'Use this account, by its key in the manifests or its id')
    .action(
      run(async () => (await import('../../features/sync/emulator-command.ts')).runEmulatorRequest),
    );
}

/** Adds `cyclectl schema`. */
export function addSchema(program: Command, run: MakeAction): void {
  program
    .command('schema')
    .description('Print the JSON Schema of a kind of document')
    .addArgument(program.createArgument('<kind>', 'Kind of document').choices(publishedKinds))
    .option(
      '--catalog',
      'With the names and values of catalog.json, worlds and blueprints, for editors',
    )
    .action(run(async () => (await import('../../features/sync/schema-command.ts')).runSchema));
}

/** Adds `cyclectl policy` and its subcommand. */
export function addPolicy(program: Command, run: MakeAction): void {
  program
    .command('policy')
    .description('Check the policies that manifests and plans must follow')
    .command('test')
    .description('Check policies and each of their examples, offline')
    .argument('[dir]', 'Folder of policies (default: policy, beside cyclectl.yaml)')
    .action(
      run(async () => (await import('../../features/sync/policy-test-command.ts')).runPolicyTest),
    );
}

/** Adds `cyclectl version`. */
export function addVersion(program: Command, run: MakeAction): void {
  program
    .command('version')
    .description('Show the versions of cyclectl, Node and the schema of stores, and the platform')
    .action(
      run(async () => (await import('../../features/inspect/version-command.ts')).runVersion),
    );
}
