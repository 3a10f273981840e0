import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBoundedJson, TooMuchJsonError } from '../../../src/kit/json/bounded-json.ts';

const roomy = { values: 1000, levels: 20 };

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.values(value).reduce<number>((sum, part) => sum + countValues(part), 0);
  return 1 + parts;
}

test('what is within the bounds is parsed as JSON.parse does it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      const most = { values: countValues(value) + 1, levels: 20 };
      expect(parseBoundedJson(text, most)).toEqual(JSON.parse(text));
    }),
  );
});

test('marks within strings count for nothing', () => {
  const text = JSON.stringify({ a: '[{,'.repeat(2000), 'b"\\': '\\"[[[[\\' });
  expect(parseBoundedJson(text, { values: 3, levels: 1 })).toEqual(JSON.parse(text));
});

test.each([
  ['[1,2,3]', { values: 4, levels: 1 }, { values: 3, levels: 1 }],
  ['[[[]]]', { values: 4, levels: 3 }, { values: 4, levels: 2 }],
  ['{"a":{"b":[1]}}', { values: 4, levels: 3 }, { values: 4, levels: 2 }],
])('%s is parsed within %o, and not within %o', (text, enough, few) => {
  expect(parseBoundedJson(text, enough)).toEqual(JSON.parse(text));
  expect(() => parseBoundedJson(text, few)).toThrow(TooMuchJsonError);
});

test.each(['', '[', '"abc', '{"a":"\\', ']]]', '{"a":1}}', '[1,]'])('%s is no JSON', (text) => {
  expect(() => parseBoundedJson(text, roomy)).toThrow(SyntaxError);
  expect(() => parseBoundedJson(text, roomy)).not.toThrow(TooMuchJsonError);
});
