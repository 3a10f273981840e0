import { writeCodeBlock, writeHtmlCode } from '../../kit/text/inert-markdown.ts';
import { count } from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import { writeDetails } from './lay-out.ts';
import { type ToldAccount, toBlockLines } from './telling.ts';

/** Characters of one account, so that it does not take the room of all others. */
const mostCharacters = 20_000;

/** What is told of an account, folded away beneath its name. */
export function toDetails(
  { account, says }: Pick<ToldAccount, 'account' | 'says'>,
  texts: readonly string[],
): string {
  const block = writeCodeBlock('diff', keepFirst(toBlockLines(texts)));
  return writeDetails(`${writeHtmlCode(writeName(account))}: ${says}`, block);
}

/** The notices of an account beneath its name, as lines. */
export function toNoticeLines(account: string, texts: readonly string[]): string {
  return [writeName(account), ...keepFirst(toBlockLines(texts)).map((line) => `  ${line}`)].join(
    '\n',
  );
}

function keepFirst(lines: readonly string[]): string[] {
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= mostCharacters;
  });
  const left = lines.length - kept.length;
  return left === 0 ? kept : [...kept, `… ${count(left, 'more line')} of this account`];
}
