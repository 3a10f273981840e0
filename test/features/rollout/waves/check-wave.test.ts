import { expect, it } from 'vitest';
import { formatBudget } from '../../../../src/features/rollout/waves/check-wave.ts';

it('says when a budget is spent', () => {
  expect(formatBudget({ kind: 'count', most: 0 })).toBe('at the first failed account');
  expect(formatBudget({ kind: 'count', most: 3 })).toBe(
    'when more than 3 accounts of a wave failed',
  );
  expect(formatBudget({ kind: 'percent', most: 2 })).toBe('when more than 2% of a wave failed');
});
