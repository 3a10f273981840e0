import { expect, it } from 'vitest';
import { tidyVersioned } from '../../../src/engine/cycle-file/tidy-versioned.ts';

const versioned = { Published: true, Tags: ['b', 'cyclectl:contacts', 'a', 'b'] };

it('only the file of a template says whether it is published', () => {
  expect(tidyVersioned(versioned, 'template')).toHaveProperty('Published', true);
  expect(tidyVersioned(versioned, 'cycle')).not.toHaveProperty('Published');
});

it('tags stand once and in order', () => {
  expect(tidyVersioned({ Tags: ['b', 'a', 'b'] }, 'cycle')).toEqual({ Tags: ['a', 'b'] });
});
