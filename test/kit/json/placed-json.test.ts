import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlacedJson } from '../../../src/kit/json/placed-json.ts';

it('reads what JSON.parse reads, and knows where each value stands', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (text.includes('__proto__')) return;
      const read = readPlacedJson(text, 100);
      if ('what' in read) throw new Error(`${read.what} at ${read.at[0]}`);
      expect(read.value).toEqual(JSON.parse(text));
      const whole = read.places.get('') ?? [0, 0];
      expect(text.slice(...whole)).toBe(text);
    }),
    { numRuns: 200, seed: 1 },
  );
});

it('reads no text that JSON.parse refuses', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b',
    '1',
    '01',
    '-',
    'true',
    'nul',
    ' ',
    '\\',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      const read = readPlacedJson(text, 100);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      if (isJson) expect('what' in read ? read.what : 'read').toMatch(/^(read|duplicate)$/);
      else expect(read).toHaveProperty('what');
    }),
    { numRuns: 1000, seed: 2 },
  );
});

it('finds the value of a pointer', () => {
  const text = '{"a": [1, {"b/c": "x"}]}';
  const read = readPlacedJson(text, 10);
  const at = 'places' in read ? read.places.get('/a/1/b~1c') : undefined;
  expect(text.slice(...(at ?? [0, 0]))).toBe('"x"');
});
