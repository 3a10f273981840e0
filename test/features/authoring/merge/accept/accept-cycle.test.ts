import { expect, it } from 'vitest';
import { orderTags } from '../../../../../src/features/authoring/merge/accept/accept-cycle.ts';

const before = ['one', 'two', 'three'];

it('puts what is new in the places of what is gone, where there are as many', () => {
  expect(orderTags(before, ['one', 'three', 'zwo'])).toEqual(['one', 'zwo', 'three']);
  expect(orderTags(before, ['drei', 'two', 'uno'])).toEqual(['drei', 'two', 'uno']);
  expect(orderTags(before, ['three', 'two', 'one'])).toEqual(before);
});

it('puts it after the rest elsewhere, each tag once', () => {
  expect(orderTags(before, ['a', 'b', 'one', 'three'])).toEqual(['one', 'three', 'a', 'b']);
  expect(orderTags(before, ['three', 'one'])).toEqual(['one', 'three']);
  expect(orderTags([], ['x', 'y', 'x'])).toEqual(['x', 'y']);
});
