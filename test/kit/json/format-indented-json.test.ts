import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatIndentedJson } from '../../../src/kit/json/format-indented-json.ts';

test('what it says is what JSON.stringify would say with two spaces', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, space) => {
      const value: unknown = JSON.parse(json);
      expect(formatIndentedJson(JSON.stringify(value, null, space))).toBe(
        JSON.stringify(value, null, 2),
      );
    }),
  );
});

test('digits and escapes stay as they were written', () => {
  expect(formatIndentedJson('{"id":12345678901234567890,"rate":1.00,"text":"\\u0041\\/"}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "rate": 1.00,\n  "text": "\\u0041\\/"\n}',
  );
});

test('nesting that is deep costs no stack', () => {
  const depth = 2000;
  const lines = formatIndentedJson('['.repeat(depth) + ']'.repeat(depth))?.split('\n');
  expect(lines).toHaveLength(2 * depth - 1);
});

test('what is not JSON is nothing', () => {
  for (const text of ['', '<a/>', '{"a":', "{'a': 1}", 'NaN'])
    expect(formatIndentedJson(text)).toBeNull();
});
