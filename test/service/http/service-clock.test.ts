import { expect, test } from 'vitest';
import { ServiceClock } from '../../../src/service/http/service-clock.ts';

test('it has the time of the last answer, and never an earlier one', () => {
  const clock = new ServiceClock();
  clock.note('Mon, 01 Jan 2035 06:00:00 GMT');
  clock.note(null);
  clock.note('no date');
  const readMs = Date.parse(clock.read()) - Date.parse('2035-01-01T06:00:00Z');
  expect(readMs).toBeGreaterThanOrEqual(1000);
  expect(readMs).toBeLessThan(60_000);
});
