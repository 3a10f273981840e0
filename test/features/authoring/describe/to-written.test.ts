import { expect, it } from 'vitest';
import { checkSource } from '../../../../src/features/authoring/describe/account/check-source.ts';
import {
  toWrittenMapping,
  toWrittenSchedule,
} from '../../../../src/features/authoring/describe/to-written.ts';
import { liveMapping, shapeOf } from '../../../support/values/make-live.ts';

const start = '2026-12-01T06:00:00Z';

it.each([start, '2026-12-01T07:00:00+01:00', '2026-12-01T06:00:00.0Z'])(
  'a start that is the same instant stays written as %s',
  (startAt) => {
    const schedule = { kind: 'every', every: '1h', startAt: start } as const;
    expect(toWrittenSchedule(schedule, { startAt })).toEqual({ value: { every: '1h', startAt } });
  },
);

it('another start is written in UTC', () => {
  const schedule = { kind: 'every', every: '1h', startAt: start } as const;
  expect(toWrittenSchedule(schedule, { startAt: '2026-12-01T06:00:00+01:00' })).toEqual({
    value: { every: '1h', startAt: start },
  });
});

it('a single run is no state of a manifest', () => {
  expect(toWrittenSchedule({ kind: 'once', at: start }, null)).toHaveProperty('lacks');
});

it('a mapping of an unknown type has no form in a manifest, though it has a text', () => {
  const source = { kind: 'unknown', type: 'CycleVariable', value: 'region' } as const;
  const why = 'its type "CycleVariable" is not one that a manifest can express';
  expect(toWrittenMapping(source, 'region', null)).toEqual({ lacks: why });
  const mapping = liveMapping('CycleVariable', { value: 'region' });
  expect(checkSource(source, { mapping, shape: shapeOf([]) })).toBe(why);
});
