import { expect, it } from 'vitest';
import type { Address } from '../../../../src/model/address.ts';
import type { RemoteId } from '../../../../src/model/live/live.ts';
import { makeAccount, makeCycle, nameOne } from '../../../support/values/make-desired.ts';
import {
  absent,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  secretField,
} from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';
import { planDiff } from '../../../support/values/make-plan.ts';

const old = 'northwind/cycles/old' as Address;
const lacking = makeFieldDiff('description', 'new', { desired: secretField('x', null) });
const owning = makeAccount({ cycles: { kind: 'set', value: new Map() } });

it.each([
  ['a removed cycle of its template', 'template-a', ['rename-refused']],
  ['no removed cycle of another template', 'template-b', []],
])('a refused new cycle keeps %s', (_, templateId, codes) => {
  const source = { kind: 'template', id: 'template-a' as RemoteId, name: 'A' } as const;
  const named = nameOne(makeCycle('sync'));
  const desired = { ...named, bound: { ...named.bound, source } };
  const fresh = cycleDiff('sync', [lacking], { ...absent, desired });
  const live = liveCycle('7', { templateId: templateId as RemoteId });
  const record = makeRecord({ address: old, kind: 'cycle' }, { remoteId: '7' });
  const liveOnlyCycles = [{ kind: 'live-only', live, record } as const];
  const { refused = [], operations } = planDiff(
    makeDiff({ cycles: [fresh], liveOnlyCycles, desired: owning }),
  );
  const kept = refused.filter(({ address }) => address === old);
  expect(kept.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).toEqual(codes);
  expect(operations.some(({ address }) => address === old)).toBe(codes.length === 0);
});
