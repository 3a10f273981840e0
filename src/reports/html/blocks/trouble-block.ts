import { toLine } from '../../../kit/text/write-name.ts';
import { codes } from '../../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import { writeSpan } from '../../../model/source-span.ts';
import { writeMoves } from '../../text/parts/write-moves.ts';
import { writePath } from '../../words/write-path.ts';
import type { TroubleBlock } from '../page-data.ts';
import { writeWhere } from './field-block.ts';

/** What is wrong, where, and what to do. */
export function makeTroubleBlock(diagnostic: Diagnostic): TroubleBlock {
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
    ...(diagnostic.address === undefined ? [] : [writePath(diagnostic.address)]),
    ...related.map((other) => `${other.says}: ${writePath(writeSpan(other.at))}`),
    ...(values === undefined
      ? []
      : [
          `${writeShownValue(values.sent)} was sent, and the service holds ${writeShownValue(values.kept)}`,
        ]),
    ...(live === undefined ? [] : [`the service has ${writeShownValue(live)}`]),
    ...writeMoves(moves),
    ...(detail === undefined ? [] : [detail]),
  ];
  return {
    is: 'trouble',
    severity,
    code,
    summary: toLine(summary),
    lines: lines.map(toLine),
    remedy: toLine(diagnostic.remedy ?? codes[code].remedy),
    ...writeWhere(at),
  };
}
