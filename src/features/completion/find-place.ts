import type { Argument, Command, Option } from 'commander';

/** The place of the word at the cursor in a command line. */
export type WordPlace = {
  readonly command: Command;
  /** Option whose value it is; null for none. */
  readonly option: Option | null;
  /** Letters of it before the value: those of `--environment=`. */
  readonly start: number;
  /** Argument that it would be; null if it begins with a dash, or the command takes no more. */
  readonly argument: Argument | null;
  /** True if it may be a subcommand. */
  readonly isCommand: boolean;
  /** Folder of the project, as typed. */
  readonly directory: string;
};

/** Finds the place of a word behind others, by the definitions of the program. */
export function findPlace(
  program: Command,
  before: readonly string[],
  word: string,
): WordPlace & { readonly isOption: boolean } {
  let command = program;
  let pending: Option | null = null;
  let isOver = false;
  let directory = '.';
  const operands: string[] = [];
  for (const each of before) {
    if (pending !== null) {
      if (pending.long === '--directory') directory = each;
      pending = null;
    } else if (each === '--' && !isOver) isOver = true;
    else if (each.startsWith('-') && !isOver) {
      const { option, value } = readOption(program, command, each);
      if (option?.long === '--directory' && value !== null) directory = value;
      if (option !== null && value === null && hasValue(option)) pending = option;
    } else if (each !== 'help' || operands.length > 0) {
      // The name of a command follows help as it follows the program.
      const below = operands.length === 0 ? findCommand(command, each) : undefined;
      if (below === undefined) operands.push(each);
      else command = below;
    }
  }
  const isOption = pending === null && !isOver && word.startsWith('-');
  const own = isOption ? readOption(program, command, word) : null;
  const attached = own?.value !== null && own?.value !== undefined ? own.option : null;
  const isOperand = pending === null && !isOption;
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[operands.length] ?? (last?.variadic === true ? last : null);
  return {
    command,
    option: pending ?? attached,
    start: attached === null ? 0 : word.length - (own?.value ?? '').length,
    argument: isOperand ? argument : null,
    isCommand: isOperand && operands.length === 0,
    isOption: isOption && attached === null,
    directory,
  };
}

/** Returns whether an option takes a value. */
export function hasValue(option: Option): boolean {
  return option.required || option.optional;
}

/** Commands below one that its help shows. */
export function listCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** Options that a command takes: its own, and those of the program. */
export function listOptions(program: Command, command: Command): readonly Option[] {
  const own = command === program ? [] : command.options;
  return [...own, ...program.options].filter(({ hidden }) => !hidden);
}

function findCommand(command: Command, name: string): Command | undefined {
  return listCommands(command).find((each) => each.name() === name);
}

/** An option as it was typed, and the value that is attached to it: `--format=json`, `-eprod`. */
function readOption(
  program: Command,
  command: Command,
  word: string,
): { readonly option: Option | null; readonly value: string | null } {
  const options = listOptions(program, command);
  const [name, ...rest] = word.split('=');
  if (word.startsWith('--')) {
    const option = options.find(({ long }) => long === name) ?? null;
    return { option, value: rest.length === 0 ? null : rest.join('=') };
  }
  const option = options.find(({ short }) => short === word.slice(0, 2)) ?? null;
  const isAttached = option !== null && hasValue(option) && word.length > 2;
  return { option, value: isAttached ? word.slice(2) : null };
}
