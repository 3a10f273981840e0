import { expect, it } from 'vitest';
import { findBound } from '../../../src/app/ports/find-bound.ts';
import { formatCost } from '../../../src/reports/blocks/words/format-cost.ts';

const limits = { concurrency: 8, requestsPerSecond: 50 } as Parameters<typeof findBound>[1];

it.each([
  {
    waits: { rateMs: 9_000 },
    found: 47.7,
    text: 'the service, which takes about 48 requests per second: only its operator can raise that',
  },
  {
    waits: { rateMs: 9_000 },
    found: 63,
    text: 'limits.requestsPerSecond (50): raise it if the service takes more',
  },
  {
    waits: { placesMs: 8_000 },
    found: null,
    text: 'limits.concurrency (8): raise it if the service takes more at once',
  },
  {
    waits: { placesMs: 8_000 },
    cpuMs: 9_000,
    found: null,
    text: 'this machine: several can divide the accounts by --select',
  },
  { waits: { placesMs: 3_000, rateMs: 3_000 }, found: null, text: null },
])('finds what most of the time went to: $waits', ({ waits, cpuMs = 100, found, text }) => {
  const durationMs = 10_000;
  const waited = { placesMs: 0, rateMs: 0, ...waits };
  const bound = findBound({ durationMs, cpuMs, waited }, limits, found);
  const cost = formatCost({ requests: 400, durationMs, ...(bound === null ? {} : { bound }) });
  expect(cost).toBe(`400 requests, 10.0 s${text === null ? '' : `, bounded by ${text}`}`);
});

it('says nothing of a short run', () => {
  const waited = { placesMs: 0, rateMs: 2_000 };
  expect(findBound({ durationMs: 2_000, cpuMs: 0, waited }, limits, null)).toBeNull();
});
