import { wrapText } from '../../kit/wrap-text.ts';
import type { Promotion } from '../../model/promotion.ts';
import { toLine } from './write-name.ts';
import { sayCarried } from './write-promotion.ts';

/** Columns of a commit message. */
const width = 72;

/** What a commit says of a promotion: what was carried and why, and what was not. Every sign is visible. */
export function writePromotionMessage(
  { carried, diagnostics }: Promotion,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const left = diagnostics.map(({ address, summary }) =>
    address === undefined ? summary : `${address}: ${summary}`,
  );
  const why = `It was changed in the service of ${from}. The files say it now, so that the next apply brings it to ${to}, and none takes it back in ${from}.`;
  return [
    toLine(`Carry what was changed in ${from} to ${to}`),
    '',
    ...wrapText(toLine(why), width),
    '',
    ...carried.flatMap((each) => writeItem(sayCarried(each))),
    ...(left.length === 0 ? [] : ['', 'To be looked at:', '', ...left.flatMap(writeItem)]),
    '',
  ].join('\n');
}

function writeItem(text: string): string[] {
  return wrapText(toLine(text), width - 2).map((line, index) =>
    index === 0 ? `- ${line}` : `  ${line}`,
  );
}
