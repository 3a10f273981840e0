import { join } from 'node:path';
import type { Command } from 'commander';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { CommandContext } from '../../src/app/context.ts';
import { runProgram } from '../../src/cli/run-program.ts';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { init, nameFolder } from '../support/begin-project.ts';
import { copyExample, copyProject, type Project } from '../support/run-cyclectl.ts';
import { openRecordedContext } from '../support/run-in-process.ts';
import { expectParts } from './expect-sample.ts';
import {
  type Line,
  listInlineCommands,
  listProgramLines,
  listSteps,
  type Output,
  splitWords,
  type WrittenFile,
} from './read-commands.ts';
import { listBlocks, readPages } from './read-pages.ts';
import { openDefinitions, refuseWords } from './refuse-words.ts';

const pages = await readPages();

/** What the parser says against the words of a line; null where it takes them. */
async function refuseLine({ page, line, command }: Line): Promise<string | null> {
  const words = splitWords(command.replace(/^npx /, '').replace(/ > \S+$/, '')).slice(1);
  const refused = await refuseWords(words);
  return refused === null ? null : `${page}:${line}: ${command}: ${refused}`;
}

/** The command that words begin with, and the words behind its name. */
function findCommand(
  parent: Command,
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  const [word, ...rest] = words;
  const command = parent.commands.find((each) => each.name() === word);
  return command === undefined ? { command: parent, rest: words } : findCommand(command, rest);
}

/** An option or command of a text that the program does not have; a text may leave out what a command needs. */
function listUnknown(program: Command, code: string): readonly string[] {
  const { command, rest } = findCommand(program, splitWords(code).slice(1));
  const options = [...program.options, ...command.options].flatMap(({ short, long, negate }) => [
    short,
    long,
    negate ? long?.replace('--no-', '--') : undefined,
  ]);
  const helpWords = rest.includes('--help') ? ['--help', '--all'] : [];
  const unknown = rest.filter(
    (word) => /^--?[a-z]/.test(word) && !options.includes(word) && !helpWords.includes(word),
  );
  const isFamily = command.commands.length > 0 && !['emulator', 'secrets'].includes(command.name());
  const [first = ''] = rest;
  return isFamily && /^[a-z]/.test(first) ? [...unknown, first] : unknown;
}

test('every command line of a block is one that the program takes', async () => {
  const lines = pages.flatMap(listProgramLines);
  expect(lines.length).toBeGreaterThan(80);
  const refused = await Promise.all(lines.map(refuseLine));
  expect(refused.filter((line) => line !== null)).toEqual([]);
});

test('every command and option that a text names is one of the program', () => {
  const program = openDefinitions();
  const codes = pages.flatMap((page) =>
    listInlineCommands(page).flatMap((code) =>
      listUnknown(program, code).map((word) => `${page.path}: ${code}: ${word}`),
    ),
  );
  expect(codes).toEqual([]);
});

test('every block of YAML can be read as YAML', () => {
  const broken = pages.flatMap((page) =>
    listBlocks(page)
      .filter(({ language }) => /^yaml\b/.test(language))
      .flatMap(({ line, text }) =>
        parseAllDocuments(text).flatMap(({ errors }) =>
          errors.map(({ message }) => `${page.path}:${line}: ${message}`),
        ),
      ),
  );
  expect(broken).toEqual([]);
});

/** A file that a page names is in the folder of the project, where a reader works; `--report` has its format before it. */
function placeFile(project: Project, word: string): string {
  const [, format = '', file] =
    /^(\w+=)?([\w./-]+\.(?:json|jsonl|patch|html|md|txt|xml|sarif))$/.exec(word) ?? [];
  return file === undefined ? word : `${format}${join(project.directory, file)}`;
}

async function runLine(project: Project, { command }: Line) {
  const { directory, environment } = project;
  const [program, ...words] = splitWords(
    command.replace(/^npx cyclectl -C examples\/quickstart /, 'cyclectl '),
  );
  if (program !== 'cyclectl') {
    expect(['cp', 'git', 'mkdir', 'mv', 'sed'], `${command}: mark the block as parse`).toContain(
      program,
    );
    const { exitCode, all } = await execa('sh', ['-c', command], {
      cwd: directory,
      reject: false,
      all: true,
    });
    return { exitCode, said: all };
  }
  const { context, out, said } = openRecordedContext(environment, command);
  const { terminal } = context;
  const answering: CommandContext = {
    ...context,
    terminal: {
      ...terminal,
      ask: {
        confirm: async () => 'yes',
        readWord: async () => null,
        choose: async ({ initial = null }) => initial,
        lack: null,
      },
    },
  };
  const argv = ['-C', directory, ...words.map((word) => placeFile(project, word))];
  const exitCode = await runProgram(answering, { argv, endedBy: () => null });
  return { exitCode, said: `${out()}\n${said()}` };
}

type Step = Line | Output | WrittenFile;

async function runPage(project: Project, steps: readonly Step[]): Promise<void> {
  let printed = '';
  for (const step of steps) {
    const place = `${step.page}:${step.line}`;
    if ('path' in step) {
      await project.write(step.path, step.text);
      continue;
    }
    if ('parts' in step) {
      expectParts(printed, step.parts, place);
      continue;
    }
    const { exitCode, said } = await runLine(project, step);
    printed = said;
    expect(exitCode, `${place}: ${step.command}\n${said}`).toBe(step.exitCode);
  }
}

// Those of the other pages are requests to the emulator or belong to another example, and have tests of their own.
const isRun = /^(?:README|docs\/(?:tutorial|guides)\/.+|docs\/reference\/reports)\.md$/;
const runPages = pages
  .map((page) => ({ path: page.path, steps: listSteps(page) }))
  .filter(({ path, steps }) => isRun.test(path) && steps.length > 0);

let applied: Promise<Project> | undefined;

/** The quickstart with all of it applied, where guides begin. */
async function openApplied(): Promise<Project> {
  const project = await copyExample('quickstart');
  const apply = { page: 'the guides', line: 0, command: 'cyclectl apply', exitCode: 0 };
  await runPage(project, [apply]);
  return project;
}

const rolloutGuide = 'docs/guides/roll-out-changes.md';

/** A new project; with all that the guide to rollouts does in it where another guide goes on from there. */
async function openLocal(path: string): Promise<Project> {
  const folder = await nameFolder();
  expect((await init(folder, '--local')).exitCode).toBe(0);
  const project = await copyProject({ directory: folder });
  const before = runPages.find((page) => page.path === rolloutGuide && path !== rolloutGuide);
  await runPage(project, before?.steps ?? []);
  return project;
}

async function openBeginning(path: string): Promise<Project> {
  if ([rolloutGuide, 'docs/guides/hold-accounts.md'].includes(path)) return openLocal(path);
  if (/^README|tutorial/.test(path)) return copyExample('quickstart');
  applied ??= openApplied();
  return copyProject(await applied);
}

test.each(runPages)('the commands of $path do what it says', async ({ path, steps }) => {
  await runPage(await openBeginning(path), steps);
});

test('a world that a page shows is one that an emulator takes', async () => {
  const worlds = pages.flatMap(listBlocks).filter(({ language }) => language === 'yaml world');
  expect(worlds).toHaveLength(1);
  for (const { text } of worlds) await (await openEmulator({ world: text })).close();
});

test('the tutorial and guides have commands that are run', async () => {
  expect(runPages.map(({ path }) => path)).toContain('docs/tutorial/first-project.md');
  expect(runPages.length).toBeGreaterThan(5);
});
