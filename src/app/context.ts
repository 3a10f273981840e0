import type { Timer } from '../kit/tasks/limiter.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
import type { RequestedReports } from './output/open-reports.ts';
import type { Terminal } from './output/terminal.ts';

/** What every command is handed beside its own options. */
export type CommandContext = {
  readonly terminal: Terminal;
  /** What was told of the run as a whole so far, for those who read the data and not the talk. */
  readonly reported: Set<Diagnostic>;
  /** The files that reports are to be written to. */
  readonly reports: RequestedReports;
  /** The process's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the process is asked to end: no new work. */
  readonly stopping: AbortSignal;
  /**
   * Called by a command that has something to close, before it opens it: from then on a first signal
   * waits for it. Until then, and for commands that only look, a signal ends the process at once. `unclosed` is what a
   * second signal is answered with, which waits for nothing.
   */
  readonly deferSignals: (unclosed?: string) => void;
  /**
   * What is left to do when the command has closed what it opened. It changes no exit code, and ends at once when its
   * signal is aborted.
   */
  readonly afterwards: ((stopping: AbortSignal) => Promise<void>)[];
  /** From then on a first signal ends nothing but what is left to do: it aborts what this gives. */
  readonly startCleanup: () => AbortSignal;
  /** Programs that `--allow-exec` lets manifests read secrets from. */
  readonly allowExec?: readonly string[];
  /** Time for the limits of the service's client and its waits; the machine's own where it is left out. */
  readonly timer?: Timer;
  /** cyclectl's own version. */
  readonly version: string;
};

/** Options that stand before or after every command. */
export type GlobalOptions = {
  readonly directory: string;
  readonly env?: string;
  readonly select: readonly string[];
  readonly format: 'text' | 'json';
  readonly verbose: boolean;
};

/** Waits until the process is asked to end. */
export function waitForStop({ stopping }: Pick<CommandContext, 'stopping'>): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
}
