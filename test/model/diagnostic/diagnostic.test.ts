import { expect, it } from 'vitest';
import { codes } from '../../../src/model/diagnostic/codes.ts';

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
  expect(codes[code].stops).toBe('object');
});
