import { expect, test } from 'vitest';
import { applyRatchet } from './ratchet.ts';

const finding = { path: 'src/a.ts', line: 3, wrong: 'it is red', instead: 'make it blue' };

test('as many findings as are counted are none', () => {
  expect(applyRatchet('colours', [finding, finding], { colours: 2 })).toEqual([]);
});

test('a finding above the count is reported with some positions', () => {
  const [off, ...places] = applyRatchet('colours', [finding, finding], { colours: 1 });
  expect(off?.wrong).toBe('colours is broken 2 times, and 1 are counted');
  expect(places).toEqual([finding, finding]);
});

test('a finding less than is counted has the count lowered', () => {
  const [off, ...places] = applyRatchet('colours', [finding], { colours: 2 });
  expect(off?.instead).toContain('--write');
  expect(places).toEqual([]);
});
