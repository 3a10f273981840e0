import type { CommandContext } from '../app/context.ts';
import type { ExitCode } from '../app/exit-codes.ts';

/** What a command does; it is loaded only when it is called for. */
export type Story = (context: CommandContext, options: never) => Promise<ExitCode>;

/** Makes of a story what the parser calls. */
export type Runner = (load: () => Promise<Story>) => (...given: unknown[]) => Promise<void>;
