import type { Command } from 'commander';
import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { findPlace } from './find-place.ts';
import { type Completion, listCandidates } from './list-candidates.ts';
import { openNames } from './read-names.ts';
import { parseLine, parseWords, type Shell, type TypedLine, toInsertion } from './shell-words.ts';

/** Bits of the last line, which the scripts of shells read. */
const noSpace = 2;
const noFiles = 4;
const foldersOnly = 16;

type CompleteOptions = {
  readonly shell: Shell;
  /** From bash the line up to the cursor, and the characters at which it breaks words; else the words. */
  readonly words: readonly string[];
};

/**
 * Answers the script of a shell: a candidate per line, and what the shell does with them. Reads the
 * definitions of the program and files of the project alone; opens no connection and no store.
 */
export async function runComplete(
  { terminal }: Pick<CommandContext, 'terminal'>,
  program: Command,
  { shell, words }: CompleteOptions,
): Promise<ExitCode> {
  const [first = '', breaks = ''] = words;
  const line = shell === 'bash' ? parseLine(first) : parseWords(words, shell);
  const place = findPlace(program, line.before, line.word);
  const names = openNames(place.directory);
  const completion = await listCandidates({ program, names }, place, line.word);
  await terminal.out(formatCompletion(completion, line, { shell, breaks }));
  return exitCodes.ok;
}

function formatCompletion(
  { candidates, paths }: Completion,
  line: TypedLine,
  target: { readonly shell: Shell; readonly breaks: string },
): string {
  const lines = candidates.flatMap(({ value, description }) => {
    const inserted = toInsertion(value, line, target);
    if (inserted === null) return [];
    return target.shell === 'bash' || description === undefined
      ? [inserted]
      : [`${inserted}\t${description}`];
  });
  const isOpen = candidates.some((each) => each.isOpen);
  const ofPaths = { none: noFiles, files: 0, folders: foldersOnly }[paths];
  return `${[...lines, `:${ofPaths + (isOpen ? noSpace : 0)}`].join('\n')}\n`;
}
