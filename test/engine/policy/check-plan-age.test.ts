import { describe, expect, it } from 'vitest';
import { checkPlanAge } from '../../../src/engine/policy/check-plan-age.ts';

const now = '2026-12-02T06:00:00Z';
const made = (createdAt: string, maxAgeMs: number | null) =>
  checkPlanAge({ createdAt, tool: 'cyclectl 0.1.0' }, { now, maxAgeMs }).map(
    ({ summary }) => summary,
  );

describe('the age of a plan', () => {
  it('is not checked without the option', () => {
    expect(made('1999-01-01T00:00:00Z', null)).toEqual([]);
  });

  it('may be as much as was allowed and no more', () => {
    expect(made('2026-12-02T05:00:00Z', 3_600_000)).toEqual([]);
    expect(made('2026-12-02T04:59:59Z', 3_600_000)).toEqual([
      'The plan was made at 2026-12-02T04:59:59Z, 1h ago, but --max-age allows 1h',
    ]);
    expect(made('2026-11-29T02:30:00Z', 90_000)).toEqual([
      'The plan was made at 2026-11-29T02:30:00Z, 3d 3h ago, but --max-age allows 1m 30s',
    ]);
  });

  it('may lie ahead by as much as clocks differ', () => {
    expect(made('2026-12-02T06:05:00Z', 1000)).toEqual([]);
    expect(made('2026-12-02T06:05:01Z', 1000)).toEqual([
      `The plan was made at 2026-12-02T06:05:01Z, but the time here is ${now}`,
    ]);
  });
});
