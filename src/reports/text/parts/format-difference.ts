import { formatName } from '../../../kit/text/format-name.ts';
import {
  formatAligned,
  formatHanging,
  formatParagraph,
  isFittingBeside,
  type TextPlacement,
} from '../../../kit/text/text-layout.ts';
import type { FieldPath } from '../../../model/address.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import { formatTextDiff, toLongTexts } from './format-text-diff.ts';
import type { Paint } from './paint.ts';

/** Two values of one field, and the text to their left. */
type Difference = {
  readonly left: string;
  readonly path: FieldPath;
  readonly before: ShownValue;
  readonly after: ShownValue;
};

/**
 * A field with its old and new value: beside its name if it fits, else below. Long texts show only
 * differences, and secrets only that they changed.
 */
export function formatDifference(
  difference: Difference,
  placement: TextPlacement,
  paint: Paint,
): string {
  const { left, path, before, after } = difference;
  const texts = toLongTexts(before, after);
  if (texts !== null) {
    return `${formatHanging(left, placement.hang)}\n${formatTextDiff(texts.before, texts.after, paint)}`;
  }
  const line = formatDifferenceLine(difference);
  if (before.kind === 'secret' || after.kind === 'secret')
    return formatAligned(left, line, placement);
  const below = { column: placement.hang, hang: placement.hang };
  if (isFittingBeside(left, line, placement) || isFittingBeside('', line, below))
    return formatAligned(left, line, placement);
  return [left, formatFieldValue(path, before), `→ ${formatFieldValue(path, after)}`]
    .map((text, index) =>
      index === 0 ? formatHanging(text, placement.hang) : formatParagraph(text, placement.hang),
    )
    .join('\n');
}

/** The same on one line; of a long text its two ends. */
export function formatDifferenceLine({ path, before, after }: Omit<Difference, 'left'>): string {
  return before.kind === 'secret' || after.kind === 'secret'
    ? formatSecret(before, after)
    : `${formatFieldValue(path, before)} → ${formatFieldValue(path, after)}`;
}

/** A value in the words of its field, such as `signed in` instead of `true`. */
export function formatFieldValue(path: FieldPath, shown: ShownValue): string {
  if (path !== 'auth' || shown.kind !== 'plain') return formatShownValue(shown);
  return shown.value === true ? 'signed in' : 'not signed in';
}

/** The change of a secret: its source, never its value. */
function formatSecret(before: ShownValue, after: ShownValue): string {
  if (after.kind === 'secret') {
    const from = after.from === null ? '' : `, from ${formatName(after.from)}`;
    const isNew = before.kind === 'plain' && before.value === null;
    return `secret ${isNew ? 'set' : 'changed'}${from}`;
  }
  return after.kind === 'plain' && after.value === null
    ? 'secret removed'
    : `${formatShownValue(before)} → ${formatShownValue(after)}`;
}
