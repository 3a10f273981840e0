import { formatNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** Reports the name of a blueprint that is missing, or has mistakes; `known` are those to choose from. */
export function reportUnknownBlueprint(
  name: string,
  at: SourceSpan,
  known: Iterable<string>,
): Diagnostic {
  const write = 'Write it in the folder blueprints, or correct its mistakes.';
  const nearest = formatNearest(name, known);
  return reportError('blueprint-unknown', {
    summary: `The project has no valid blueprint ${name}`,
    at,
    remedy: nearest === null ? write : `${nearest} ${write}`,
  });
}
