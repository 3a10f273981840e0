import { expect, test } from 'vitest';
import { parseDate } from '../../../../src/emulator/http/body/parse-date.ts';

test.each([
  ['2024-01-23', '2024-01-23T00:00:00.000Z'],
  ['01/23/2024', '2024-01-23T00:00:00.000Z'],
  ['1/23/2024', '2024-01-23T00:00:00.000Z'],
  ['1/2/2024', '2024-01-02T00:00:00.000Z'],
  ['2024-1-2', '2024-01-02T00:00:00.000Z'],
  ['2024-02-29T06:30', '2024-02-29T06:30:00.000Z'],
  ['2024-01-23T06:30:15.1234567', '2024-01-23T06:30:15.123Z'],
  ['2024-01-23T06:30:15+02:00', '2024-01-23T04:30:15.000Z'],
  ['0001-01-01T00:00:00', '0001-01-01T00:00:00.000Z'],
])('%s is %s, on a machine of whatever zone', (text, iso) => {
  const zone = process.env.TZ;
  process.env.TZ = 'America/New_York';
  try {
    expect(new Date(parseDate(text) ?? 0).toISOString()).toBe(iso);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.each([
  ...['', 'soon', '23/1/2024', '2/31/2024', '2024-02-31', '2023-02-29', '0/1/2024', '1/23/24'],
  ...['2024-01-23T', '2024-01-23T25:00', '2024-01-23T6:30', '2024-01-23 x', '2024', '-1/2/2024'],
])('%s is no date', (text) => {
  expect(parseDate(text)).toBeUndefined();
});
