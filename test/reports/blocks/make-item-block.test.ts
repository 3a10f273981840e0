import { expect, it } from 'vitest';
import { formatSeenSince } from '../../../src/reports/blocks/objects/make-item-block.ts';

const now = '2026-11-22T06:00:00.000Z';

it.each([
  ['2026-11-22T05:59:00.000Z', 'seen since 2026-11-22'],
  ['2026-11-21T06:00:00.000Z', 'seen since 2026-11-21, 1 day'],
  ['2026-10-22T06:00:00.000Z', 'seen since 2026-10-22, 31 days'],
  ['2026-11-22T06:00:00.000Z', null],
  ['2026-11-22T06:00:01.000Z', null],
  ['no time', null],
  [null, null],
])('reports since when %s was observed: %s', (since, says) => {
  expect(formatSeenSince(since, now)).toBe(says);
});
