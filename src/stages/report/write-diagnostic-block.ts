import { wrapIndented } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { writeSpan } from '../../model/source-span.ts';
import type { Paint } from './paint.ts';

/** A diagnostic inside a report: what, where, what to do. */
export function writeDiagnosticBlock(diagnostic: Diagnostic, paint: Paint): string {
  const { summary, detail, at, remedy } = diagnostic;
  const below = [
    ...(at === undefined ? [] : [writeSpan(at)]),
    ...(detail === undefined ? [] : [detail]),
    ...(remedy === undefined ? [] : [remedy]),
  ];
  const [first = '', ...rest] = wrapIndented(toVisible(summary), 4).split('\n');
  return [
    `  ${paint.red('x')}${first.slice(3)}`,
    ...rest,
    ...below.map((line) => wrapIndented(toVisible(line), 10)),
  ].join('\n');
}
