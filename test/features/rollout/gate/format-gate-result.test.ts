import { expect, it } from 'vitest';
import {
  formatGateFailure,
  formatMissing,
} from '../../../../src/features/rollout/gate/format-gate-result.ts';

const evidence = {
  has: 1,
  of: 3,
  lacking: ['south-001', 'south-002'],
  needs: 3,
};

const askedAt = '2026-12-02T10:00:00.000Z';

const none = { evidence: null, checks: false, unmade: [], approval: false, askedAt: null };

function format(missing: Partial<Parameters<typeof formatMissing>[0]['missing']>, isAsked = false) {
  return formatMissing({ kind: 'open', missing: { ...none, ...missing }, isAsked });
}

it('names a person once, with the time from which one is asked', () => {
  const needs = 'evidence of 1 of 3 accounts, 2 more are needed';
  const lacking = 'without a run: south-001, south-002';
  expect(format({ askedAt, evidence })).toBe(
    `${needs}; asks a person after ${askedAt}; ${lacking}`,
  );
  expect(format({ askedAt, evidence, approval: true })).toBe(
    `${needs}; a person must approve it, asked after ${askedAt}; ${lacking}`,
  );
  expect(format({ askedAt, evidence, approval: true }, true)).toContain(
    `it, asked since ${askedAt}`,
  );
  expect(format({ approval: true }, true)).toBe('a person must approve it');
  expect(format({ checks: true })).toBe('the health checks did not run');
  const unmade = ['south-001'];
  const missing = 'health checks are missing or could not be made (south-001)';
  expect(format({ unmade }, true)).toBe(missing);
  expect(format({ unmade, askedAt })).toBe(`${missing}; asks a person after ${askedAt}`);
});

it('names accounts and kinds of error of a wave that failed, three of each', () => {
  const accounts = ['a', 'b', 'c', 'd'];
  const errors = ['Read: refused', 'Write: refused'];
  const after = { ended: 40, failed: 9, errors };
  const before = { ended: 1000, failed: 1, errors: [] };
  const cause = 'accounts: a, b, c, and 1 more; errors: Read: refused, Write: refused';
  expect(formatGateFailure({ kind: 'errors', before, after, accounts })).toBe(
    `more runs have errors than before: 9 of 40 runs, before 1 of 1000 runs; ${cause}`,
  );
  expect(formatGateFailure({ kind: 'new-errors', errors, accounts })).toBe(
    `2 new kinds of error; ${cause}`,
  );
});
