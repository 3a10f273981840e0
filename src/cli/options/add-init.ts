import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FirstAccount } from '../../features/authoring/init/scaffold.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl init`. */
export function addInit(program: Command, run: MakeAction): void {
  program
    .command('init')
    .description(
      'begin a project: cyclectl.yaml, an account, editor settings, CI; overwrites nothing',
    )
    .addOption(
      new Option(
        '--local',
        'on the embedded service, with a small world to try things in',
      ).conflicts(['baseUrl', 'accountHeader', 'account', 'fromLive']),
    )
    .option('--base-url <url>', 'on a real service: the address of its API; asked for by default')
    .option('--account-header <name>', 'the header by which it selects an account')
    .option('--account <key=id>', 'a first account: its key here, its id there', toFirstAccount)
    .addOption(
      new Option(
        '--from-live',
        'write the accounts that it has as manifests too, and say which are alike',
      ).conflicts('account'),
    )
    .option('--name <name>', 'of the project; that of the folder by default')
    .action(
      run(
        async () =>
          (await import('../../features/authoring/init/init-command.ts')).runInit as CommandHandler,
      ),
    );
}

function toFirstAccount(text: string): FirstAccount {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write KEY=ID, such as northwind=northwind-8812.');
  return { key: text.slice(0, at), id: text.slice(at + 1) };
}
