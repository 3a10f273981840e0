import { type Command, InvalidArgumentError } from 'commander';
import { findingFormats, makeReportOption } from '../../app/options/option-values.ts';
import type { GivenValue } from '../../model/live/method-call.ts';
import type { CommandHandler, MakeAction } from '../command-handler.ts';

/** Adds `cyclectl status`. */
export function addStatus(program: Command, run: MakeAction): void {
  program
    .command('status')
    .description('cycles with their state, errors, last and next run; connectors that wait')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/status/status-command.ts'))
            .runStatusCommand as CommandHandler,
      ),
    );
}

/** Adds `cyclectl catalog` and what stands beneath it. */
export function addCatalog(program: Command, run: MakeAction): void {
  const catalog = program.command('catalog').description('what the service offers');
  const search = ['--search <text>', 'only what has this text in it'] as const;
  catalog
    .command('connectors')
    .description('connectors that can be installed: versions, authentication, properties')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts'))
            .runCatalogConnectors as CommandHandler,
      ),
    );
  catalog
    .command('methods')
    .description('methods of a connector, with the names of their parameters and fields')
    .argument('<connector>', 'its name')
    .argument('[release]', 'its version; the latest by default')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts'))
            .runCatalogMethods as CommandHandler,
      ),
    );
  catalog
    .command('templates')
    .description('templates that cycles are made from')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../../features/inspect/catalog/catalog-command.ts'))
            .runCatalogTemplates as CommandHandler,
      ),
    );
}

/** Adds `cyclectl call`. */
export function addCall(program: Command, run: MakeAction): void {
  program
    .command('call')
    .description('call a method of an installed connector; it may change things at the third party')
    .argument('<address>', 'such as northwind/connectors/crm')
    .argument('<method>', 'its name, numeric id or unique identifier')
    .option('--param <name=value>', 'a parameter by TargetName; may repeat', addPair, [])
    .option('--field <location=value>', 'a request field by Location; may repeat', addPair, [])
    .option('--merge <name=value>', 'a merge field by TargetName; may repeat', addPair, [])
    .option('--custom-category <key>', 'a custom category by its key in the manifest, or its id')
    .option('--body <file>', 'send the text of this file as the request body')
    .option('--out <file>', 'write the answer there instead of to stdout')
    .option('--dry-run', 'show the request and send nothing')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/call/call-command.ts')).runCall as CommandHandler,
      ),
    );
}

/** Adds `cyclectl consent`. */
export function addConsent(program: Command, run: MakeAction): void {
  program
    .command('consent')
    .description('let a person sign a connector in, and wait for it')
    .argument('[address]', 'such as northwind/connectors/KEY')
    .option('--list', 'every connector that waits for a person')
    .option('--no-browser', 'print the link; it works once, for five minutes')
    .option('--timeout <duration>', 'how long to wait', '10m')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/consent/consent-command.ts'))
            .runConsent as CommandHandler,
      ),
    );
}

/** Adds `cyclectl verify`. */
export function addVerify(program: Command, run: MakeAction): void {
  program
    .command('verify')
    .description('make the checks of installed connectors; exit 3 when one fails')
    .action(
      run(
        async () =>
          (await import('../../features/inspect/verify/verify-command.ts'))
            .runVerifyCommand as CommandHandler,
      ),
    );
}

/** Adds `cyclectl report`. */
export function addReport(program: Command, run: MakeAction): void {
  program
    .command('report')
    .description('write what another command found in other formats; asks nobody')
    .argument('<document>', 'what --report json=FILE or --format json has written')
    .addOption(makeReportOption(findingFormats))
    .action(
      run(
        async () =>
          (await import('../../features/inspect/report/report-command.ts'))
            .runReport as CommandHandler,
      ),
    );
}

function addPair(value: string, before: readonly GivenValue[]): GivenValue[] {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write NAME=VALUE.');
  return [...before, { name: value.slice(0, at), text: value.slice(at + 1) }];
}
