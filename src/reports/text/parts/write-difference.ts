import {
  align,
  fitsBeside,
  type Place,
  wrapHanging,
  wrapIndented,
} from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { FieldPath } from '../../../model/address.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { Paint } from './paint.ts';
import { toLongTexts, writeTextDiff } from './write-text-diff.ts';

/** Two values of one field, and the field that they are shown beside. */
type Difference = {
  readonly left: string;
  readonly path: FieldPath;
  readonly before: ShownValue;
  readonly after: ShownValue;
};

/**
 * A field with what was there and what comes: beside its name where there is room, on a line or two
 * beneath where not. Long texts are shown by what differs; of secrets only that they do.
 */
export function writeDifference(difference: Difference, place: Place, paint: Paint): string {
  const { left, path, before, after } = difference;
  const texts = toLongTexts(before, after);
  if (texts !== null) {
    return `${wrapHanging(left, place.hang)}\n${writeTextDiff(texts.before, texts.after, paint)}`;
  }
  const line = sayDifference(difference);
  if (before.kind === 'secret' || after.kind === 'secret') return align(left, line, place);
  const below = { column: place.hang, hang: place.hang };
  if (fitsBeside(left, line, place) || fitsBeside('', line, below)) return align(left, line, place);
  return [left, writeIn(path, before), `→ ${writeIn(path, after)}`]
    .map((text, index) =>
      index === 0 ? wrapHanging(text, place.hang) : wrapIndented(text, place.hang),
    )
    .join('\n');
}

/** The same on one line; of a long text its two ends. */
export function sayDifference({ path, before, after }: Omit<Difference, 'left'>): string {
  return before.kind === 'secret' || after.kind === 'secret'
    ? saySecret(before, after)
    : `${writeIn(path, before)} → ${writeIn(path, after)}`;
}

/** A value in the words of its field: whether somebody signed in is no bare `true`. */
export function writeIn(path: FieldPath, shown: ShownValue): string {
  if (path !== 'auth' || shown.kind !== 'plain') return writeShownValue(shown);
  return shown.value === true ? 'signed in' : 'not signed in';
}

/** What a change of a secret comes to: where it is from, and nothing of what it is. */
function saySecret(before: ShownValue, after: ShownValue): string {
  if (after.kind === 'secret') {
    const from = after.from === null ? '' : `, from ${writeName(after.from)}`;
    const isNew = before.kind === 'plain' && before.value === null;
    return `secret ${isNew ? 'set' : 'changed'}${from}`;
  }
  return after.kind === 'plain' && after.value === null
    ? 'secret removed'
    : `${writeShownValue(before)} → ${writeShownValue(after)}`;
}
