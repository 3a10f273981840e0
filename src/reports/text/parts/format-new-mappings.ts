import { count, formatAligned } from '../../../kit/text/text-layout.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { FieldChange } from '../../../model/plan/change.ts';
import { formatPath } from '../../phrases/format-path.ts';
import type { Paint } from './paint.ts';

const placement = { column: 44, hang: 10 };

/** Mappings of one object that are shown. */
const maxMappings = 40;

/** Returns whether a field is a mapping of a step. */
export function isMapping({ path }: Pick<FieldChange, 'path'>): boolean {
  return path.startsWith('steps/');
}

/** The mappings of a new cycle, one line each; a secret shows its source. */
export function formatNewMappings(fields: readonly FieldChange[], paint: Paint): string[] {
  const mappings = fields.filter(isMapping);
  const left = mappings.length - maxMappings;
  return [
    ...mappings
      .slice(0, maxMappings)
      .map(({ path, after }) =>
        formatAligned(
          `      ${paint.green('+')} ${formatPath(path)}`,
          formatShownValue(after),
          placement,
        ),
      ),
    ...(left > 0
      ? [`      … ${count(left, 'more mapping')}, which the HTML and JSON of this report have`]
      : []),
  ];
}
