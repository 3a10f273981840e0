import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCanonicalJson, isSameJson } from '../../../src/kit/json/canonical-json.ts';

/** The same value with the keys of every object the other way round. */
function turn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turn(item)]),
  );
}

it('gives equal text for equal values, whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(formatCanonicalJson(turn(value))).toBe(formatCanonicalJson(value));
      expect(JSON.parse(formatCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('compares as the texts do', () => {
  const item = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant({ a: undefined }));
  const near = item.chain((value) =>
    fc.tuple(fc.constant(value), fc.oneof(fc.constant(turn(value)), item)),
  );
  fc.assert(
    fc.property(near, ([left, right]) => {
      expect(isSameJson(left, right)).toBe(
        formatCanonicalJson(left) === formatCanonicalJson(right),
      );
      expect(isSameJson([left], [left, right])).toBe(false);
      expect(isSameJson({ a: left, b: right }, { b: right, a: left })).toBe(true);
    }),
  );
});

it('keeps a key that objects have a meaning for', () => {
  const value = JSON.parse('{"b": 1, "__proto__": {"a": 2}}');
  expect(formatCanonicalJson(value)).toBe('{"__proto__":{"a":2},"b":1}');
});

it('compares as JSON does', () => {
  expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson({ a: null }, {})).toBe(false);
  expect(isSameJson('1', 1)).toBe(false);
});
