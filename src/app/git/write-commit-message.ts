import { wrapText } from '../../kit/text/wrap-text.ts';
import { toLine } from '../../kit/text/write-name.ts';

/** Columns of a commit message. */
const width = 72;

/** What a commit says: in a line, why, what it has, and what is left to a person. Every sign is visible. */
export function writeCommitMessage(message: {
  readonly says: string;
  readonly why: string;
  readonly items: readonly string[];
  readonly left: readonly string[];
}): string {
  const { says, why, items, left } = message;
  return [
    toLine(says),
    '',
    ...wrapText(toLine(why), width),
    '',
    ...items.flatMap(writeItem),
    ...(left.length === 0 ? [] : ['', 'To be looked at:', '', ...left.flatMap(writeItem)]),
    '',
  ].join('\n');
}

function writeItem(text: string): string[] {
  return wrapText(toLine(text), width - 2).map((line, index) =>
    index === 0 ? `- ${line}` : `  ${line}`,
  );
}
