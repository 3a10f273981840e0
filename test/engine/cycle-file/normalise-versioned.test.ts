import { expect, it } from 'vitest';
import { normaliseVersioned } from '../../../src/engine/cycle-file/normalise-versioned.ts';

const versioned = { Published: true, Tags: ['b', 'cyclectl:contacts', 'a', 'b'] };

it('only the file of a template says if it is published', () => {
  expect(normaliseVersioned(versioned, 'template')).toHaveProperty('Published', true);
  expect(normaliseVersioned(versioned, 'cycle')).not.toHaveProperty('Published');
});

it('tags stand once and in order', () => {
  expect(normaliseVersioned({ Tags: ['b', 'a', 'b'] }, 'cycle')).toEqual({ Tags: ['a', 'b'] });
});
