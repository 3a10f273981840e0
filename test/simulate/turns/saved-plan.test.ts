import { expect, it } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import { accountPlan } from '../../support/values/make-plan.ts';
import { isOutsidePlan } from './saved-plan.ts';

it('a change of a refused object is outside a plan, and one of any other object is not', () => {
  const address = 'northwind/cycles/sync' as Address;
  const refused = [{ address, kind: 'cycle' as const, diagnostics: [] }];
  const planned = [{ kind: 'planned' as const, plan: accountPlan('northwind', { refused }) }];
  expect(isOutsidePlan('northwind/cycles/sync/schedule', planned)).toBe(true);
  expect(isOutsidePlan('northwind/cycles/sync-2/schedule', planned)).toBe(false);
  expect(isOutsidePlan('northwind/displayName', planned)).toBe(false);
});
