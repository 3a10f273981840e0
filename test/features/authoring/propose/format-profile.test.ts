import { expect, it } from 'vitest';
import {
  formatParts,
  formatProfile,
} from '../../../../src/features/authoring/propose/format-profile.ts';
import type { ProfilePart } from '../../../../src/features/authoring/propose/proposal.ts';
import { toFieldPath } from '../../../../src/model/address.ts';

const cycles = (size: number): ProfilePart[] =>
  Array.from({ length: size }, (_, index) => ({
    path: toFieldPath('cycles', `News#${index + 1}`),
    form: 'made',
  }));

const join = (lines: readonly string[]) => lines.join('\n').replaceAll(/\s+/g, ' ').trim();

it('a shape names each of its cycles while they are few', () => {
  const named = cycles(12).map(({ path }) => path.replace('cycles/', ''));
  expect(join(formatProfile(cycles(12), 80))).toBe(`cycles ${named.join(', ')}`);
  expect(formatParts(cycles(12))).toBe(named.join(', '));
});

it('a shape of many cycles names the first of them and counts the others', () => {
  expect(join(formatProfile(cycles(77), 80))).toMatch(/^cycles News#1, .*, News#5 and 72 more$/);
  expect(formatParts(cycles(77))).toMatch(/^News#1, .*, News#5 and 72 more$/);
});
