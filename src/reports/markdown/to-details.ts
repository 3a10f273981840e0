import { formatName } from '../../kit/text/format-name.ts';
import { formatCodeBlock, formatHtmlCode } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import { formatDetails } from './format-layout.ts';
import { type MarkdownAccount, toBlockLines } from './markdown-report.ts';

/** Characters of one account, so that it does not take the room of all others. */
const maxCharacters = 20_000;

/** The lines of an account, collapsed under its name. */
export function toDetails(
  { account, text }: Pick<MarkdownAccount, 'account' | 'text'>,
  texts: readonly string[],
): string {
  const block = formatCodeBlock('diff', cutLines(toBlockLines(texts)));
  return formatDetails(`${formatHtmlCode(formatName(account))}: ${text}`, block);
}

/** The notices of an account under its name, as lines. */
export function toNoticeLines(account: string, texts: readonly string[]): string {
  return [formatName(account), ...cutLines(toBlockLines(texts)).map((line) => `  ${line}`)].join(
    '\n',
  );
}

function cutLines(lines: readonly string[]): string[] {
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= maxCharacters;
  });
  const left = lines.length - kept.length;
  return left === 0 ? kept : [...kept, `… ${count(left, 'more line')} of this account`];
}
