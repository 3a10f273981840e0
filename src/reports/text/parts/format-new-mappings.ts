import { count, formatAligned } from '../../../kit/text/text-layout.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { FieldChange } from '../../../model/plan/change.ts';
import { formatPath } from '../../words/format-path.ts';
import type { Paint } from './paint.ts';

const place = { column: 44, hang: 10 };

/** Mappings of one object that are written out; a person reads no more of them here. */
const maxMappings = 40;

/** Whether a field is what a step is given. */
export function isMapping({ path }: Pick<FieldChange, 'path'>): boolean {
  return path.startsWith('steps/');
}

/** What each step of a new cycle is given, a line each; of a secret where it comes from. */
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
          place,
        ),
      ),
    ...(left > 0
      ? [`      … ${count(left, 'more mapping')}, which the HTML and JSON of this report have`]
      : []),
  ];
}
