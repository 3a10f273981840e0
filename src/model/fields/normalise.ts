import { isSameJson } from '../../kit/json/canonical-json.ts';
import { ignored } from '../desired/mapping.ts';
import type { Normaliser } from './field-row.ts';
import type { PlainValue } from './field-value.ts';

/** A value in the form in which two sides are compared; see the field table. */
export function normalise(value: PlainValue, normaliser: Normaliser): PlainValue {
  switch (normaliser) {
    case 'as-it-is':
      return value;
    case 'empty-is-null':
      return value === '' ? null : value;
    case 'ignored-is-null':
      return isSameJson(value, ignored) ? null : value;
    case 'web-address':
      return typeof value === 'string' && value !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
        ? `https://${value}`
        : value;
    case 'set':
      return isTextList(value) ? [...new Set(value)].sort() : value;
  }
}

/** Returns whether two values of a field are equal after normalisation. */
export function isSameValue(left: PlainValue, right: PlainValue, normaliser: Normaliser): boolean {
  return isSameJson(normalise(left, normaliser), normalise(right, normaliser));
}

function isTextList(value: PlainValue): value is readonly string[] {
  return Array.isArray(value);
}
