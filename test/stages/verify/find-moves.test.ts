import { expect, it } from 'vitest';
import { makeAccountOperations } from '../../../src/stages/plan/make-account-operations.ts';
import { findMoves } from '../../../src/stages/verify/find-moves.ts';
import { accountPlan } from '../make-plan.ts';
import { accountDiff, makeVerdict } from '../make-verdict.ts';

function writes(path: string) {
  return makeAccountOperations(accountDiff([makeVerdict(path, 'manifest')]));
}

const planned = accountPlan('northwind', { operations: writes('timezone') });

it('lets a plan hold that a fresh look makes again', () => {
  expect(findMoves(planned, { ...planned })).toBeNull();
  expect(findMoves(planned, { ...planned, hasNews: true })).toBeNull();
});

it('says who moved: the manifest, the service or our memory', () => {
  expect(findMoves(planned, { ...planned, desired: 'e' })).toBe('the manifest has changed');
  expect(findMoves(planned, { ...planned, live: 'm' })).toBe('the service has moved');
  const fresh = { ...planned, operations: writes('description') };
  expect(findMoves(planned, fresh)).toBe('what we remember of it has changed (northwind)');
});

it('names each object whose operations are others, once', () => {
  const fresh = { ...planned, live: 'm', operations: writes('description') };
  expect(findMoves(planned, fresh)).toBe('the service has moved (northwind)');
});
