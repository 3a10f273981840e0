import { indent, wrapIndented } from '../../../kit/text/text-layout.ts';
import { toLine } from '../../../kit/text/write-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeSpan } from '../../../model/source-span.ts';
import { writeDiagnosticFacts } from '../../words/write-diagnostic-facts.ts';
import { writePath } from '../../words/write-path.ts';
import type { Paint } from './paint.ts';

const hang = 10;

/** A diagnostic inside a report: what is wrong, where, what to do. The lines of the file are not shown. */
export function writeDiagnosticBlock(diagnostic: Diagnostic, paint: Paint): string {
  const { code, severity, summary, at } = diagnostic;
  const [first = '', ...rest] = wrapIndented(`${toLine(summary)} [${code}]`, 4).split('\n');
  const mark = severity === 'error' ? paint.red('x') : paint.yellow('!');
  const below = [
    ...(at === undefined ? [] : [writePath(writeSpan(at))]),
    ...writeDiagnosticFacts(diagnostic),
  ];
  return [
    indent(`${mark} ${first.trimStart()}`, 2),
    ...rest,
    ...below.map((line) => wrapIndented(line, hang)),
  ].join('\n');
}
