import type { CommandContext, GlobalOptions } from '../../src/cli/context.ts';
import { plainPaint } from '../../src/stages/report/paint.ts';

/** What a command said when it was run inside the test's own process. */
export type Talk = {
  readonly context: CommandContext;
  readonly out: () => string;
  readonly said: () => string;
};

/** A terminal with nobody at it, which keeps what a command says. */
export function openTalk(environment: Readonly<Record<string, string>> = {}): Talk {
  const out: string[] = [];
  const said: string[] = [];
  const context: CommandContext = {
    terminal: {
      out: async (text) => void out.push(text),
      say: (text) => void said.push(`${text}\n`),
      paint: plainPaint,
      isAttended: false,
      isScreen: false,
      ask: { confirm: async () => 'no-terminal' },
    },
    told: new Set(),
    environment,
    stopping: new AbortController().signal,
    closeBeforeEnd: () => undefined,
    version: '0.0.0',
  };
  return { context, out: () => out.join(''), said: () => said.join('') };
}

/** The options of every command, for a project folder. */
export function optionsFor(directory: string): GlobalOptions {
  return { directory, select: [], format: 'text', verbose: false };
}
