import { toLine } from '../../../kit/text/format-name.ts';
import { formatIndented, formatParagraph } from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatSpan } from '../../../model/source-span.ts';
import { formatDiagnosticFacts } from '../../phrases/format-diagnostic-facts.ts';
import { formatPath } from '../../phrases/format-path.ts';
import type { Paint } from './paint.ts';

const hang = 10;

/** A diagnostic inside a report: summary, place, remedy, without lines of the file. */
export function formatDiagnosticBlock(diagnostic: Diagnostic, paint: Paint): string {
  const { code, severity, summary, at } = diagnostic;
  const [first = '', ...rest] = formatParagraph(`${toLine(summary)} [${code}]`, 4).split('\n');
  const mark = severity === 'error' ? paint.red('x') : paint.yellow('!');
  const below = [
    ...(at === undefined ? [] : [formatPath(formatSpan(at))]),
    ...formatDiagnosticFacts(diagnostic),
  ];
  return [
    formatIndented(`${mark} ${first.trimStart()}`, 2),
    ...rest,
    ...below.map((line) => formatParagraph(line, hang)),
  ].join('\n');
}
