import { isSameJson } from '../kit/canonical-json.ts';
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
      return isSameJson(value, { kind: 'ignore' }) ? null : value;
    case 'web-address':
      return typeof value === 'string' && value !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(value)
        ? `https://${value}`
        : value;
    case 'set':
      return isTextList(value) ? [...new Set(value)].sort() : value;
  }
}

function isTextList(value: PlainValue): value is readonly string[] {
  return Array.isArray(value);
}
