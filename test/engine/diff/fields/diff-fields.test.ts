import { describe, expect, it } from 'vitest';
import {
  type DiffOptions,
  diffFields,
  listForgotten,
} from '../../../../src/engine/diff/fields/diff-fields.ts';
import type { FieldPath, ObjectKind } from '../../../../src/model/address.ts';
import type { LiveFields, LiveValue } from '../../../../src/model/fields/field-value.ts';
import { fieldsOf, makeAccount, plainField } from '../../../support/values/make-desired.ts';
import {
  fingerprint,
  makeRecord,
  plain,
  secretField,
} from '../../../support/values/make-field-diff.ts';

/** Judges the fields of an object that is ours where it has a record. */
function checkAll(
  kind: ObjectKind,
  sides: Omit<Parameters<typeof diffFields>[1], 'isBound'>,
  judging: DiffOptions,
) {
  return diffFields(kind, { ...sides, isBound: sides.record !== null }, judging);
}

const judging = { fingerprint, rewrite: false };
const account = { ...makeAccount(), kind: 'account' } as const;

function seen(values: Readonly<Record<string, LiveValue>>): LiveFields {
  return new Map(Object.entries(values).map(([path, value]) => [path as FieldPath, value]));
}

function applied(values: Readonly<Record<string, string>>) {
  const entries = Object.entries(values).map(([path, value]) => [path, plain(value)]);
  return makeRecord(account, { applied: Object.fromEntries(entries) });
}

describe('diffFields', () => {
  it('compares what the manifest manages, in its order, and nothing else', () => {
    const desired = fieldsOf(plainField('timezone', 'UTC'), plainField('displayName', 'Nord'));
    const live = seen({
      displayName: plain('Northwind'),
      timezone: plain('UTC'),
      description: plain('x'),
    });
    const record = applied({ timezone: 'UTC', displayName: 'Northwind' });
    const verdicts = checkAll('account', { desired, live, record }, judging);
    expect(verdicts.map(({ path, comparison }) => [path, comparison])).toEqual([
      ['timezone', 'same'],
      ['displayName', 'git'],
    ]);
  });

  it('takes every field of an object that is not there for new', () => {
    const sides = { desired: fieldsOf(plainField('timezone', 'UTC')), live: null, record: null };
    expect(checkAll('account', sides, judging)).toMatchObject([{ comparison: 'new', live: null }]);
  });

  it('reports drift if the service changed, and if the direction is unknown', () => {
    const desired = fieldsOf(plainField('timezone', 'UTC'));
    const live = seen({ timezone: plain('CET') });
    const known = checkAll(
      'account',
      { desired, live, record: applied({ timezone: 'UTC' }) },
      judging,
    );
    expect(known).toMatchObject([{ comparison: 'live' }]);
    const adopted = checkAll('account', { desired, live, record: null }, judging);
    expect(adopted).toMatchObject([{ comparison: 'unknown' }]);
  });

  it('sends unreadable fields again only on request, and only without state', () => {
    const desired = fieldsOf(plainField('schedule', { kind: 'every', every: '15m' }));
    const sides = { desired, live: seen({}), record: null };
    const rewrite = { fingerprint, rewrite: true };
    expect(checkAll('cycle', sides, judging)).toMatchObject([{ comparison: 'not-readable' }]);
    expect(checkAll('cycle', sides, rewrite)).toMatchObject([{ comparison: 'unknown' }]);
    const record = makeRecord(account, {
      applied: { ['schedule' as FieldPath]: plain({ kind: 'every', every: '15m' }) },
    });
    expect(checkAll('cycle', { ...sides, record }, rewrite)).toMatchObject([
      { comparison: 'not-readable' },
    ]);
  });

  it('sends nothing again that cannot be changed, and says of none that it differs', () => {
    const sides = { desired: fieldsOf(plainField('connector/name', 'CRM')), live: seen({}) };
    const rewrite = { fingerprint, rewrite: true };
    expect(checkAll('connector', { ...sides, record: null }, rewrite)).toMatchObject([
      { comparison: 'not-readable' },
    ]);
  });

  it('changes no secret without a value, even if it was changed outside Git', () => {
    const desired = fieldsOf(secretField('auth', null));
    const live = seen({ auth: { kind: 'secret', read: fingerprint('#') } });
    const record = makeRecord(account, {
      applied: {
        ['auth' as FieldPath]: { kind: 'secret', written: null, read: fingerprint('****') },
      },
    });
    expect(checkAll('connector', { desired, live, record }, judging)).toMatchObject([
      { comparison: 'live' },
    ]);
  });
});

it('finds what we once wrote and the manifest no longer names, in one order', () => {
  const record = applied({ timezone: 'UTC', displayName: 'x', description: 'y' });
  expect(listForgotten(fieldsOf(plainField('displayName', 'x')), record)).toEqual([
    'description',
    'timezone',
  ]);
  expect(listForgotten(new Map(), null)).toEqual([]);
});

it.each(['fields', 'parameters'])(
  'takes what a step shows of a secret in its %s for what it kept',
  (slot) => {
    const path = `steps/Save/${slot}/Name`;
    const shown = 'as the template says';
    const record = applied({});
    const sent = {
      kind: 'secret',
      written: fingerprint('wanted'),
      read: fingerprint(shown),
      origin: 'sent',
    };
    const verdicts = checkAll(
      'cycle',
      {
        desired: fieldsOf(secretField(path, 'wanted')),
        live: seen({ [path]: plain({ kind: 'value', value: shown }) }),
        record: { ...record, applied: { [path]: sent } } as typeof record,
      },
      judging,
    );
    expect(verdicts).toMatchObject([{ path, comparison: 'live' }]);
  },
);
