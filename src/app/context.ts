import type { Timer } from '../kit/tasks/timer.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
import type { CommitLocation } from './git/read-commit.ts';
import type { RequestedReports, ResultTaker } from './output/requested-reports.ts';
import type { Terminal } from './output/terminal.ts';

/** Texts about a signal, and where they go. */
export type SignalTexts = {
  /** Work that a second signal leaves. */
  readonly unclosed?: string;
  /** Takes the texts; the terminal by default. */
  readonly log?: (text: string) => void;
};

/** The moment and the processor time from which a command counts what it takes. */
export type Begun = {
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly atMs: number;
  readonly cpu: NodeJS.CpuUsage;
};

/** This moment, for what begins later than its process. */
export function readBegun(): Begun {
  return { atMs: performance.now(), cpu: process.cpuUsage() };
}

/** The context of every command, besides its own options. */
export type CommandContext = {
  readonly terminal: Terminal;
  /** Diagnostics of the whole run so far, for reports as data. */
  readonly reported: Set<Diagnostic>;
  /** Accounts in which the service may have been changed so far, for the exit code of an error that ends the command. */
  readonly written: Set<string>;
  /** The files that reports are to be written to. */
  readonly reports: RequestedReports;
  /** The process's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the process is asked to end: no new work. */
  readonly stopping: AbortSignal;
  /**
   * Called before a command opens work that it must close. Until then a signal ends the process at
   * once; afterwards the first signal waits for the work, and a second one says what is unclosed.
   */
  readonly deferSignals: (told?: SignalTexts) => void;
  /**
   * Work after the command has closed its run. It changes no exit code, and stops when its signal
   * is aborted.
   */
  readonly afterwards: ((stopping: AbortSignal) => Promise<void>)[];
  /** Starts the cleanup: from then on a first signal aborts the returned signal. */
  readonly startCleanup: () => AbortSignal;
  /** The words of the command line behind the program's name; absent where there is none. */
  readonly typed?: readonly string[];
  /** Open while a pager has the keys of the terminal, also the one that interrupts. */
  readonly paging: { isOpen: boolean };
  /** Programs that `--allow-exec` lets manifests read secrets from. */
  readonly allowExec?: readonly string[];
  /** Clock of the client's limits and waits; the machine's own by default. */
  readonly timer?: Timer;
  /** Part of the rate of requests that this process has together with all replicas of controllers; absent for commands. */
  readonly part?: number;
  /** The commit of the manifests, where it is known without asking git; absent for commands. */
  readonly checkout?: CommitLocation;
  /** Takes the result as values; absent where its output is all that counts. */
  readonly taker?: ResultTaker;
  /** Called after each account of a part of the command. Where it throws, the command ends. */
  readonly onProgress?: (progress: Progress) => void;
  /** When it began, if not with its process. */
  readonly begun?: Begun;
  /** cyclectl's own version. */
  readonly version: string;
};

/** How far a part of a command is. */
export type Progress = {
  /** Plan: `planning`; apply: `planning`, then `applying`; drift: `comparing`. */
  readonly phase: string;
  /** Accounts that are done. */
  readonly done: number;
  /** All accounts of it; null if that is unknown. */
  readonly total: number | null;
};

/** Options that are allowed before or after every command. */
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
