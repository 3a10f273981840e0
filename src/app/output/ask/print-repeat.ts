import { formatArgument, formatQuoted, isPossibleArgument } from '../../../kit/text/format-name.ts';
import type { CommandContext } from '../../context.ts';

/**
 * Prints the command as it was typed with the answers of a person as its options, so that it runs again without
 * a question. Several runs of it have several lines.
 */
export function printRepeat(
  { terminal, typed = [], environment }: Pick<CommandContext, 'terminal' | 'typed' | 'environment'>,
  ...runs: readonly (readonly string[])[]
): void {
  const commands = runs.map((answers) => {
    const named = nameEnvironment([...typed, ...answers], environment.CYCLECTL_ENVIRONMENT);
    return ['cyclectl', ...addAnswers(typed, [...named, ...answers])];
  });
  const lines = commands.map((words) => words.map(formatArgument).join(' '));
  const [only] = lines;
  if (only === undefined) return;
  const lost = commands.flat().find((word) => !isPossibleArgument(word));
  if (lost !== undefined) {
    terminal.log(
      `No line repeats this without questions: no shell can pass ${formatQuoted(lost)}.`,
    );
    return;
  }
  const text = 'To repeat without questions:';
  terminal.log(lines.length === 1 ? `${text} ${only}` : [text, ...lines].join('\n  '));
}

// Another shell, or a pipeline, may have another environment in its variables.
function nameEnvironment(words: readonly string[], name = ''): readonly string[] {
  const isNamed = words.some((word) => /^(?:-e|--environment|--from)/.test(word));
  return name === '' || isNamed ? [] : ['-e', name];
}

/** Adds answers to the words of a command line: before `--`, behind which all is an argument. */
export function addAnswers(
  typed: readonly string[],
  answers: readonly string[],
): readonly string[] {
  const end = typed.indexOf('--');
  const at = end === -1 ? typed.length : end;
  return [...typed.slice(0, at), ...answers, ...typed.slice(at)];
}

/** Lists the words of a command line without some options: flags, and options that have a value each. */
export function listTypedWithout(
  { typed = [] }: Pick<CommandContext, 'typed'>,
  { flags, valued }: { readonly flags: readonly string[]; readonly valued: readonly string[] },
): readonly string[] {
  return typed.filter((word, index) => {
    const isValue = valued.includes(typed[index - 1] ?? '');
    const isOwn = flags.includes(word) || valued.includes(word);
    return !isValue && !isOwn && !valued.some((name) => word.startsWith(`${name}=`));
  });
}
