import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import type { CommandContext, GlobalOptions } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';
import { addValue } from '../app/options/option-values.ts';
import { defaultColumns, type Terminal, withNoQuestions } from '../app/output/terminal.ts';
import type { ReportFile } from '../model/report/report-document.ts';
import type { CommandHandler, MakeAction } from './command-handler.ts';
import { addHelp } from './help/add-help.ts';
import { addOwnWord } from './help/add-own-word.ts';
import { isPaged } from './help/paged-commands.ts';
import { addCompletion } from './options/add-completion.ts';
import { addController } from './options/add-controller.ts';
import { addDaily } from './options/add-daily.ts';
import { addFleet } from './options/add-fleet.ts';
import { addForge } from './options/add-forge.ts';
import { addIncidents } from './options/add-incidents.ts';
import { addInit } from './options/add-init.ts';
import {
  addCall,
  addCatalog,
  addConsent,
  addRender,
  addReport,
  addStatus,
  addVerify,
} from './options/add-inspect.ts';
import { addEmulator, addPolicy, addSchema, addVersion } from './options/add-local.ts';
import { addPromote } from './options/add-promote.ts';
import { addRollout } from './options/add-rollout.ts';
import { addRuns } from './options/add-runs.ts';
import { addAdopt, addSecrets, addState } from './options/add-state.ts';
import { addExport, addTransfer } from './options/add-transfer.ts';

/** Options of every command, as the parser returns them. */
type ParsedOptions = Omit<GlobalOptions, 'env'> & {
  readonly environment?: string;
  readonly allowExec: readonly string[];
  readonly input: boolean;
  readonly report?: readonly ReportFile[];
  readonly out?: string;
};

/** The first page of the package; messages name the others by their paths in it. */
function findDocs(): string {
  return fileURLToPath(new URL('docs/README.md', import.meta.resolve('cyclectl/package.json')));
}

/**
 * Builds the command line. `finish` receives the exit code. Handlers load when they run, because
 * `--version` and `--help` need none.
 */
export function makeProgram(context: CommandContext, finish: (code: ExitCode) => void): Command {
  const program = new Command('cyclectl')
    .description(
      'Manage customer integrations as code: validate, plan and apply manifests, and detect drift.',
    )
    .version(context.version, '-V, --version', 'Show the version of cyclectl')
    .helpOption('-h, --help', 'Show help for a command')
    .configureHelp({ showGlobalOptions: true, styleTitle: toSentenceCase, minWidthToWrap: 20 })
    .option('-C, --directory <dir>', 'Use the cyclectl.yaml of this folder', '.')
    .option('-e, --environment <name>', 'Use this environment (or set CYCLECTL_ENVIRONMENT)')
    .addOption(toSelectOption())
    .addOption(toFormatOption())
    .addOption(
      new Option(
        '--allow-exec <program>',
        'Allow manifests to read secrets from this program; repeatable',
      )
        .argParser(addValue)
        .default([], 'none'),
    )
    .option('-v, --verbose', 'Log a line per request to stderr', false)
    .option('-q, --quiet', 'Show no progress on stderr; results and errors stay')
    .option('--no-color', 'Disable colors')
    .option('--no-input', 'Ask nothing; fail, and name the option to pass instead')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.terminal.out(text),
      writeErr: (text) => context.terminal.log(text.trimEnd()),
      getOutHelpWidth: () => context.terminal.columns ?? defaultColumns,
      getErrHelpWidth: () => context.terminal.columns ?? defaultColumns,
    });
  const run =
    (load: () => Promise<CommandHandler>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const names = command.registeredArguments.map((argument) => argument.name());
      const named = Object.fromEntries(
        names.map((name, index) => [name, command.processedArgs[index]]),
      );
      const {
        environment: env,
        allowExec,
        input,
        report = [],
        ...rest
      } = command.optsWithGlobals<ParsedOptions>();
      const options = { ...rest, ...withoutUndefined({ ...named, env }) };
      const { out = null } = rest;
      context.reports.command = toCommandName(command);
      if (report.length > 0) {
        // Loads here, because completion must answer fast.
        const { addReportRequests } = await import('../app/output/add-report-requests.ts');
        await addReportRequests(context.reports, { wishes: report, out });
      }
      context.reports.environment = env ?? context.environment.CYCLECTL_ENVIRONMENT ?? null;
      const handle = await load();
      const isInPager = input && isPaged(toCommandName(command), options);
      const work = (terminal: Terminal) =>
        handle({ ...context, terminal, allowExec }, options as never);
      finish(await runOnTerminal(context, { input, isInPager }, work));
    };
  for (const add of additions) add(program, run);
  explainErrors(program);
  addHelp(program, findDocs);
  addHelpHint(program);
  return program;
}

/** Runs a command on its terminal: the one of the process, one that asks nothing, or one with a pager. */
async function runOnTerminal(
  context: CommandContext,
  { input, isInPager }: { readonly input: boolean; readonly isInPager: boolean },
  work: (terminal: Terminal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { terminal } = context;
  const lack = await findLackOfAnswer(context, input);
  if (!isInPager || terminal.rows === undefined)
    return work(lack === null ? terminal : withNoQuestions(terminal, lack));
  // Loads here, because a pipe needs no pager.
  const { withPager } = await import('../app/output/pager.ts');
  return withPager(context, work);
}

async function findLackOfAnswer(
  { terminal, environment }: CommandContext,
  input: boolean,
): Promise<string | null> {
  if (!input) return '--no-input asks nothing';
  if (terminal.ask.lack !== null) return terminal.ask.lack;
  // Loads here, because only a terminal is asked on.
  const { isCi } = await import('../app/ports/operator-bounds.ts');
  return isCi(environment) ? 'nothing is asked where CI is set' : null;
}

// The parser capitalises each word of one of its headings.
function toSentenceCase(heading: string): string {
  return heading === 'Global Options:' ? 'Global options:' : heading;
}

function toSelectOption(): Option {
  return new Option(
    '--select <what>',
    'Select accounts: account=, label=, cycle=, connector=, blueprint=, state=, health=, orphaned or unmanaged; repeatable',
  )
    .argParser(addValue)
    .default([], 'every account');
}

function toFormatOption(): Option {
  return new Option('--format <format>', 'Set the format of stdout')
    .choices(['text', 'json'])
    .default('text');
}

/** Points to the help of each command below an error in its arguments. */
function addHelpHint(command: Command): void {
  const path = ['cyclectl', toCommandName(command)].filter((word) => word !== '').join(' ');
  command.showHelpAfterError(`Run ${path} --help for usage.`);
  for (const each of command.commands) addHelpHint(each);
}

/** Commands in the order of the reference. */
const additions: readonly ((program: Command, run: MakeAction) => void)[] = [
  addInit,
  addDaily,
  addRuns,
  addStatus,
  addIncidents,
  addCatalog,
  addCall,
  addConsent,
  addVerify,
  addRender,
  addFleet,
  addRollout,
  addController,
  addExport,
  addTransfer,
  addPromote,
  addAdopt,
  addEmulator,
  addState,
  addSecrets,
  addReport,
  addForge,
  addPolicy,
  addSchema,
  addCompletion,
  addVersion,
];

// Formats the path of a subcommand, such as `state settle`.
function toCommandName(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  return [toCommandName(parent), command.name()].filter((word) => word !== '').join(' ');
}

function withoutUndefined(named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Lets each command say in its own words what is wrong with its command line. */
function explainErrors(command: Command): void {
  command.configureOutput({ outputError: (text, write) => write(addOwnWord(text, command)) });
  for (const each of command.commands) explainErrors(each);
}
