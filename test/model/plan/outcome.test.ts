import { describe, expect, it } from 'vitest';
import { toAccountAddress, toCycleAddress } from '../../../src/model/address.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import { toOperationId } from '../../../src/model/plan/operation.ts';
import type { AccountOutcome, OperationStatus } from '../../../src/model/plan/outcome.ts';
import { hasWritten, isStopped, isSuccess } from '../../../src/model/plan/outcome.ts';

const address = toCycleAddress('northwind', 'sync');
const stale: Diagnostic = { code: 'unread', severity: 'error', summary: 'it moved' };

/** An account with one operation that ended so, in a pause window or not. */
function outcomeOf(
  result: OperationStatus,
  more: { readonly isWindow?: boolean; readonly diagnostics?: readonly Diagnostic[] } = {},
): AccountOutcome {
  const action = { kind: 'delete-cycle' } as const;
  const operation = {
    id: toOperationId(address, action),
    address,
    does: 'deletes it',
    action,
    repeat: 'safe',
    after: [],
    window: more.isWindow === true ? address : null,
  } as const;
  const { diagnostics = [] } = more;
  return {
    account: toAccountAddress('northwind'),
    outcomes: [{ operation, result, diagnostics: [] }],
    diagnostics,
  };
}

describe('hasWritten', () => {
  it.each([
    ['done', true],
    ['unknown', true],
    ['undone', true],
    ['failed', false],
    ['waiting', false],
    ['skipped', false],
  ] as const)('takes %s for a write that may have come through: %s', (result, isWrite) => {
    expect(hasWritten(outcomeOf(result))).toBe(isWrite);
  });

  it('counts a failed pause window, since it was opened and closed again', () => {
    expect(hasWritten(outcomeOf('failed', { isWindow: true }))).toBe(true);
    expect(hasWritten(outcomeOf('skipped', { isWindow: true }))).toBe(false);
  });
});

describe('isSuccess', () => {
  it.each([
    ['done', true],
    ['waiting', true],
    ['failed', false],
    ['unknown', false],
    ['undone', false],
    ['skipped', false],
  ] as const)('takes %s for a success: %s', (result, isFine) => {
    expect(isSuccess(outcomeOf(result))).toBe(isFine);
  });

  it('is not one when the account has an error beyond its operations', () => {
    expect(isSuccess(outcomeOf('done', { diagnostics: [stale] }))).toBe(false);
    const warning: Diagnostic = { ...stale, severity: 'warning' };
    expect(isSuccess(outcomeOf('done', { diagnostics: [warning] }))).toBe(true);
  });
});

describe('isStopped', () => {
  const interrupted: Diagnostic = {
    code: 'interrupted',
    severity: 'error',
    summary: 'told to stop',
  };
  const withOwn = (result: OperationStatus, ...diagnostics: readonly Diagnostic[]) => {
    const outcome = outcomeOf(result);
    return { ...outcome, outcomes: outcome.outcomes.map((each) => ({ ...each, diagnostics })) };
  };

  it('is so of an account whose last operation an end kept from being done', () => {
    expect(isStopped(withOwn('failed', interrupted))).toBe(true);
    expect(isStopped(withOwn('skipped'))).toBe(true);
  });

  it('is not so where something failed beside it', () => {
    expect(isStopped(withOwn('failed', interrupted, stale))).toBe(false);
    expect(isStopped(withOwn('failed'))).toBe(false);
    expect(isStopped(withOwn('unknown', interrupted))).toBe(false);
    expect(isStopped({ ...withOwn('skipped'), diagnostics: [stale] })).toBe(false);
    expect(isStopped(withOwn('done'))).toBe(false);
  });
});
