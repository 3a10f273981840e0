import type { FieldDiff } from '../../../../model/diff/field-diff.ts';
import {
  type Accepted,
  type AnyDiff,
  acceptRemoval,
  acceptValue,
  type Entry,
  makeRefusal,
} from './accepted.ts';

/** Sets a plain text, number or word that stands under its own name; `null` only where it can be cleared. */
export function acceptPlain(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Accepted {
  const { live } = field;
  const value = live?.kind === 'plain' ? live.value : null;
  if (value !== null && typeof value === 'object') {
    throw new Error(`${field.path} is no plain value`);
  }
  return acceptValue(entry, field, { ...at, value });
}

/** The same for a text that must not be empty and cannot be cleared. */
export function acceptText(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  at: { readonly path: readonly string[]; readonly order?: readonly string[] },
): Accepted {
  const { live } = field;
  if (live?.kind === 'plain' && typeof live.value === 'string' && live.value !== '')
    return acceptPlain(entry, field, at);
  const remedy = 'Remove the line to leave it unmanaged, or let apply put its value back.';
  return makeRefusal(entry, field, { summary: 'The service has none', remedy });
}

/** A text that can be cleared: the empty one is none. */
export function acceptClearable(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  path: readonly string[],
): Accepted {
  const { live } = field;
  const isEmpty = live?.kind === 'plain' && live.value === '';
  return isEmpty
    ? acceptValue(entry, field, { path, value: null })
    : acceptPlain(entry, field, { path });
}

/** What has a value of its own in a map of settings; without one its line goes. */
export function acceptSetting(
  entry: Entry<AnyDiff>,
  field: FieldDiff,
  { path, write }: { readonly path: readonly string[]; readonly write: (text: string) => Accepted },
): Accepted {
  const { live } = field;
  const text = live?.kind === 'plain' ? live.value : null;
  return typeof text === 'string' ? write(text) : acceptRemoval(entry, field, path);
}
