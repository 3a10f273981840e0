import { expect, it } from 'vitest';
import { addToSummary, emptySummary } from '../../../src/engine/plan/add-to-summary.ts';
import type { Change } from '../../../src/model/plan/change.ts';
import {
  absent,
  accountDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  secretField,
} from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';
import { accountPlan, planDiff } from '../../support/values/make-plan.ts';

const adopted: Change = {
  verb: 'adopt',
  address: cycleDiff('sync').address,
  kind: 'cycle',
  name: 'sync',
  remoteId: '1',
  impact: 'none',
  reasons: [],
  at: null,
};

it('counts changes by their verbs, and operations', () => {
  const summary = addToSummary(
    emptySummary,
    planDiff(
      makeDiff({
        account: accountDiff([makeFieldDiff('timezone', 'git')]),
        cycles: [cycleDiff('new', [], absent), cycleDiff('found', [], { record: null })],
        liveOnlyCycles: [
          { kind: 'live-only', live: liveCycle('9'), record: makeRecord(cycleDiff('old')) },
        ],
      }),
    ),
  );
  expect(summary).toMatchObject({ accounts: 1, accountsWithOperations: 1, operations: 4 });
  expect(summary).toMatchObject({ creates: 1, updates: 1, deletes: 1, adopts: 1, interrupts: 0 });
  expect(summary).toMatchObject({ existing: 1, existingChanged: 1 });
});

it('counts an account as changed by an update or a delete, not by a create or an adoption', () => {
  const before = { ...emptySummary, existing: 4, existingChanged: 2 };
  const created = planDiff(makeDiff({ cycles: [cycleDiff('new', [], absent)] }));
  expect(addToSummary(before, created)).toMatchObject({ existing: 5, existingChanged: 2 });
  const adopts = accountPlan('northwind', { changes: [adopted] });
  expect(addToSummary(before, adopts)).toMatchObject({ existing: 5, existingChanged: 2 });
});

it('does not count an account that is to be made among those that exist', () => {
  const diff = makeDiff({
    account: accountDiff([makeFieldDiff('timezone', 'new')], absent),
    cycles: [cycleDiff('sync', [makeFieldDiff('description', 'git')])],
  });
  const summary = addToSummary(emptySummary, planDiff(diff));
  expect(summary).toMatchObject({ accounts: 1, creates: 1, updates: 1 });
  expect(summary).toMatchObject({ existing: 0, existingChanged: 0 });
});

it('counts each secret that will be sent', () => {
  const auth = {
    ...makeFieldDiff('variables/a', 'git'),
    desired: secretField('variables/a', 'x'),
  };
  const cycles = [cycleDiff('sync', [auth, makeFieldDiff('description', 'git')])];
  expect(addToSummary(emptySummary, planDiff(makeDiff({ cycles }))).secrets).toBe(1);
});
