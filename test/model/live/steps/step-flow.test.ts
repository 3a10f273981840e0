import { expect, it } from 'vitest';
import { isLater, listEarlier } from '../../../../src/model/live/steps/step-flow.ts';

// a, then b and c beside each other, then d; e and f in a circle after it; g alone.
const edges = ['ab', 'ac', 'bd', 'cd', 'de', 'ef', 'fe'].map(([tail = '', head = '']) => ({
  tail,
  head,
}));

it.each([
  ['a', 'd', false],
  ['d', 'a', true],
  ['d', 'b', true],
  ['b', 'b', true],
  ['b', 'c', false],
  ['c', 'b', false],
  ['f', 'e', false],
  ['e', 'f', false],
  ['f', 'a', true],
  ['g', 'a', false],
  ['a', 'g', false],
])('source %s of step %s is later: %s', (source, taker, later) => {
  expect(isLater(edges, { source, taker })).toBe(later);
});

it('earlier steps are those from which a step is reached', () => {
  expect(listEarlier(edges, 'd').toSorted()).toEqual(['a', 'b', 'c']);
  expect(listEarlier(edges, 'a')).toEqual([]);
});
