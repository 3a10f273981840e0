import { expect, it } from 'vitest';
import { type Address, toFieldPath } from '../../../src/model/address.ts';
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

it('leaves out a secret that a plan does not compare, because its fingerprint is of another key', () => {
  const address = 'northwind' as Address;
  const path = toFieldPath('errorWebhook', 'url');
  const notices = [{ kind: 'other-key' as const, address, path }];
  const planned = [{ kind: 'planned' as const, plan: accountPlan('northwind', { notices }) }];
  expect(isOutsidePlan('northwind/errorWebhook/url', planned)).toBe(true);
  expect(isOutsidePlan('northwind/timezone', planned)).toBe(false);
});
