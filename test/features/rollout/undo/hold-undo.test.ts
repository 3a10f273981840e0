import { expect, it } from 'vitest';
import { makeUndoHold } from '../../../../src/features/rollout/undo/hold-undo.ts';
import { isHeld } from '../../../../src/features/rollout/waves/approved-changes.ts';
import type { Address, FieldPath } from '../../../../src/model/address.ts';
import type { Change } from '../../../../src/model/plan/change.ts';
import type { ApprovedChange } from '../../../../src/model/state/rollout.ts';
import { accountPlan } from '../../../support/values/make-plan.ts';
import { deleteCycle } from '../../../support/values/make-rollout.ts';

function approve(account: string, ...verbs: readonly ApprovedChange['verb'][]) {
  const whole = { object: 'cycles/sync', path: null, before: null, after: null };
  return { account, approved: verbs.map((verb) => ({ verb, ...whole })) };
}

type Approved = ReturnType<typeof approve>;

function holdsDelete(account: string, ...accounts: readonly Approved[]): boolean {
  const plan = accountPlan(account, { changes: [deleteCycle(account)] });
  return isHeld(makeUndoHold(accounts)({ kind: 'planned', plan }));
}

it('deletes what the rollout made in this account, and nothing that it made in another one alone', () => {
  const made = approve('north', 'create');
  expect(holdsDelete('north', made, approve('south', 'adopt'))).toBe(false);
  expect(holdsDelete('south', made, approve('south', 'adopt'))).toBe(true);
  expect(holdsDelete('south', made, approve('south', 'update'))).toBe(true);
});

it('deletes in an account that came later what the rollout made in each', () => {
  const made = approve('north', 'create');
  expect(holdsDelete('late', made, approve('late'))).toBe(false);
  expect(holdsDelete('late', made, approve('south', 'adopt'), approve('late'))).toBe(true);
  expect(holdsDelete('late', approve('late'))).toBe(true);
});

it('says of an object that was deleted since that a rollout can create it again', () => {
  const { kind, ...change } = deleteCycle('north');
  const create = { ...change, kind, verb: 'create', origin: 'Sync', fields: [] } as const;
  const plan = accountPlan('north', { changes: [create] });
  const held = makeUndoHold([approve('north', 'update')])({ kind: 'planned', plan });
  expect(isHeld(held)).toBe(true);
  expect(held).toMatchObject({
    diagnostics: [{ remedy: expect.stringContaining('open a rollout') }],
  });
});

it('sends a secret again of which the rollout left no record, and holds one that others changed', () => {
  const secret = (from: string | null) => ({ kind: 'secret', from }) as const;
  const holds = (moved: 'unknown' | 'live') => {
    const { at, impact, reasons } = deleteCycle('north');
    const path = 'properties/ClientSecret' as FieldPath;
    const field = { path, before: secret(null), after: secret('$KEY'), secret: true, moved, at };
    const update: Change = {
      ...{ address: 'north/connectors/crm' as Address, kind: 'connector', name: 'CRM' },
      ...{ impact, reasons, at, verb: 'update', fields: [field] },
    };
    const plan = accountPlan('north', { changes: [update] });
    return isHeld(makeUndoHold([approve('north')])({ kind: 'planned', plan }));
  };
  expect(holds('unknown')).toBe(false);
  expect(holds('live')).toBe(true);
});
