import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../../../src/kit/tasks/heap.ts';

test('a heap gives its items in order, whatever the order they came in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 0, max: 20 }), (items, taken) => {
      const heap = new Heap<number>((left, right) => left - right);
      const held: number[] = [];
      for (const item of items) {
        heap.push(item);
        held.push(item);
        if (item % 3 === 0 && held.length > taken) {
          held.sort((left, right) => left - right);
          expect(heap.peek()).toBe(held[0]);
          expect(heap.pop()).toBe(held.shift());
        }
      }
      const rest = Array.from({ length: heap.size }, () => heap.pop());
      expect(rest).toEqual(held.toSorted((left, right) => left - right));
      expect(heap.pop()).toBeUndefined();
    }),
  );
});
