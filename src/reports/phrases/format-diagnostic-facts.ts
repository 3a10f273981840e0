import { toLine } from '../../kit/text/format-name.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { formatShownValue } from '../../model/fields/format-shown-value.ts';
import { formatSpan } from '../../model/source-span.ts';
import { formatMoves } from '../text/parts/format-moves.ts';
import { formatPath } from './format-path.ts';

/** Facts of a diagnostic besides summary and place, one line each; the remedy is last. */
export function formatDiagnosticFacts(diagnostic: Diagnostic): string[] {
  const { code, detail, values, live, related = [], moves = [] } = diagnostic;
  return [
    ...related.map((other) => `${toLine(other.says)}: ${formatPath(formatSpan(other.at))}`),
    ...(values === undefined ? [] : [toLine(formatKept(values))]),
    ...(live === undefined ? [] : [toLine(`the service has ${formatShownValue(live)}`)]),
    ...formatMoves(moves).map(toLine),
    ...(detail === undefined ? [] : [toLine(detail)]),
    `→ ${toLine(diagnostic.remedy ?? codes[code].remedy)}`,
  ];
}

function formatKept({ sent, kept }: NonNullable<Diagnostic['values']>): string {
  return `${formatShownValue(sent)} was sent, but the service has ${formatShownValue(kept)}`;
}
