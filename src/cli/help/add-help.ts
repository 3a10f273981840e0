import { Command } from 'commander';
import { commandGroups } from './command-groups.ts';
import { examples } from './examples.ts';
import { ProgramHelp } from './program-help.ts';

/** Groups the commands in the help of the program, and adds examples to the help of each. */
export function addHelp(program: Command, findDocs: () => string): void {
  const help = new Command('help')
    .argument('[command...]')
    .description('Show help for a command, or with --all for all commands')
    .helpOption(false);
  program.addHelpCommand(help);
  for (const { heading, names } of commandGroups) {
    for (const each of [...program.commands, help]) {
      if (names.includes(each.name())) each.helpGroup(heading);
    }
  }
  // The parser keeps words that it does not know here: `--help --all`.
  const isAll = () => program.args.includes('--all');
  program.createHelp = () =>
    Object.assign(new ProgramHelp({ isAll: isAll() }), program.configureHelp());
  // Options of a family, such as those of consent, are not for its commands.
  for (const each of listBelow(program))
    each.configureHelp({
      ...each.configureHelp(),
      visibleGlobalOptions: () => [...program.options],
    });
  addExamples(program, '');
  program.addHelpText('after', () => `\n${formatEnd(isAll(), findDocs())}`);
}

/**
 * Words of a command line in which `help FAMILY COMMAND` is what the parser knows: `FAMILY help COMMAND`.
 * Help for an unknown command becomes that command, so that the parser suggests one.
 */
export function resolveHelpWords(program: Command, argv: readonly string[]): readonly string[] {
  const [first, family, ...rest] = argv;
  const found = program.commands.find((each) => each.name() === family);
  const isUnknown = found === undefined && family !== 'help' && family?.startsWith('-') === false;
  if (first === 'help' && isUnknown) return [family, ...rest];
  const isOfFamily = found !== undefined && found.commands.length > 0;
  if (first !== 'help' || family === undefined || !isOfFamily || rest.length === 0) return argv;
  return [family, 'help', ...rest];
}

function listBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...listBelow(each)]);
}

// Also names the help of a family, which its own commands do not inherit.
function addExamples(command: Command, name: string): void {
  const lines = (examples[name] ?? []).map(([does, line]) => `  # ${does}\n  ${line}\n`);
  command.addHelpText('after', `\nExamples:\n${lines.join('')}`.trimEnd());
  if (name !== '' && command.commands.length > 0)
    command.helpCommand('help [command]', 'Show help for a command');
  for (const each of command.commands) addExamples(each, `${name} ${each.name()}`.trim());
}

function formatEnd(isAll: boolean, docs: string): string {
  const more = 'cyclectl COMMAND --help shows the options and examples of a command.';
  return [
    ...(isAll ? [] : ['cyclectl --help --all lists all commands.']),
    more,
    `\nDocumentation:\n  ${docs}`,
  ].join('\n');
}
