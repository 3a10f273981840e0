import packageJson from 'cyclectl/package.json' with { type: 'json' };
import type { CommandContext } from '../app/context.ts';
import { type ExitCode, exitCodes } from '../app/exit-codes.ts';
import { openReports } from '../app/output/open-reports.ts';
import { reportInternalError } from '../app/output/report-internal-error.ts';
import { detectLostOutput, openTerminal, type Terminal } from '../app/output/terminal.ts';
import { graceMs } from '../kit/tasks/start-grace-period.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import { runProgram } from './run-program.ts';

const version = packageJson.version;

/** Runs cyclectl on the arguments after the program's name and sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const output = detectLostOutput();
  const colour = !argv.includes('--no-color') && !process.env.NO_COLOR;
  const controller = new AbortController();
  const terminal = openTerminal({ colour, stopping: controller.signal });
  const stopping = watchSignals(terminal, controller);
  const context: CommandContext = {
    terminal,
    reported: new Set(),
    reports: openReports(),
    environment: process.env,
    stopping: stopping.signal,
    deferSignals: stopping.wait,
    afterwards: [],
    startCleanup: stopping.startCleanup,
    version,
  };
  // What is thrown where nobody waits for it is told in the same way, and not by Node, which strikes nothing.
  process.on('uncaughtException', (error) => {
    void reportInternalError(context, error).finally(() => process.exit(exitCodes.failed));
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
  /** From now on the first signal only asks. */
  readonly wait: CommandContext['deferSignals'];
  /** From now on the first signal changes no code: it aborts what this gives. */
  readonly startCleanup: () => AbortSignal;
  /** All is done but for output that is still to be taken: a signal does not wait for it, or for some seconds alone. */
  readonly end: () => void;
};

/** Where something is open, the first signal asks for an end and the second one gets it. */
function watchSignals(terminal: Terminal, controller: AbortController): Signals {
  let code: ExitCode | null = null;
  let isWaitedFor = false;
  let left: AbortController | null = null;
  let unclosed = '';
  const end = (name: string, value: ExitCode) => () => {
    if (left !== null && !left.signal.aborted) {
      terminal.log(`${name}: nobody else is told of what was done.`);
      left.abort();
      return;
    }
    if (code !== null || !isWaitedFor) {
      terminal.log(`${name}${code === null ? '' : unclosed}.`);
      process.exit(value);
    }
    code = value;
    terminal.log(`${name}: no new work is begun; what is open is closed. Once more ends at once.`);
    controller.abort();
  };
  process.on('SIGINT', end('Interrupted', exitCodes.interrupted));
  process.on('SIGTERM', end('Terminated', exitCodes.terminated));
  // The terminal went away, as when a connection drops in the middle of an apply.
  process.on('SIGHUP', end('Hung up', exitCodes.hungUp));
  const wait = (says?: string) => {
    isWaitedFor = true;
    unclosed = says === undefined ? '' : `: ${says}`;
  };
  const outlive = () => {
    left = new AbortController();
    return left.signal;
  };
  const finish = () => {
    isWaitedFor = false;
    left = null;
    unclosed = '';
    const given = code;
    // What nobody takes keeps the process from its end, and this does not.
    if (given !== null) setTimeout(() => process.exit(given), graceMs).unref();
  };
  return { signal: controller.signal, code: () => code, wait, startCleanup: outlive, end: finish };
}
