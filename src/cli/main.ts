import packageJson from 'cyclectl/package.json' with { type: 'json' };
import type { CommandContext, SignalTexts } from '../app/context.ts';
import { type ExitCode, exitCodes } from '../app/exit-codes.ts';
import { openReports } from '../app/output/requested-reports.ts';
import { isDumb, openTerminal, recordLostOutput, toColourMode } from '../app/output/terminal.ts';
import { graceMs } from '../kit/tasks/duration.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import { applyMemoryLimits } from './apply-memory-limits.ts';
import { reportError, runProgram } from './run-program.ts';

const version = packageJson.version;

/** Runs cyclectl on the arguments after the program's name and sets the process's exit code. */
export async function runCli(argv: readonly string[]): Promise<void> {
  applyMemoryLimits();
  const output = recordLostOutput();
  const colour = toColourMode(argv, process.env);
  const controller = new AbortController();
  // Before the command line is parsed, because what is wrong with it is printed too.
  const quiet = argv.some((word) => word === '--quiet' || /^-v*qv*$/.test(word));
  const wants = { colour, quiet, isDumb: isDumb(process.env) };
  const terminal = openTerminal({ ...wants, stopping: controller.signal });
  const paging = { isOpen: false };
  const stopping = watchSignals({ terminal, paging }, controller);
  const context: CommandContext = {
    terminal,
    reported: new Set(),
    written: new Set(),
    reports: openReports(),
    environment: process.env,
    stopping: stopping.signal,
    deferSignals: stopping.wait,
    afterwards: [],
    startCleanup: stopping.startCleanup,
    paging,
    version,
  };
  // Reports uncaught errors as all others, because Node would print secrets.
  process.on('uncaughtException', (error) => {
    const end = (code: ExitCode = exitCodes.failed) => process.exit(code);
    void reportError(context, error).then(end, () => end());
  });
  let result = await runProgram(context, { argv, endedBy: stopping.code });
  const lost = output.lost();
  if (lost !== null) {
    terminal.log(toVisible(`error: the output could not be written: ${lost}.`));
    if (result === exitCodes.ok) result = exitCodes.failed;
  }
  process.exitCode = stopping.code() ?? result;
  stopping.end();
}

type Signals = {
  readonly signal: AbortSignal;
  readonly code: () => ExitCode | null;
  /** Makes the first signal ask for an orderly end. */
  readonly wait: CommandContext['deferSignals'];
  /** Makes the first signal abort the cleanup, without a change of the exit code. */
  readonly startCleanup: () => AbortSignal;
  /** Ends the wait for signals when only output is left to flush. */
  readonly end: () => void;
};

/** Stops in an orderly way at the first signal while work is open, and at once at the second. */
function watchSignals(
  { terminal, paging }: Pick<CommandContext, 'terminal' | 'paging'>,
  controller: AbortController,
): Signals {
  let code: ExitCode | null = null;
  let isWaitedFor = false;
  let left: AbortController | null = null;
  let told: SignalTexts = {};
  const say = (text: string) => (told.log ?? terminal.log)(text);
  const end = (name: string, value: ExitCode) => () => {
    if (left !== null && !left.signal.aborted) {
      say(`${name}: skipping the remaining notifications.`);
      left.abort();
      return;
    }
    if (code !== null || !isWaitedFor) {
      const { unclosed } = told;
      say(`${name}${code === null || unclosed === undefined ? '' : `: ${unclosed}`}.`);
      process.exit(value);
    }
    code = value;
    say(
      `${name}: finishing operations in flight and starting no new ones. Press Ctrl-C again to abort.`,
    );
    controller.abort();
  };
  const interrupt = end('Interrupted', exitCodes.interrupted);
  // In a pager the key is for the pager, as it is in git.
  process.on('SIGINT', () => {
    if (!paging.isOpen) interrupt();
  });
  process.on('SIGTERM', end('Terminated', exitCodes.terminated));
  // Ends when the terminal is gone, as when a connection drops during an apply.
  process.on('SIGHUP', end('Hung up', exitCodes.hungUp));
  const wait = (how: SignalTexts = {}) => {
    isWaitedFor = true;
    told = how;
  };
  const outlive = () => {
    left = new AbortController();
    return left.signal;
  };
  const finish = () => {
    isWaitedFor = false;
    left = null;
    told = {};
    const given = code;
    // Exits after the grace period, because unread output would keep the process alive.
    if (given !== null) setTimeout(() => process.exit(given), graceMs).unref();
  };
  return { signal: controller.signal, code: () => code, wait, startCleanup: outlive, end: finish };
}
