import { expect, it } from 'vitest';
import type { ShapePart } from '../../../../src/features/authoring/propose/proposal.ts';
import { nameParts, writeMade } from '../../../../src/features/authoring/propose/write-shape.ts';
import { toFieldPath } from '../../../../src/model/address.ts';

const cycles = (size: number): ShapePart[] =>
  Array.from({ length: size }, (_, index) => ({
    path: toFieldPath('cycles', `News#${index + 1}`),
    form: 'made',
  }));

const join = (lines: readonly string[]) => lines.join('\n').replaceAll(/\s+/g, ' ').trim();

it('a shape names each of its cycles while they are few', () => {
  const named = cycles(12).map(({ path }) => path.replace('cycles/', ''));
  expect(join(writeMade(cycles(12)))).toBe(`cycles ${named.join(', ')}`);
  expect(nameParts(cycles(12))).toBe(named.join(', '));
});

it('a shape of many cycles names the first of them and counts the others', () => {
  expect(join(writeMade(cycles(77)))).toMatch(/^cycles News#1, .*, News#5 and 72 more$/);
  expect(nameParts(cycles(77))).toMatch(/^News#1, .*, News#5 and 72 more$/);
});
