import { toLine } from '../../kit/text/write-name.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { writeShownValue } from '../../model/fields/write-shown-value.ts';
import { writeSpan } from '../../model/source-span.ts';
import { writeMoves } from '../text/parts/write-moves.ts';
import { writePath } from './write-path.ts';

/** What a diagnostic says beyond what is wrong and where, a line each; what to do is the last. */
export function writeDiagnosticFacts(diagnostic: Diagnostic): string[] {
  const { code, detail, values, live, related = [], moves = [] } = diagnostic;
  return [
    ...related.map((other) => `${toLine(other.says)}: ${writePath(writeSpan(other.at))}`),
    ...(values === undefined ? [] : [toLine(sayKept(values))]),
    ...(live === undefined ? [] : [toLine(`the service has ${writeShownValue(live)}`)]),
    ...writeMoves(moves).map(toLine),
    ...(detail === undefined ? [] : [toLine(detail)]),
    `→ ${toLine(diagnostic.remedy ?? codes[code].remedy)}`,
  ];
}

function sayKept({ sent, kept }: NonNullable<Diagnostic['values']>): string {
  return `${writeShownValue(sent)} was sent, and the service holds ${writeShownValue(kept)}`;
}
