import { expect, it } from 'vitest';
import { codeStops, stopMeanings } from '../../../src/model/diagnostic/code-stops.ts';
import { codes } from '../../../src/model/diagnostic/codes.ts';

it('says of every code of the catalog, and of no other, what it stops', () => {
  expect(Object.keys(codeStops).sort()).toEqual(Object.keys(codes).sort());
  for (const stop of Object.values(codeStops)) expect(Object.keys(stopMeanings)).toContain(stop);
});

it.each([
  'step-unknown',
  'target-unknown',
  'variable-unknown',
  'slot-unknown',
  'template-unknown',
  'connector-unknown',
  'schedule-missing',
  'secret-missing',
] as const)('keeps %s, which only a write needs, from stopping a reading', (code) => {
  expect(codeStops[code]).toBe('object');
});
