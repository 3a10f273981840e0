import type { Progress } from '../app/context.ts';
import type { Terminal } from '../app/output/terminal.ts';
import type { Timer } from '../kit/tasks/timer.ts';
import type { PlanReport, ReportFile } from '../model/report/report-document.ts';

/** The project, the environment and the accounts that calls are about. */
export type ProjectOptions = {
  /** Folder of cyclectl.yaml; the working folder by default. */
  readonly directory?: string;
  /** Name of the environment; by default the one of `CYCLECTL_ENVIRONMENT`, of cyclectl.yaml, or the only one. */
  readonly environment?: string;
  /** Selections of accounts, such as `account=northwind` or `label=tier=gold`; every account by default. */
  readonly select?: readonly string[];
  /** Environment variables that settings, credentials and secrets are read from; `process.env` by default. */
  readonly environmentVariables?: Readonly<Record<string, string | undefined>>;
  /** Programs that manifests may read secrets from; none by default. */
  readonly allowExec?: readonly string[];
  /** Clock of waits and rate limits; the machine's own by default. For tests. */
  readonly timer?: Timer;
};

/**
 * Takes texts, as `cyclectl` prints them: `out` the result, `log` all else. The other members are about a
 * terminal: colors, columns, a line of progress; without them, texts are as in a file.
 */
export type Output = Pick<Terminal, 'out' | 'log'> &
  Partial<Pick<Terminal, 'paint' | 'status' | 'progress' | 'isScreen' | 'columns' | 'rows'>>;

/** Options of `plan`, `apply` and `drift` about the call itself. */
export type CallOptions = {
  /**
   * Stops the call: nothing new begins, steps in flight are finished, and no cycle is left paused. `plan`
   * and `drift` then throw; so does `apply` before its first write.
   */
  readonly signal?: AbortSignal;
  /** Called after each account. Where it is asynchronous, the call waits for it at its end. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called before `apply` writes: from then on, stop it by its signal and wait. `unclosed` is what an exit would leave. */
  readonly onStart?: (work: { readonly unclosed?: string }) => void;
  /** Called when all is closed and notifications are left to send; the returned signal skips them. */
  readonly onEnd?: () => AbortSignal;
  /** Where texts are printed; nowhere by default. */
  readonly output?: Output;
  /** The format of `output.out`; `text` by default. */
  readonly format?: 'text' | 'json';
  /** Logs a line per request to `output.log`. */
  readonly verbose?: boolean;
  /** The start of the time in reports: the call, by default, or its process. */
  readonly timesFrom?: 'call' | 'process';
  /** Files to write reports to, as by `--report FORMAT=FILE`. */
  readonly reports?: readonly ReportFile[];
};

/** The question of `apply` about a plan that it has made. */
export type Question = {
  /** The question, as a text for people. */
  readonly question: string;
  /** The plan, with all its accounts; readable until the answer. */
  readonly plan: PlanReport;
};

/** True: apply it. False: it was declined. An object: it cannot be asked, with the reason as a clause. */
export type Answer = boolean | { readonly cannotAsk: string };

/** The way to ask before `apply` writes a plan that it has made. */
export type AskOptions = {
  /** Answers the question; without it the answer is no, and nothing is written. Not with `yes` or a saved plan. */
  readonly confirm?: (asked: Question) => Answer | Promise<Answer>;
};
