import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldPath } from '../../../src/model/address.ts';
import type { Normaliser } from '../../../src/model/fields/field-row.ts';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import { findFieldRow } from '../../../src/model/fields/fields.ts';
import { isSameValue, normalise } from '../../../src/model/fields/normalise.ts';

it('takes empty text for nothing only where the service does', () => {
  expect(normalise('', 'empty-is-null')).toBeNull();
  expect(normalise(' ', 'empty-is-null')).toBe(' ');
  expect(normalise({ kind: 'ignore' }, 'ignored-is-null')).toBeNull();
  expect(normalise({ kind: 'ignore' }, 'as-it-is')).toEqual({ kind: 'ignore' });
  expect(normalise('', 'as-it-is')).toBe('');
});

it('takes a field that was never mapped for an ignored one, and a parameter that was never set for no such', () => {
  const isSame = (path: string, value: PlainValue) =>
    isSameValue(null, value, findFieldRow('cycle', path as FieldPath).normaliser);
  expect(isSame('steps/Get/fields/Name', { kind: 'ignore' })).toBe(true);
  expect(isSame('steps/Get/fields/Name', { kind: 'value', value: '' })).toBe(false);
  expect(isSame('steps/Get/parameters/Name', { kind: 'ignore' })).toBe(false);
});

it('puts https before an address without a scheme, as the service does', () => {
  expect(normalise('example.org/hook', 'web-address')).toBe('https://example.org/hook');
  expect(normalise('http://example.org', 'web-address')).toBe('http://example.org');
  expect(normalise('HTTPS://example.org', 'web-address')).toBe('HTTPS://example.org');
  expect(normalise('', 'web-address')).toBe('');
  expect(normalise(null, 'web-address')).toBeNull();
});

it('compares sets without order and repetition, and does not touch the list', () => {
  const tags = ['b', 'a', 'b'];
  expect(normalise(tags, 'set')).toEqual(['a', 'b']);
  expect(tags).toEqual(['b', 'a', 'b']);
});

it('changes nothing more the second time', () => {
  const anyValue = fc.oneof(
    fc.string(),
    fc.constant(null),
    fc.constantFrom('a.example/x', 'http://a.example'),
    fc.array(fc.string()),
  );
  const anyNormaliser = fc.constantFrom<Normaliser[]>(
    'as-it-is',
    'empty-is-null',
    'ignored-is-null',
    'web-address',
    'set',
  );
  fc.assert(
    fc.property(anyValue, anyNormaliser, (value, normaliser) => {
      const once = normalise(value, normaliser);
      expect(normalise(once, normaliser)).toEqual(once);
    }),
  );
});
