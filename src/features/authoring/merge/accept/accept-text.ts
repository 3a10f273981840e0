import type { AnyDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import {
  type Accepted,
  acceptRemoval,
  acceptValue,
  type Entry,
  makeRefusal,
  toLiveValue,
} from './accepted.ts';

/** Sets a plain text, number or word; `null` only where the field can be cleared. */
export function acceptPlain(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Accepted {
  const value = toLiveValue(field);
  if (value !== null && typeof value === 'object') {
    throw new Error(`${field.path} is not a plain value`);
  }
  return acceptValue(entry, field, { ...at, value });
}

/** Sets a text that must not be empty and cannot be cleared. */
export function acceptText(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Accepted {
  const value = toLiveValue(field);
  if (typeof value === 'string' && value !== '') return acceptPlain(entry, field, at);
  const remedy = 'Remove the line to leave it unmanaged, or restore its value with apply.';
  return makeRefusal(entry, field, { summary: 'The service has no value', remedy });
}

/** Sets a text that can be cleared; the empty text clears it. */
export function acceptClearable(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  path: readonly string[],
): Accepted {
  return toLiveValue(field) === ''
    ? acceptValue(entry, field, { path, value: null })
    : acceptPlain(entry, field, { path });
}

/** Sets an entry in a map of settings; removes its line without a value. */
export function acceptSetting(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  { path, write }: { readonly path: readonly string[]; readonly write: (text: string) => Accepted },
): Accepted {
  const text = toLiveValue(field);
  return typeof text === 'string' ? write(text) : acceptRemoval(entry, field, path);
}
