import type { Command } from 'commander';
import { makeLockTimeoutOption, toPositiveCount } from '../../app/options/option-values.ts';
import type { MakeAction } from '../command-handler.ts';

const loadState = () => import('../../features/operations/state/state-command.ts');

const loadSettle = () => import('../../features/operations/state/settle/settle-command.ts');

const loadAcceptAddress = () =>
  import('../../features/operations/state/settle/accept-address-command.ts');

const loadStateTransfer = () => import('../../features/operations/state/state-transfer-command.ts');

/** Adds `cyclectl state` and its subcommands. */
export function addState(program: Command, run: MakeAction): void {
  const state = program
    .command('state')
    .description('Inspect and edit the state of an environment');
  state
    .command('list')
    .description('List managed objects')
    .action(run(async () => (await loadState()).runStateList));
  state
    .command('show')
    .description('Show the state entry of one object')
    .argument('<address>', 'Address of the object, such as northwind/cycles/KEY')
    .option('--live', 'Show the live object next to it')
    .action(run(async () => (await loadState()).runStateShow));
  state
    .command('settle')
    .description('Record the outcome of an object that cyclectl cannot look up in the service')
    .argument('<address>', 'Address of the object, such as northwind/connectors/KEY')
    .argument('<finding>', 'exists or absent; or done: a person completed the manual action')
    .argument('[id]', 'Id of the object in the service, if it exists')
    .action(run(async () => (await loadSettle()).runStateSettle));
  state
    .command('forget')
    .description('Remove an object from state without deleting it')
    .argument('<address>', 'Address of the object, such as northwind/connectors/KEY')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .action(run(async () => (await loadState()).runStateForget));
  state
    .command('accept-address')
    .description('Accept the address in the manifest as the new address of the service')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .action(run(async () => (await loadAcceptAddress()).runAcceptAddress));
  state
    .command('export')
    .description('Export the whole state to a file, for a backup or a move')
    .argument('<file>', 'File to write; it holds no secret')
    .action(run(async () => (await loadStateTransfer()).runStateExport));
  state
    .command('import')
    .description('Import an exported state into an empty store')
    .argument('<file>', 'File that state export wrote')
    .option('--from <scope>', 'Import from another PROJECT/ENVIRONMENT than this one')
    .action(run(async () => (await loadStateTransfer()).runStateImport));
}

/** Adds `cyclectl secrets` and its subcommand. */
export function addSecrets(program: Command, run: MakeAction): void {
  const secrets = program
    .command('secrets')
    .description('List references to secrets: where each is used, when it was last written')
    .action(
      run(
        async () =>
          (await import('../../features/operations/secrets/secrets-command.ts')).runSecrets,
      ),
    );
  secrets
    .command('rekey')
    .description('Compute fingerprints again after a change of CYCLECTL_SECRET_KEY; sends nothing')
    .addOption(makeLockTimeoutOption())
    .action(
      run(
        async () => (await import('../../features/operations/secrets/rekey-command.ts')).runRekey,
      ),
    );
}

/** Adds `cyclectl adopt`. */
export function addAdopt(program: Command, run: MakeAction): void {
  program
    .command('adopt')
    .description('Import existing objects into state without changing them')
    .argument('[address]', 'Address of the manifest entry, such as northwind/cycles/KEY')
    .argument('[live]', 'Id or exact name of the object in the service; the id of an account')
    .option(
      '--all',
      'Adopt every object of the selected accounts that is found by its name; asks first',
    )
    .option('-y, --yes', 'Skip the confirmation prompt of --all')
    .option('--propose', 'Adopt nothing; show which existing accounts are alike, and what varies')
    .option(
      '--write',
      'With --propose: write accounts that are alike as a blueprint, a table and overrides',
    )
    .option(
      '--limit <number>',
      'With --propose: show at most this many profiles, and accounts without one (default: 10)',
      toPositiveCount,
    )
    .action(
      run(async () => (await import('../../features/operations/adopt/adopt-command.ts')).runAdopt),
    );
}
