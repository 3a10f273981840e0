import { wrapText } from '../../kit/wrap-text.ts';
import type { DriftAdoption } from '../../model/drift-adoption.ts';
import { sayAdopted } from './write-drift-adoption.ts';
import { toLine } from './write-name.ts';

/** Columns of a commit message. */
const width = 72;

/** What a commit says of drift that Git takes over: what moved and why it is written, and what is not. Every sign is visible. */
export function writeDriftAdoptionMessage(
  { values, diagnostics }: DriftAdoption,
  environment: string,
): string {
  const left = diagnostics.map(({ address, summary }) =>
    address === undefined || summary.startsWith(address) ? summary : `${address}: ${summary}`,
  );
  const why = `Somebody changed it in the service of ${environment} since our last apply. The files say it now, so that the next apply leaves it there.`;
  return [
    toLine(`Adopt what was changed in ${environment}`),
    '',
    ...wrapText(toLine(why), width),
    '',
    ...values.flatMap((each) => writeItem(sayAdopted(each))),
    ...(left.length === 0 ? [] : ['', 'To be looked at:', '', ...left.flatMap(writeItem)]),
    '',
  ].join('\n');
}

function writeItem(text: string): string[] {
  return wrapText(toLine(text), width - 2).map((line, index) =>
    index === 0 ? `- ${line}` : `  ${line}`,
  );
}
