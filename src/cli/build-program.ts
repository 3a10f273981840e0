import { Command, InvalidArgumentError, Option } from 'commander';
import type { GivenValue } from '../model/live/method-call.ts';
import type { ReportWish } from '../model/report/report-document.ts';
import { addAdopt } from './options/add-adopt.ts';
import { addDaily } from './options/add-daily.ts';
import { addExport } from './options/add-export.ts';
import { addForge } from './options/add-forge.ts';
import { addInit } from './options/add-init.ts';
import { addPromote } from './options/add-promote.ts';
import { addRuns } from './options/add-runs.ts';
import { addState } from './options/add-state.ts';
import { addTransfer } from './options/add-transfer.ts';
import type { CommandContext, GlobalOptions } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';
import { expectReports } from '../app/output/open-reports.ts';
import {
  gather,
  reporting,
  scannedFormats,
  toCount,
  waitingForLocks,
} from '../app/options/option-values.ts';
import type { Runner, Story } from './story.ts';

/** What the parser gives of the options of every command. */
type Given = Omit<GlobalOptions, 'env'> & {
  readonly environment?: string;
  readonly allowExec: readonly string[];
  readonly report?: readonly ReportWish[];
  readonly out?: string;
};

/**
 * The command line: every command with its options. `finish` hears the exit code. The stories behind
 * the commands are imported when they run, so that `--version` and `--help` load none of them.
 */
export function buildProgram(context: CommandContext, finish: (code: ExitCode) => void): Command {
  const program = new Command('cyclectl')
    .description(
      'Customer integrations as code: what Git says, what the service has, and the way from one to the other.',
    )
    .version(context.version)
    .option('-C, --directory <dir>', 'folder of cyclectl.yaml', '.')
    .option('-e, --environment <name>', 'environment (or CYCLECTL_ENVIRONMENT)')
    .addOption(
      new Option(
        '--select <what>',
        'account=NAME or label=NAME=VALUE, joined by commas; may repeat',
      )
        .argParser(gather)
        .default([], 'every account'),
    )
    .addOption(
      new Option('--format <format>', 'of stdout').choices(['text', 'json']).default('text'),
    )
    .addOption(
      new Option(
        '--allow-exec <program>',
        'a program that manifests may read secrets from; may repeat',
      )
        .argParser(gather)
        .default([], 'none'),
    )
    .option('-v, --verbose', 'a line per request on stderr', false)
    .option('--no-color', 'no colours')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.terminal.out(text),
      writeErr: (text) => context.terminal.say(text.trimEnd()),
    });
  const run =
    (load: () => Promise<Story>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const names = command.registeredArguments.map((argument) => argument.name());
      const named = Object.fromEntries(
        names.map((name, index) => [name, command.processedArgs[index]]),
      );
      const {
        environment: env,
        allowExec,
        report = [],
        ...rest
      } = command.optsWithGlobals<Given>();
      const options = { ...rest, ...withoutUndefined({ ...named, env }) };
      const { out = null } = rest;
      await expectReports(context.reports, { command: nameCommand(command), wishes: report, out });
      context.reports.environment = env ?? context.environment.CYCLECTL_ENVIRONMENT ?? null;
      const story = await load();
      finish(await story({ ...context, allowExec }, options as never));
    };
  for (const add of parts) add(program, run);
  nameHelp(program);
  return program;
}

/** Lets each command name its own help after what is wrong with its arguments. */
function nameHelp(command: Command): void {
  const path = ['cyclectl', nameCommand(command)].filter((word) => word !== '').join(' ');
  command.showHelpAfterError(`Run ${path} --help for usage.`);
  for (const each of command.commands) nameHelp(each);
}

/** The commands in the order in which help shows them. */
const parts: readonly ((program: Command, run: Runner) => void)[] = [
  addInit,
  addDaily,
  addRuns,
  addStatus,
  addCatalog,
  addCall,
  addConsent,
  addVerify,
  addExport,
  addTransfer,
  addPromote,
  addAdopt,
  addEmulator,
  addState,
  addSecrets,
  addReport,
  addForge,
  addSchema,
];

function addReport(program: Command, run: Runner): void {
  program
    .command('report')
    .description('write what another command found in other formats; asks nobody')
    .argument('<document>', 'what --report json=FILE or --format json has written')
    .addOption(reporting(scannedFormats))
    .action(
      run(
        async () =>
          (await import('../features/inspect/report/report-command.ts')).runReport as Story,
      ),
    );
}

function addSchema(program: Command, run: Runner): void {
  program
    .command('schema')
    .description('the JSON Schema of a kind of file')
    .addArgument(
      program
        .createArgument('<kind>', 'project, account or world')
        .choices(['project', 'account', 'world', 'snapshot', 'report']),
    )
    .action(
      run(async () => (await import('../features/sync/schema-command.ts')).runSchema as Story),
    );
}

function addStatus(program: Command, run: Runner): void {
  program
    .command('status')
    .description('cycles with their state, errors, last and next run; connectors that wait')
    .action(
      run(
        async () =>
          (await import('../features/inspect/status/status-command.ts')).runStatusCommand as Story,
      ),
    );
}

function addCatalog(program: Command, run: Runner): void {
  const catalog = program.command('catalog').description('what the service offers');
  const search = ['--search <text>', 'only what has this text in it'] as const;
  catalog
    .command('connectors')
    .description('connectors that can be installed: versions, authentication, properties')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../features/inspect/catalog/catalog-command.ts'))
            .runCatalogConnectors as Story,
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
          (await import('../features/inspect/catalog/catalog-command.ts'))
            .runCatalogMethods as Story,
      ),
    );
  catalog
    .command('templates')
    .description('templates that cycles are made from')
    .option(...search)
    .action(
      run(
        async () =>
          (await import('../features/inspect/catalog/catalog-command.ts'))
            .runCatalogTemplates as Story,
      ),
    );
}

function addCall(program: Command, run: Runner): void {
  program
    .command('call')
    .description('call a method of an installed connector; it may change things at the third party')
    .argument('<address>', 'such as northwind/connectors/crm')
    .argument('<method>', 'its name, numeric id or unique identifier')
    .option('--param <name=value>', 'a parameter by TargetName; may repeat', gatherPair, [])
    .option('--field <location=value>', 'a request field by Location; may repeat', gatherPair, [])
    .option('--merge <name=value>', 'a merge field by TargetName; may repeat', gatherPair, [])
    .option('--custom-category <key>', 'a custom category by its key in the manifest, or its id')
    .option('--body <file>', 'send the text of this file as the request body')
    .option('--out <file>', 'write the answer there instead of to stdout')
    .option('--dry-run', 'show the request and send nothing')
    .action(
      run(async () => (await import('../features/inspect/call/call-command.ts')).runCall as Story),
    );
}

function addConsent(program: Command, run: Runner): void {
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
          (await import('../features/inspect/consent/consent-command.ts')).runConsent as Story,
      ),
    );
}

function addVerify(program: Command, run: Runner): void {
  program
    .command('verify')
    .description('make the checks of installed connectors; exit 3 when one fails')
    .action(
      run(
        async () =>
          (await import('../features/inspect/verify/verify-command.ts')).runVerifyCommand as Story,
      ),
    );
}

function addEmulator(program: Command, run: Runner): void {
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
      run(async () => (await import('../features/sync/emulator-command.ts')).runEmulator as Story),
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
          (await import('../features/sync/emulator-command.ts')).runEmulatorRequest as Story,
      ),
    );
}

function addSecrets(program: Command, run: Runner): void {
  const secrets = program
    .command('secrets')
    .description('every reference to a secret: where it is used, when it was last written')
    .action(
      run(
        async () =>
          (await import('../features/operations/secrets/secrets-command.ts')).runSecrets as Story,
      ),
    );
  secrets
    .command('rekey')
    .description('after CYCLECTL_SECRET_KEY was changed: make the fingerprints anew; sends nothing')
    .addOption(waitingForLocks())
    .action(
      run(
        async () =>
          (await import('../features/operations/secrets/rekey-command.ts')).runRekey as Story,
      ),
    );
}

function gatherPair(value: string, before: readonly GivenValue[]): GivenValue[] {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write NAME=VALUE.');
  return [...before, { name: value.slice(0, at), text: value.slice(at + 1) }];
}

// `state settle`: the words between the program's own name and the arguments.
function nameCommand(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  return [nameCommand(parent), command.name()].filter((word) => word !== '').join(' ');
}

function withoutUndefined(named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
