import { expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { reportPlannedRun } from '../../../../src/model/report/advice/report-single-run.ts';

it('says the command that requests the run of an earlier plan, in the environment of the plan', () => {
  const address = 'acme/cycles/news' as Address;
  const at = '2026-12-24T01:00:00.000Z';
  const place = { environment: 'prod', now: '2026-12-23T00:00:00Z' };
  const { remedy } = reportPlannedRun(address, at, place);
  const command = 'cyclectl run -e prod acme/cycles/news';
  expect(remedy).toContain(`${command} --at 2026-12-24T01:00:00Z`);
  const past = reportPlannedRun(address, at, { ...place, now: at }).remedy;
  expect(past).toContain('is past');
  expect(past?.endsWith(command)).toBe(true);
});
