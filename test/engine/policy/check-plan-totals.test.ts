import { describe, expect, it } from 'vitest';
import { emptySummary } from '../../../src/engine/plan/add-to-summary.ts';
import { checkPlanTotals } from '../../../src/engine/policy/check-plan-totals.ts';
import type { Address } from '../../../src/model/address.ts';
import type { PlanSummary } from '../../../src/model/plan/plan.ts';
import { noChoices } from '../../../src/model/plan/plan.ts';
import { accountPlan } from '../../support/values/make-plan.ts';

const protect = { maxDeletes: 1, maxChangedPercent: 30 };

/** The codes of what is refused; none where the plan may be applied. */
function check(counts: Partial<PlanSummary>, allowDeletes: number | null = null): string[] {
  const checked = checkPlanTotals({ ...emptySummary, ...counts }, protect, {
    ...noChoices,
    allowDeletes,
  });
  return 'refused' in checked ? checked.refused.map((item) => item.code) : [];
}

describe('deletes', () => {
  it.each([
    { deletes: 0, allowed: null, codes: [] },
    { deletes: 1, allowed: null, codes: [] },
    { deletes: 2, allowed: null, codes: ['too-many-deletes'] },
    { deletes: 2, allowed: 2, codes: [] },
    { deletes: 2, allowed: 3, codes: ['deletes-differ'] },
    { deletes: 2, allowed: 1, codes: ['deletes-differ'] },
    { deletes: 0, allowed: 1, codes: ['deletes-differ'] },
    { deletes: 0, allowed: 0, codes: [] },
  ])('of $deletes with $allowed allowed by name are refused as $codes', (row) => {
    expect(check({ deletes: row.deletes }, row.allowed)).toEqual(row.codes);
  });
});

describe('replaces', () => {
  it.each([
    { replaces: 1, deletes: 0, chosen: {}, codes: ['replace-not-allowed'] },
    { replaces: 1, deletes: 0, chosen: { allowReplace: true }, codes: [] },
    { replaces: 1, deletes: 1, chosen: { allowReplace: true }, codes: ['too-many-deletes'] },
    { replaces: 1, deletes: 1, chosen: { allowReplace: true, allowDeletes: 2 }, codes: [] },
    {
      replaces: 2,
      deletes: 1,
      chosen: { allowReplace: true, allowDeletes: 2 },
      codes: ['deletes-differ'],
    },
    { replaces: 0, deletes: 0, chosen: { allowReplace: true }, codes: [] },
  ])('of $replaces beside $deletes deletes with $chosen are refused as $codes', (row) => {
    const { replaces, deletes, chosen, codes } = row;
    const summary = { ...emptySummary, replaces, deletes };
    const checked = checkPlanTotals(summary, protect, { ...noChoices, ...chosen });
    expect('refused' in checked ? checked.refused.map(({ code }) => code) : []).toEqual(codes);
  });

  it('that end addresses are refused by name, the first ten of them', () => {
    const newWebhookUrls = Array.from({ length: 12 }, (_, at) => `a${at}/cycles/in` as Address);
    const summary = { ...emptySummary, newWebhookUrls };
    const checked = checkPlanTotals(summary, protect, noChoices);
    const [refused] = 'refused' in checked ? checked.refused : [];
    expect(refused?.summary).toMatch(/^The plan ends webhook URLs.*a0\/cycles\/in, .* and 2 more$/);
    const allowed = { ...noChoices, allowNewWebhookUrls: true };
    expect('approval' in checkPlanTotals(summary, protect, allowed)).toBe(true);
  });
});

describe('the share of changed accounts', () => {
  it.each([
    { changed: 9, existing: 9, codes: [] },
    { changed: 3, existing: 10, codes: [] },
    { changed: 4, existing: 10, codes: ['too-many-changes'] },
    { changed: 31, existing: 100, codes: ['too-many-changes'] },
    { changed: 0, existing: 0, codes: [] },
  ])('of $changed in $existing is refused as $codes', ({ changed, existing, codes }) => {
    expect(check({ existingChanged: changed, existing })).toEqual(codes);
  });
});

it('says all that is wrong at once, with the numbers', () => {
  const summary = { ...emptySummary, deletes: 5, existing: 20, existingChanged: 19 };
  const checked = checkPlanTotals(summary, protect, noChoices);
  const refused = 'refused' in checked ? checked.refused : [];
  expect(refused.map((item) => item.summary)).toEqual([
    'The plan deletes 5, but this environment allows 1 per run',
    'The plan changes 19 of 20 accounts (95 %), but this environment allows 30 %',
  ]);
  expect(refused[0]?.remedy).toContain('--allow-deletes 5');
});

it('approves the plans of a run that it let through, as they are', () => {
  const checked = checkPlanTotals(emptySummary, protect, noChoices);
  const plan = accountPlan('northwind');
  expect('approval' in checked && checked.approval.approve(plan)).toBe(plan);
});
