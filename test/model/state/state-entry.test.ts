import { expect, it } from 'vitest';
import { type FieldPath, toCycleAddress } from '../../../src/model/address.ts';
import type { LiveSchedule } from '../../../src/model/desired/schedule.ts';
import type { StoredValue } from '../../../src/model/fields/field-value.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import { restoreOrigins } from '../../../src/model/state/state-entry.ts';
import { fingerprint } from '../../support/values/make-field-diff.ts';

const address = toCycleAddress('northwind', 'sync');
const quarterly: LiveSchedule = { kind: 'every', every: '15m' };
const daily: LiveSchedule = { kind: 'every', every: '1d' };
const once: LiveSchedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
const webhook: LiveSchedule = { kind: 'webhook' };

/** What is known of a field that an earlier version kept. */
function recall(
  path: string,
  value: StoredValue,
  { ran = null, ...more }: { readonly ran?: LiveSchedule | null } & Partial<ObjectRecord> = {},
) {
  const sent = { runOnce: false };
  const activatedAt = '2026-12-01T05:00:00Z';
  const run = ran === null ? null : { schedule: ran, sent, activatedAt };
  const applied = { [path as FieldPath]: value };
  const record = { address, kind: 'cycle', remoteId: '1', applied, run, ...more } as const;
  return restoreOrigins(record).applied[path as FieldPath];
}

const plain = (value: LiveSchedule | string) => ({ kind: 'plain', value }) as const;

it('takes for the schedule that was sent what the last activation had', () => {
  const of = (kept: LiveSchedule, ran: LiveSchedule | null) =>
    recall('schedule', plain(kept), { ran });
  expect(of(quarterly, quarterly)).toEqual({ ...plain(quarterly), origin: 'sent' });
  // Git said the other one while the cycle rested.
  expect(of(daily, quarterly)).toEqual({ ...plain(quarterly), origin: 'sent' });
  expect(of(daily, webhook)).toBeUndefined();
  expect(of(daily, once)).toBeUndefined();
  expect(of(daily, null)).toEqual({ ...plain(daily), origin: 'assumed' });
});

it('takes a secret for known where its fingerprint is', () => {
  const known = { kind: 'secret', written: fingerprint('a'), read: null } as const;
  expect(recall('auth', known)?.origin).toBe('read');
  expect(recall('auth', { ...known, writtenAt: '2026-12-01T05:00:00Z' })?.origin).toBe('sent');
  expect(recall('auth', { ...known, written: null })?.origin).toBe('assumed');
});

it('takes a custom category for made where its id is known, and assumes all else', () => {
  const categories = { books: { id: '3', name: 'Books' } };
  const of = (key: string) =>
    recall(`customCategories/${key}`, plain('Books'), { kind: 'connector', categories });
  expect(of('books')?.origin).toBe('sent');
  expect(of('ledgers')?.origin).toBe('assumed');
  expect(recall('displayName', plain('Sync'))?.origin).toBe('assumed');
});

it('leaves what has an origin as it is', () => {
  const value = { ...plain(daily), origin: 'read' } as const;
  expect(recall('schedule', value, { ran: quarterly })).toEqual(value);
});
