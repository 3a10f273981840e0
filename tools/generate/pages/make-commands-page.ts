import type { Argument, Command, Option } from 'commander';
import { examples } from '../../../src/cli/help/examples.ts';
import { renderNotice, renderTable, toCode } from '../markdown.ts';

const intro = `# Commands

Global options go before or after any command. \`cyclectl --help\` prints the commands of each day, \`cyclectl --help --all\` all of
them, and \`cyclectl COMMAND --help\` the options and examples of one.
[Exit codes](exit-codes.md) has what each command ends with.

An ADDRESS is \`ACCOUNT\`, \`ACCOUNT/connectors/KEY\` or \`ACCOUNT/cycles/KEY\`; drift also prints and takes those of fields, such as
\`northwind/timezone\`. \`--select account=north*,label=tier=enterprise\` joins conditions by commas; a repeated \`--select\` adds
accounts, and \`!\` before a condition negates it. Data goes to stdout, messages go to stderr.
On a terminal, output that is longer than the screen goes to a pager, as that of git does; never before a question, with \`--format json\`, \`--no-input\` or
in CI. \`q\` leaves it.
[Environment variables](environment-variables.md) lists what else a command reads.
`;

/** docs/reference/commands.md: every command of the program, subcommands under their parent. */
export function makeCommandsPage(program: Command): string {
  const commands = listCommands(program).filter((command) => command.name() !== 'help');
  return [
    renderNotice('src/cli/make-program.ts'),
    intro,
    `## Global options\n\n${renderOptions(program.options)}\n`,
    `## Overview\n\n${renderTable(['Command', 'Summary'], commands.map(toRow))}\n`,
    ...commands.map(renderCommand),
  ].join('\n');
}

// The help leaves out what only scripts call.
function listCommands(command: Command): readonly Command[] {
  const visible = new Set(command.createHelp().visibleCommands(command));
  return command.commands
    .filter((each) => visible.has(each))
    .flatMap((each) => [each, ...listCommands(each)]);
}

/** Full name of a command, such as \`state settle\`. */
function listWords(command: Command): readonly string[] {
  const { parent } = command;
  return parent === null ? [] : [...listWords(parent), command.name()];
}

function toRow(command: Command): readonly string[] {
  const words = listWords(command);
  return [`[${toCode(words.join(' '))}](#${words.join('-')})`, toSentence(command.description())];
}

function renderCommand(command: Command): string {
  const words = listWords(command);
  const usage = ['cyclectl', ...words, command.usage()].join(' ');
  const { registeredArguments: args, options } = command;
  return [
    `## ${words.join(' ')}\n`,
    `${toSentence(command.description())}\n`,
    `\`\`\`text\n${usage}\n\`\`\`\n`,
    args.length === 0 ? '' : `${renderTable(['Argument', 'Meaning'], args.map(toArgumentRow))}\n`,
    options.length === 0 ? '' : `${renderOptions(options)}\n`,
    renderExamples(words.join(' ')),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function renderExamples(name: string): string {
  const lines = (examples[name] ?? []).map(([does, line]) => `# ${does}\n${line}\n`);
  return `\`\`\`sh parse\n${lines.join('')}\`\`\`\n`;
}

function toArgumentRow(argument: Argument): readonly string[] {
  const rest = argument.variadic ? '...' : '';
  const name = `${argument.name()}${rest}`;
  return [
    toCode(argument.required ? `<${name}>` : `[${name}]`),
    `${toSentence(argument.description)}${listFacts(argument)}`,
  ];
}

function renderOptions(options: readonly Option[]): string {
  const rows = options.map((option) => [
    toCode(option.flags),
    `${toSentence(option.description)}${listFacts(option)}`,
  ]);
  return renderTable(['Option', 'Meaning'], rows);
}

function listFacts({
  argChoices,
  defaultValue,
  defaultValueDescription,
  ...rest
}: Argument | Option): string {
  const choices = (argChoices ?? []).map(toCode).join(', ');
  const standard = defaultValueDescription ?? renderDefault(defaultValue);
  return [
    'mandatory' in rest && rest.mandatory === true ? ' Required.' : '',
    choices === '' ? '' : ` One of ${choices}.`,
    standard === '' ? '' : ` Default: ${standard}.`,
  ].join('');
}

function renderDefault(value: unknown): string {
  if (value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map((item) => toCode(String(item))).join(', ');
  return toCode(String(value));
}

function toSentence(text: string): string {
  const begun = text.replace(/^[a-z](?=[a-z']* |[a-z]*$)/, (first) => first.toUpperCase());
  return text === '' || text.endsWith('.') ? begun : `${begun}.`;
}
