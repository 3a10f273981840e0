import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePointer, readPointer, toPointer } from '../../../src/kit/json/json-pointer.ts';

it('gives back the names that it was made from', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(parsePointer(toPointer(names))).toEqual(names);
    }),
  );
});

it('leads to values and never into a prototype', () => {
  const value = { 'a/b': [{ '~': 1 }] };
  expect(readPointer(value, '')).toBe(value);
  expect(readPointer(value, '/a~1b/0/~0')).toBe(1);
  expect(readPointer(value, '/a~1b/length/x')).toBeUndefined();
  expect(readPointer(value, '/constructor/name')).toBeUndefined();
});
