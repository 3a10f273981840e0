import { expect, it } from 'vitest';
import { toAdoption } from '../../../../src/features/operations/adopt/adoption.ts';
import { toAccountAddress, toCycleAddress } from '../../../../src/model/address.ts';
import { accountPlan, unread } from '../../../support/values/make-plan.ts';

const head = { at: null, impact: 'none', reasons: [] } as const;
const own = { address: toAccountAddress('northwind'), kind: 'account', name: 'Northwind' } as const;
const sync = { address: toCycleAddress('northwind', 'sync'), kind: 'cycle', name: 'sync' } as const;

it('takes out of a plan what it would adopt, and counts what is not there', () => {
  const changes = [
    { ...head, ...own, verb: 'adopt', remoteId: '7' },
    { ...head, ...own, verb: 'update', fields: [] },
    { ...head, ...sync, verb: 'create', origin: 'Sync', fields: [] },
  ] as const;
  expect(toAdoption({ kind: 'planned', plan: accountPlan('northwind', { changes }) })).toEqual({
    kind: 'found',
    account: 'northwind',
    adopts: [{ ...own, remoteId: '7' }],
    missing: 1,
    diagnostics: [],
  });
});

it('takes nothing of an account that has no plan', () => {
  expect(toAdoption(unread('northwind'))).toMatchObject({ kind: 'refused', isUnread: true });
});
