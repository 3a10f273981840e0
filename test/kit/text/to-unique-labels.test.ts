import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toUniqueLabels } from '../../../src/kit/text/to-unique-labels.ts';

it('keeps a name that stands once, and counts one that repeats', () => {
  expect(toUniqueLabels(['a', 'b', 'a'])).toEqual(['a#1', 'b', 'a#2']);
  expect(toUniqueLabels(['a', 'a', 'a#2'])).toEqual(['a#1', 'a#2#2', 'a#2']);
});

it('gives each of any names a label of its own', () => {
  const name = fc.constantFrom('a', 'a#1', 'a#2', 'a#2#2', 'b', '');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      expect(new Set(toUniqueLabels(names)).size).toBe(names.length);
    }),
    { numRuns: 300, seed: 3 },
  );
});
