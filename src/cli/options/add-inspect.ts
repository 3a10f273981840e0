import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  findingFormats,
  makeGroupOption,
  makeListenOption,
  makeReportOption,
  makeReturnToOption,
  toIntervalMs,
} from '../../app/options/option-values.ts';
import type { GivenValue } from '../../model/live/method-call.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl status`. */
export function addStatus(program: Command, run: MakeAction): void {
  program
    .command('status')
    .description('Show totals of accounts, cycles and connectors, and what needs a person')
    .option('--all', 'Show every cycle with its state, errors, last and next run')
    .addOption(
      new Option('--watch [interval]', 'Look again at this interval (30s), until it is stopped')
        .argParser(toIntervalMs)
        .preset('30s'),
    )
    .action(
      run(
        async () =>
          (await import('../../features/inspect/status/status-command.ts')).runStatusCommand,
      ),
    );
}

/** Adds `cyclectl catalog` and its subcommands. */
export function addCatalog(program: Command, run: MakeAction): void {
  const catalog = program.command('catalog').description('List or save what the service offers');
  const search = ['--search <text>', 'List only entries that contain this text'] as const;
  catalog
    .command('connectors')
    .description('List connectors that can be installed: versions, authentication, properties')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts')).runCatalogConnectors,
      ),
    );
  catalog
    .command('methods')
    .description('List methods of a connector, with the names of their parameters and fields')
    .argument('<connector>', 'Name of the connector')
    .argument('[release]', 'Version of the connector (default: latest)')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts')).runCatalogMethods,
      ),
    );
  catalog
    .command('templates')
    .description('List templates that cycles are made from, or print one as a part of a manifest')
    .argument('[template]', 'Name of a template, to print its steps, mappings and variables')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts')).runCatalogTemplates,
      ),
    );
  catalog
    .command('save')
    .description(
      'Save the catalog of the environment to catalog.json, by which validate judges names and editors complete them',
    )
    .option(
      '--check',
      'Write nothing; exit with code 2 if the service differs from the file, or the schema for editors is out of date',
    )
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/save/save-command.ts')).runCatalogSave,
      ),
    );
}

/** Adds `cyclectl call`. */
export function addCall(program: Command, run: MakeAction): void {
  program
    .command('call')
    .description('Call a method of an installed connector; may change data at the third party')
    .argument('<address>', 'Address of the connector, such as northwind/connectors/crm')
    .argument('<method>', 'Name, numeric id or unique identifier of the method')
    .option('--param <name=value>', 'Set a parameter by TargetName; repeatable', addPair, [])
    .option('--field <location=value>', 'Set a request field by Location; repeatable', addPair, [])
    .option('--merge <name=value>', 'Set a merge field by TargetName; repeatable', addPair, [])
    .option(
      '--custom-category <key>',
      'Use a custom category, by its key in the manifest or its id',
    )
    .option('--body <file>', 'Send the text of this file as the request body')
    .option('--out <file>', 'Write the response to this file instead of stdout')
    .option('--dry-run', 'Show the request and send nothing')
    .action(run(async () => (await import('../../features/inspect/call/call-command.ts')).runCall));
}

/** Adds `cyclectl consent`. */
export function addConsent(program: Command, run: MakeAction): void {
  const consent = program
    .command('consent')
    .description('Open the sign-in of a connector for a person, and wait for it')
    .argument('[address]', 'Address of the connector, such as northwind/connectors/KEY')
    .option('--list', 'List every connector that waits for a person')
    .option('--all', 'List them with links to send to customers, which consent serve answers')
    .option('--no-browser', 'Print the link instead; it works once, for five minutes')
    .option('--timeout <duration>', 'Wait at most this long', '10m')
    .action(
      run(
        async () => (await import('../../features/inspect/consent/consent-command.ts')).runConsent,
      ),
    );
  consent
    .command('serve')
    .description('Answer sign-in links of customers, until it is stopped')
    .addOption(makeListenOption('Serve the pages on this address'))
    .addOption(makeReturnToOption())
    .action(
      run(
        async () =>
          (await import('../../features/inspect/consent/links/consent-serve-command.ts'))
            .runConsentServe,
      ),
    );
  consent
    .command('revoke')
    .description('Revoke sign-in links that were issued until now')
    .argument('[what...]', 'Addresses of connectors, or names of accounts')
    .option('--all', 'Revoke those of all accounts')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/consent/links/consent-revoke-command.ts'))
            .runConsentRevoke,
      ),
    );
}

/** Adds `cyclectl verify`. */
export function addVerify(program: Command, run: MakeAction): void {
  program
    .command('verify')
    .description('Run health checks of installed connectors; exit with code 3 when one fails')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/verify/verify-command.ts')).runVerifyCommand,
      ),
    );
}

/** Adds `cyclectl report`. */
export function addReport(program: Command, run: MakeAction): void {
  program
    .command('report')
    .description('Convert the result of another command to other formats; calls no service')
    .argument('<document>', 'Document that --report json=FILE or --format json wrote')
    .addOption(makeReportOption(findingFormats))
    .addOption(makeGroupOption().conflicts('report'))
    .action(
      run(async () => (await import('../../features/inspect/report/report-command.ts')).runReport),
    );
}

function addPair(value: string, before: readonly GivenValue[]): GivenValue[] {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write NAME=VALUE.');
  return [...before, { name: value.slice(0, at), text: value.slice(at + 1) }];
}

/** Adds `cyclectl render` and `cyclectl explain`. */
export function addRender(program: Command, run: MakeAction): void {
  program
    .command('render')
    .description('Print the manifest that an account comes to, with its blueprint and layers')
    .argument('[account]', 'Name of the account')
    .option('--all', 'Print all accounts, or those of --select')
    .addOption(
      new Option(
        '--eject',
        'Write it as a file of the account, and remove its row and its override',
      ).conflicts('all'),
    )
    .action(run(async () => (await import('../../features/fleet/render-command.ts')).runRender));
  program
    .command('explain')
    .description('Show where a value of an account comes from, and what state and service have')
    .argument('<address>', 'Address, such as northwind/cycles/contacts/schedule/every')
    .action(run(async () => (await import('../../features/fleet/explain-command.ts')).runExplain));
}
