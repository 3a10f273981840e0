import type { Terminal } from '../../app/output/terminal.ts';
import { plainPaint } from '../../reports/text/paint.ts';

/** An entry of the log: what happened, and what it is about. */
export type LogEntry = {
  readonly level: 'info' | 'warning' | 'error';
  readonly event: string;
  readonly [fact: string]: string | number | boolean | null | undefined;
};

export type WriteLog = (entry: LogEntry) => void;

/** Makes a log of JSON lines, each with its time, on the terminal. */
export function makeLog(terminal: Pick<Terminal, 'log'>, readTime: () => string): WriteLog {
  return ({ level, event, ...facts }) =>
    terminal.log(JSON.stringify({ at: readTime(), level, event, ...facts }));
}

/** Makes a terminal whose texts become entries of the log. It answers no question. */
export function toLogTerminal(log: WriteLog): Terminal {
  const write = (text: string) => log({ level: 'info', event: 'message', text });
  return {
    out: async (text) => {
      const pieces: string[] = [];
      for await (const piece of typeof text === 'string' ? [text] : text) pieces.push(piece);
      write(pieces.join(''));
    },
    log: write,
    paint: plainPaint,
    status: () => undefined,
    progress: 'none',
    isScreen: false,
    ask: { confirm: async () => 'no-terminal', readWord: async () => null },
  };
}
