import { type Command, CommanderError } from 'commander';
import { makeProgram } from '../../src/cli/make-program.ts';

/** The definitions of all commands, where none does anything. */
export function openDefinitions(): Command {
  const terminal = { out: async () => undefined, log: () => undefined };
  const program = makeProgram({ version: '0.0.0', terminal } as never, () => undefined);
  const silence = (command: Command): void => {
    command.action(() => undefined);
    for (const each of command.commands) silence(each);
  };
  for (const each of program.commands) silence(each);
  return program;
}

/** What the parser says against the words behind the name of the program; null where it takes them. */
export async function refuseWords(words: readonly string[]): Promise<string | null> {
  try {
    await openDefinitions().parseAsync([...words], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? null : error.message;
  }
}
