import { toLine } from '../../kit/text/format-name.ts';
import { toWrappedLines } from '../../kit/text/text-layout.ts';

/** Columns of a commit message. */
const width = 72;

/**
 * Formats a commit message: subject, reason, content, and open points. Control characters are made
 * visible.
 */
export function formatCommitMessage(message: {
  readonly says: string;
  readonly why: string;
  readonly items: readonly string[];
  readonly left: readonly string[];
}): string {
  const { says: text, why, items, left } = message;
  return [
    toLine(text),
    '',
    ...toWrappedLines(toLine(why), width),
    '',
    ...items.flatMap(formatItem),
    ...(left.length === 0 ? [] : ['', 'To review:', '', ...left.flatMap(formatItem)]),
    '',
  ].join('\n');
}

function formatItem(text: string): string[] {
  return toWrappedLines(toLine(text), width - 2).map((line, index) =>
    index === 0 ? `- ${line}` : `  ${line}`,
  );
}
