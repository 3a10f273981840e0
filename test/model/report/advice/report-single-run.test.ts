import { expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import { reportPlannedRun } from '../../../../src/model/report/advice/report-single-run.ts';

it('says the command that requests the run of an earlier plan, in the environment of the plan', () => {
  const address = 'acme/cycles/news' as Address;
  const { remedy } = reportPlannedRun(address, '2026-12-24T01:00:00.000Z', 'prod');
  expect(remedy).toContain('cyclectl run -e prod acme/cycles/news --at 2026-12-24T01:00:00Z');
});
