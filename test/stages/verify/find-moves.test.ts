import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../../../src/model/address.ts';
import type { Notice } from '../../../src/model/plan.ts';
import { makeAccountOperations } from '../../../src/stages/plan/make-account-operations.ts';
import { makeCycleOperations } from '../../../src/stages/plan/make-cycle-operations.ts';
import { findMoves } from '../../../src/stages/verify/find-moves.ts';
import { accountPlan } from '../make-plan.ts';
import { accountDiff, cycleDiff, makeDiff, makeVerdict } from '../make-verdict.ts';

function writes(path: string) {
  return makeAccountOperations(accountDiff([makeVerdict(path, 'manifest')]));
}

const renames = makeCycleOperations(
  cycleDiff('sync', [makeVerdict('description', 'manifest')]),
  makeDiff(),
  [],
);
const planned = accountPlan('northwind', { operations: writes('timezone') });
const both = { ...planned, operations: [...planned.operations, ...renames] };

function uncompared(from: string): Notice {
  const { address } = accountDiff();
  return {
    kind: 'not-compared',
    address,
    path: 'errorWebhook/url' as FieldPath,
    from,
    lack: 'not-set',
  };
}

it('lets a plan hold that a fresh look makes again', () => {
  expect(findMoves(planned, { ...planned })).toBeNull();
  expect(findMoves(planned, { ...planned, hasNews: true })).toBeNull();
});

describe('who moved', () => {
  const tell = (fresh: typeof planned) => findMoves(planned, fresh);

  it('is the manifest, a secret, the service or our memory', () => {
    const is = (says: string) => ({ says, isDone: false });
    expect(tell({ ...planned, desired: 'e' })).toEqual(is('the manifest has changed'));
    expect(tell({ ...planned, secrets: 't' })).toEqual(is('a secret has changed'));
    expect(tell({ ...planned, live: 'm' })).toEqual(is('the service has moved'));
    const fresh = { ...planned, operations: writes('description') };
    expect(tell(fresh)).toEqual(is('what we remember of it has changed (northwind)'));
  });

  it('may be several of them', () => {
    const says = 'the manifest has changed, and the service has moved';
    expect(tell({ ...planned, desired: 'e', live: 'm' })?.says).toBe(says);
  });

  it('is nobody where entries of the manifest only changed places', () => {
    const turned = { ...both, operations: both.operations.toReversed() };
    const says = 'the entries of the manifest stand in another order';
    expect(findMoves(both, turned)?.says).toBe(says);
  });

  it('names each object whose operations are others, once', () => {
    const fresh = { ...planned, live: 'm', operations: writes('description') };
    expect(tell(fresh)?.says).toBe('the service has moved (northwind)');
  });
});

describe('a secret that has a value on one occasion alone', () => {
  const without = { ...planned, secrets: 't', notices: [uncompared('$KEY')] };

  it('is told from one that has changed', () => {
    expect(findMoves(planned, without)?.says).toBe('here is no value of $KEY');
    const says = 'there was no value of $KEY when it was planned';
    expect(findMoves(without, planned)?.says).toBe(says);
  });
});

describe('a plan that was applied', () => {
  const nothing = { ...planned, live: 'm', operations: [] };

  it('is said to be, where nothing is left to do and we remember doing it', () => {
    const says = 'nothing of it is left to do: it has been applied already';
    expect(findMoves(planned, nothing)).toEqual({ says, isDone: true });
  });

  it('is not said to be where we do not remember it', () => {
    const says = 'nothing of it is left to do: the service has all of it already';
    expect(findMoves(planned, { ...nothing, hasNews: true })).toEqual({ says, isDone: true });
  });

  it('is told from one of which a part is done', () => {
    const says = 'a part of it is done already (northwind/cycles/sync)';
    expect(findMoves(both, { ...planned, live: 'm' })).toEqual({ says, isDone: false });
  });

  it('is nothing to speak of once Git has moved on', () => {
    const moved = findMoves(planned, { ...nothing, desired: 'e' });
    expect(moved?.says).toContain('the manifest has changed');
    expect(moved?.isDone).toBe(false);
  });

  it('is not said to be where the service offers less by now, so that nobody knows', () => {
    const fresh = { ...planned, live: 'm', operations: [], notOffered: ['accounts'] } as const;
    expect(findMoves(planned, fresh)).toEqual({
      says: 'the service does not offer the same as then (northwind)',
      isDone: false,
    });
    expect(findMoves(planned, { ...planned, notOffered: ['accounts'] })?.isDone).toBe(false);
  });

  it('made an account alone, which is there by now', () => {
    const notices = [{ kind: 'account-first', address: accountDiff().address }] as const;
    const says = 'the account is there by now (northwind)';
    expect(findMoves({ ...planned, notices }, { ...nothing, desired: 'e' })?.says).toBe(says);
  });
});
