import { indent, wrapIndented } from '../../kit/text-layout.ts';
import { codes } from '../../model/codes.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { writeSpan } from '../../model/source-span.ts';
import type { Paint } from './paint.ts';
import { writeMoves } from './write-moves.ts';
import { toLine } from './write-name.ts';
import { writePath } from './write-path.ts';
import { writeShownValue } from './write-shown-value.ts';

const hang = 10;

/** A diagnostic inside a report: what is wrong, where, what to do. The lines of the file are not shown. */
export function writeDiagnosticBlock(diagnostic: Diagnostic, paint: Paint): string {
  const {
    code,
    severity,
    summary,
    detail,
    values,
    live,
    at,
    related = [],
    moves = [],
  } = diagnostic;
  const [first = '', ...rest] = wrapIndented(`${toLine(summary)} [${code}]`, 4).split('\n');
  const mark = severity === 'error' ? paint.red('x') : paint.yellow('!');
  const below = [
    ...(at === undefined ? [] : [writePath(writeSpan(at))]),
    ...related.map((other) => `${toLine(other.says)}: ${writePath(writeSpan(other.at))}`),
    ...(values === undefined ? [] : [toLine(sayKept(values))]),
    ...(live === undefined ? [] : [toLine(`the service has ${writeShownValue(live)}`)]),
    ...writeMoves(moves).map(toLine),
    ...(detail === undefined ? [] : [toLine(detail)]),
    `→ ${toLine(diagnostic.remedy ?? codes[code].remedy)}`,
  ];
  return [
    indent(`${mark} ${first.trimStart()}`, 2),
    ...rest,
    ...below.map((line) => wrapIndented(line, hang)),
  ].join('\n');
}

function sayKept({ sent, kept }: NonNullable<Diagnostic['values']>): string {
  return `${writeShownValue(sent)} was sent, and the service holds ${writeShownValue(kept)}`;
}
