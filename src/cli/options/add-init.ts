import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FirstAccount } from '../../features/authoring/init/scaffold.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl init`. */
export function addInit(program: Command, run: MakeAction): void {
  program
    .command('init')
    .description(
      'Create a project: cyclectl.yaml, an account, editor settings, CI; overwrites nothing',
    )
    .addOption(
      new Option(
        '--local',
        'Use the embedded service, with a small world to try things in',
      ).conflicts(['baseUrl', 'accountHeader', 'account', 'fromLive']),
    )
    .option('--base-url <url>', 'Use a real service: the URL of its API (default: prompt)')
    .option('--account-header <name>', 'Select an account with this HTTP header')
    .option(
      '--account <key=id>',
      'Add a first account: its key in the project, its id in the service',
      toFirstAccount,
    )
    .addOption(
      new Option(
        '--from-live',
        'Also export existing accounts to manifests, and report which are alike',
      ).conflicts('account'),
    )
    .option('--name <name>', 'Name the project (default: the name of the folder)')
    .addOption(
      new Option(
        '--upgrade',
        'Refresh schemas, editor settings and workflow of a project; keep what people changed',
      ).conflicts(['local', 'baseUrl', 'accountHeader', 'account', 'fromLive', 'name']),
    )
    .option('--check', 'With --upgrade: write nothing, exit with 2 if a file is out of date')
    .action(run(async () => (await import('../variants/run-init-variant.ts')).runInitVariant));
}

function toFirstAccount(text: string): FirstAccount {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write KEY=ID, such as northwind=northwind-8812.');
  return { key: text.slice(0, at), id: text.slice(at + 1) };
}
