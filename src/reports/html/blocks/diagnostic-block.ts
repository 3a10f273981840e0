import { toLine } from '../../../kit/text/format-name.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { formatSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../phrases/format-path.ts';
import { formatMoves } from '../../text/parts/format-moves.ts';
import type { DiagnosticBlock } from '../page-data.ts';
import { toWhere } from './field-block.ts';

/** Summary, place and remedy of a diagnostic as a block. */
export function makeDiagnosticBlock(diagnostic: Diagnostic): DiagnosticBlock {
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
  const lines = [
    ...(diagnostic.address === undefined ? [] : [formatPath(diagnostic.address)]),
    ...related.map((other) => `${other.says}: ${formatPath(formatSpan(other.at))}`),
    ...(values === undefined
      ? []
      : [
          `${formatShownValue(values.sent)} was sent, but the service has ${formatShownValue(values.kept)}`,
        ]),
    ...(live === undefined ? [] : [`the service has ${formatShownValue(live)}`]),
    ...formatMoves(moves),
    ...(detail === undefined ? [] : [detail]),
  ];
  return {
    is: 'trouble',
    severity,
    code,
    summary: toLine(summary),
    lines: lines.map(toLine),
    remedy: toLine(diagnostic.remedy ?? codes[code].remedy),
    ...toWhere(at),
  };
}
