import type { CommandContext } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';

/** Runs one command; loaded only when its command is called. */
export type CommandHandler = (context: CommandContext, options: never) => Promise<ExitCode>;

/** Wraps a handler as the action that the parser calls. */
export type MakeAction = (
  load: () => Promise<CommandHandler>,
) => (...given: unknown[]) => Promise<void>;
