import { expect, it } from 'vitest';
import {
  Approvals,
  isHeld,
  listApproved,
} from '../../../../src/features/rollout/waves/approved-changes.ts';
import { type Address, toFieldPath } from '../../../../src/model/address.ts';
import type { Change, FieldChange, Moved } from '../../../../src/model/plan/change.ts';
import { accountPlan } from '../../../support/values/make-plan.ts';
import { deleteCycle } from '../../../support/values/make-rollout.ts';

function makeField(name: string, [before, after]: readonly [string, string], moved: Moved) {
  const field: FieldChange = {
    path: toFieldPath(name),
    before: { kind: 'plain', value: before },
    after: { kind: 'plain', value: after },
    secret: false,
    moved,
    at: null,
  };
  return field;
}

function updateCycle(account: string, ...fields: readonly FieldChange[]): Change {
  return {
    verb: 'update',
    address: `${account}/cycles/sync` as Address,
    kind: 'cycle',
    name: 'Sync',
    impact: 'interrupts',
    reasons: ['why'],
    at: null,
    fields,
  };
}

const stop = makeField('state', ['active', 'paused'], 'manifest');
const name = makeField('displayName', ['One', 'Two'], 'manifest');

function planOf(account: string, ...changes: readonly Change[]) {
  return { kind: 'planned' as const, plan: accountPlan(account, { changes }) };
}

/** Returns whether the rollout of a change of north holds back a plan. */
function isHeldBack(approved: Change, planned: ReturnType<typeof planOf>): boolean {
  const { plan } = planOf('north', approved);
  const member = { account: 'north', approved: listApproved(plan), state: 'waiting' } as const;
  return isHeld(new Approvals([member]).hold(planned));
}

it('lets an account stop a cycle that the rollout stops in this one or another', () => {
  const approved = updateCycle('north', stop);
  expect(isHeldBack(approved, planOf('north', updateCycle('north', stop)))).toBe(false);
  expect(isHeldBack(approved, planOf('south', updateCycle('south', stop)))).toBe(false);
});

it('holds an account back that would stop a cycle which the rollout does not stop', () => {
  const approved = updateCycle('north', name);
  expect(isHeldBack(approved, planOf('north', updateCycle('north', stop)))).toBe(true);
});

it('does not approve the delete of a cycle with its stop', () => {
  expect(isHeldBack(updateCycle('north', stop), planOf('north', deleteCycle('north')))).toBe(true);
});

it('approves a delete for its own account alone', () => {
  const approved = deleteCycle('north');
  expect(isHeldBack(approved, planOf('north', deleteCycle('north')))).toBe(false);
  expect(isHeldBack(approved, planOf('south', deleteCycle('south')))).toBe(true);
});

it('approves a value that others changed for its own account alone', () => {
  const approved = updateCycle('north', makeField('displayName', ['One', 'Two'], 'both'));
  expect(isHeldBack(approved, planOf('north', approved))).toBe(false);
  for (const moved of ['live', 'both'] as const) {
    const same = updateCycle('south', makeField('displayName', ['One', 'Two'], moved));
    expect(isHeldBack(approved, planOf('south', same))).toBe(true);
  }
});

it('lets an account finish what an interrupted apply left of an approved change', () => {
  const left = makeField('displayName', ['Half', 'Two'], 'unfinished');
  expect(isHeldBack(updateCycle('north', name), planOf('north', updateCycle('north', left)))).toBe(
    false,
  );
});
