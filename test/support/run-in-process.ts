import { expect } from 'vitest';
import { type CommandContext, type GlobalOptions, readBegun } from '../../src/app/context.ts';
import { makeNoPrompt, type Prompt } from '../../src/app/output/ask/prompt.ts';
import { openReports } from '../../src/app/output/requested-reports.ts';
import { toPieces } from '../../src/app/output/terminal.ts';
import { runProgram } from '../../src/cli/run-program.ts';
import { reportFormat } from '../../src/model/report/report-document.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { registerEnvironment } from '../canaries/register.ts';
import { searchSaid } from '../canaries/search.ts';
import { findDocumentFaults } from '../schemas/documents.ts';
import { HastyTimer } from '../service/open-for-test.ts';
import { closeAfterFile } from './opened.ts';
import { expectNoTrace, type Project, type Result } from './run-cyclectl.ts';

/** Output of a command in the test's process. */
export type RecordedContext = {
  readonly context: CommandContext;
  readonly out: () => string;
  readonly said: () => string;
};

/**
 * A context without a terminal that records output and searches it for secrets. The client's waits
 * take no time.
 */
export function openRecordedContext(
  environment: Readonly<Record<string, string>> = {},
  name = 'a command',
): RecordedContext {
  const out: string[] = [];
  const said: string[] = [];
  registerEnvironment(environment);
  closeAfterFile(() => {
    searchSaid(`stdout of ${name}`, out.join(''));
    searchSaid(`stderr of ${name}`, said.join(''));
  });
  const context: CommandContext = {
    terminal: {
      out: async (text) => {
        for await (const piece of toPieces(text)) out.push(piece);
      },
      log: (text) => void said.push(`${text}\n`),
      paint: plainPaint,
      status: () => undefined,
      progress: 'none',
      isScreen: false,
      // As wide as a terminal, because tests read what a person does.
      columns: 80,
      ask: makeNoPrompt(),
    },
    reported: new Set(),
    written: new Set(),
    reports: openReports(),
    environment,
    stopping: new AbortController().signal,
    deferSignals: () => undefined,
    afterwards: [],
    startCleanup: () => new AbortController().signal,
    paging: { isOpen: false },
    begun: readBegun(),
    timer: new HastyTimer(),
    version: '0.0.0',
  };
  return { context, out: () => out.join(''), said: () => said.join('') };
}

/** The options of every command, for a project folder. */
export function optionsFor(directory: string): GlobalOptions {
  return { directory, select: [], format: 'text', verbose: false };
}

/**
 * Runs the program in the test's own process: what a process of its own has beside it, its signals, streams
 * and start, is proven elsewhere. `out` is what it has printed so far.
 */
export function startInProcess(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  ...args: readonly string[]
): { readonly out: () => string; readonly ended: Promise<Required<Result>> } {
  const { context, out, said } = openRecordedContext(environment, `cyclectl ${args.join(' ')}`);
  const argv = ['-C', directory, ...args];
  const ended = runProgram(context, { argv, endedBy: () => null }).then((exitCode) => ({
    exitCode,
    stdout: out().trimEnd(),
    stderr: said().trimEnd(),
  }));
  return { out, ended };
}

// Other JSON, such as a schema or a catalog, starts otherwise.
function isDocument(stdout: string): boolean {
  return stdout.startsWith(`{"format":"${reportFormat}"`);
}

/** Result of a command in the test's process; see `startInProcess`. What is data has its schema. */
export async function runInProcess(
  project: Pick<Project, 'directory' | 'environment'>,
  ...args: readonly string[]
): Promise<Result> {
  const result = await startInProcess(project, ...args).ended;
  expectNoTrace(result.stderr);
  if (isDocument(result.stdout)) {
    expect(findDocumentFaults(result.stdout), `the schema of cyclectl ${args.join(' ')}`).toEqual(
      [],
    );
  }
  return result;
}

/** Answers of a person, one after another: typed or chosen; null takes what Enter takes. Then there are none. */
export type Answers = readonly (string | readonly string[] | null)[];

/**
 * Questions to a person with these answers. A text that is not valid is followed by the next one, as at a
 * terminal; each question, and what is wrong with an answer, is noted.
 */
export function openPerson(answers: Answers) {
  const left = [...answers];
  const questions: string[] = [];
  const wrong: string[] = [];
  const readWord: Prompt['readWord'] = async (question, { initial = '', check } = {}) => {
    questions.push(question);
    for (;;) {
      const next = left.shift();
      if (next === undefined) return null;
      const answer = String(next ?? initial);
      const reason = (await check?.(answer)) ?? null;
      if (reason === null) return answer;
      wrong.push(reason);
    }
  };
  const choose: Prompt['choose'] = async ({ question, options, initial = [] }) => {
    questions.push(question);
    const next = left.shift();
    if (next === undefined) return null;
    const chosen = [next ?? initial].flat();
    const known = new Set(options.map(({ value }) => value));
    const odd = chosen.filter((value) => !known.has(value));
    if (odd.length > 0) throw new Error(`${odd} is not among ${[...known]} of: ${question}`);
    return chosen;
  };
  const confirm: Prompt['confirm'] = async (question) =>
    (await readWord(question)) === 'yes' ? 'yes' : 'no';
  const ask: Prompt = { confirm, readWord, choose, lack: null };
  return { ask, questions, wrong };
}

/** Runs the program with a person at its terminal. `repeats` are the lines by which it runs again without one. */
export async function runAnswered(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  answers: Answers,
  ...args: readonly string[]
) {
  const { context, out, said } = openRecordedContext(environment, `cyclectl ${args.join(' ')}`);
  const { ask, ...person } = openPerson(answers);
  const terminal = { ...context.terminal, ask };
  const argv = ['-C', directory, ...args];
  const exitCode = await runProgram({ ...context, terminal }, { argv, endedBy: () => null });
  const stderr = said().trimEnd();
  const repeats = Array.from(
    stderr.matchAll(/To repeat without questions:((?: cyclectl .*)|(?:\n {2}cyclectl .*)+)/g),
    ([, lines = '']) => lines.trim().split(/\n +/),
  );
  return { exitCode, stdout: out().trimEnd(), stderr, ...person, repeats: repeats.at(-1) ?? [] };
}

/** Runs the program with a terminal on stderr. `frames` are the lines of progress that it drew, in their order. */
export async function runOnScreen(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  ...args: readonly string[]
) {
  const { context, out, said } = openRecordedContext(environment, `cyclectl ${args.join(' ')}`);
  const frames: string[] = [];
  let last: string | null = null;
  const terminal = {
    ...context.terminal,
    progress: 'screen' as const,
    status: (text: string | null) => {
      last = text;
      if (text !== null) frames.push(text);
    },
  };
  const argv = ['-C', directory, ...args];
  const exitCode = await runProgram({ ...context, terminal }, { argv, endedBy: () => null });
  return { exitCode, frames, last: last as string | null, text: `${out()}${said()}` };
}

/** Runs a line that a command printed, without a terminal, in another folder. */
export function runLine(
  line: string,
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
): Promise<Result> {
  const [program, dash, , ...args] = splitShellWords(line);
  expect([program, dash]).toEqual(['cyclectl', '-C']);
  return runInProcess({ directory, environment }, ...args);
}

function splitShellWords(line: string): readonly string[] {
  return Array.from(line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g), ([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll(`'\\''`, "'"),
  );
}
