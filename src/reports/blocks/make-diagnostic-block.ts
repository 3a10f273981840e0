import { toLine } from '../../kit/text/format-name.ts';
import { codes } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { formatShownValue } from '../../model/fields/format-shown-value.ts';
import { formatSpan } from '../../model/source-span.ts';
import type { DiagnosticBlock } from './block.ts';
import { formatMoves } from './words/format-moves.ts';
import { formatPath } from './words/format-path.ts';

/** A diagnostic as a block: summary, facts and remedy. */
export function makeDiagnosticBlock(diagnostic: Diagnostic): DiagnosticBlock {
  const { code, severity, summary, address, at = null, related = [] } = diagnostic;
  return {
    is: 'diagnostic',
    severity,
    code,
    summary: toLine(summary),
    about: address === undefined ? null : formatPath(address),
    at,
    facts: [
      ...related.map((other) => `${toLine(other.says)}: ${formatPath(formatSpan(other.at))}`),
      ...listDiagnosticFacts(diagnostic).map(toLine),
    ],
    remedy: toLine(formatRemedy(diagnostic)),
  };
}

/** Facts of a diagnostic besides its places, a line each. */
export function listDiagnosticFacts({
  values,
  live,
  moves = [],
  detail,
}: Diagnostic): readonly string[] {
  return [
    ...(values === undefined
      ? []
      : [
          `${formatShownValue(values.sent)} was sent, but the service has ${formatShownValue(values.kept)}`,
        ]),
    ...(live === undefined ? [] : [`the service has ${formatShownValue(live)}`]),
    ...formatMoves(moves),
    ...(detail === undefined ? [] : [detail]),
  ];
}

/** The remedy of a diagnostic: its own, or that of its code. */
export function formatRemedy({ remedy, code }: Diagnostic): string {
  return remedy ?? codes[code].remedy;
}
