import { expect, it } from 'vitest';
import { formatMissing } from '../../../../src/features/rollout/gate/format-gate-result.ts';

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
