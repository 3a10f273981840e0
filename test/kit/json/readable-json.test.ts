import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatReadableJson } from '../../../src/kit/json/readable-json.ts';
import { findRawLines } from '../../reports/samples/read-text.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

it('writes what fits on one line, and a list of things one below the other', () => {
  const long = Array.from({ length: 30 }, (_, index) => `value ${index}`);
  const text = formatReadableJson({
    a: [],
    b: {},
    items: [{ x: 1, y: ['p', 'q'] }],
    long,
    u: undefined,
  });
  expect(text.split('\n').slice(0, 7)).toEqual([
    '{',
    '  "a": [],',
    '  "b": {},',
    '  "items": [',
    '    { "x": 1, "y": ["p", "q"] }',
    '  ],',
    '  "long": [',
  ]);
  expect(text.endsWith('  ]\n}\n')).toBe(true);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
});

it('is JSON of the same value, without characters that act on a terminal', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: anyCharacter }), (json, text) => {
      const value: unknown = { json: JSON.parse(json), [text]: [text, '\u001b[31m\u202e\0'] };
      const written = formatReadableJson(value);
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(findRawLines(written)).toEqual([]);
    }),
    { seed: 11 },
  );
});
