import { makeNoPrompt } from '../../app/output/ask/prompt.ts';
import type { Terminal } from '../../app/output/terminal.ts';
import { isReportedOnly } from '../../model/plan/plan.ts';
import type { WatchResult } from '../../model/state/shared/watch.ts';
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

/** Lists the entries of a job, with its sweep as the run, and the first address that drifted. */
export function listJobEntries(
  result: WatchResult & { readonly run: string; readonly isApplied: boolean },
): readonly LogEntry[] {
  const { account, run, commit, state, failures, reason, found, isApplied } = result;
  const about = { run, account, commit };
  const entries: LogEntry[] = [];
  if (isApplied) entries.push({ level: 'info', event: 'account-applied', ...about });
  const items = found?.kind === 'read' ? found.items.filter((item) => !isReportedOnly(item)) : [];
  const [first] = items;
  const drift = first === undefined ? {} : { address: first.address, items: items.length };
  const level = failures > 0 ? 'warning' : 'info';
  if (level !== 'info' || state !== 'in-sync')
    entries.push({ level, event: `account-${state}`, ...about, ...drift, text: reason });
  return entries;
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
    columns: null,
    ask: makeNoPrompt(),
  };
}
