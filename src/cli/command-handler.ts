import type { CommandContext } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';

/** What a command does; it is loaded only when it is called for. */
export type CommandHandler = (context: CommandContext, options: never) => Promise<ExitCode>;

/** Makes of a story what the parser calls. */
export type MakeAction = (
  load: () => Promise<CommandHandler>,
) => (...given: unknown[]) => Promise<void>;
