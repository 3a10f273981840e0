import { expect, it } from 'vitest';
import { findByKey } from '../../src/kit/find-by-key.ts';

it.each([3, 300])('finds the first item of a value among %i', (length) => {
  const list = Array.from({ length }, (_, index) => ({ id: index, name: `n${index % 2}` }));
  expect(findByKey(list, 'name', 'n1')).toBe(list[1]);
  expect(findByKey(list, 'id', 2)).toBe(list[2]);
  expect(findByKey(list, 'name', 'n2')).toBeUndefined();
});

it('reads each item of a long list once for all that are asked for', () => {
  let reads = 0;
  const list = Array.from({ length: 1000 }, (_, index) => ({
    get id() {
      reads += 1;
      return index;
    },
  }));
  for (let id = 0; id < 1000; id += 1) expect(findByKey(list, 'id', id)).toBe(list[id]);
  expect(reads).toBe(1000);
});
