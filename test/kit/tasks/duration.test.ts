import { expect, it } from 'vitest';
import { parseDuration } from '../../../src/kit/tasks/duration.ts';

it('reads each unit as milliseconds', () => {
  const read = ['250ms', '30s', '10m', '2h', '1d'].map(parseDuration);
  expect(read).toEqual([250, 30_000, 600_000, 7_200_000, 86_400_000]);
});

it.each(['', '30', 's', '1.5h', '-1s', '1 s', '1w'])('takes %j for no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
