import { formatName } from '../../../kit/text/format-name.ts';
import type { FieldPath } from '../../../model/address.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { LongTexts } from '../block.ts';

/** Two texts on one line that together have fewer characters than this are shown whole. */
const maxShort = 120;

/** A value in the words of its field, such as `signed in` instead of `true`. */
export function formatFieldValue(path: FieldPath, shown: ShownValue): string {
  if (path !== 'auth' || shown.kind !== 'plain') return formatShownValue(shown);
  return shown.value === true ? 'signed in' : 'not signed in';
}

/** Both values of a field on one line; of a secret, that it changed and its source. */
export function formatDifference(path: FieldPath, before: ShownValue, after: ShownValue): string {
  if (after.kind === 'secret') {
    const from = after.from === null ? '' : `, from ${formatName(after.from)}`;
    const isNew = before.kind === 'plain' && before.value === null;
    return `secret ${isNew ? 'set' : 'changed'}${from}`;
  }
  if (before.kind === 'secret' && after.kind === 'plain' && after.value === null) {
    return 'secret removed';
  }
  return `${formatFieldValue(path, before)} → ${formatFieldValue(path, after)}`;
}

/** Two values as texts that are long or have several lines; otherwise null. */
export function toLongTexts(before: ShownValue, after: ShownValue): LongTexts | null {
  const texts = { before: toText(before), after: toText(after) };
  if (texts.before === null || texts.after === null) return null;
  const both = texts.before + texts.after;
  const isLong = both.length > maxShort || both.includes('\n');
  return isLong ? { before: texts.before, after: texts.after } : null;
}

function toText(shown: ShownValue): string | null {
  if (shown.kind !== 'plain') return null;
  const { value } = shown;
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object' || !('kind' in value)) return null;
  if (value.kind === 'value') return value.value;
  return value.kind === 'expression' ? value.expression : null;
}
