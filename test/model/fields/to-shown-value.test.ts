import { expect, it } from 'vitest';
import {
  isSecretField,
  toShownApplied,
  toShownDesired,
  toShownLive,
} from '../../../src/model/fields/to-shown-value.ts';
import {
  fingerprint,
  makeFieldDiff,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';

const hidden = { kind: 'secret', from: null };

it('shows plain values on both sides', () => {
  const field = makeFieldDiff('timezone', 'git', { applied: plain('before') });
  expect(isSecretField(field)).toBe(false);
  expect(toShownLive(field)).toEqual(plain('there'));
  expect(toShownApplied(field)).toEqual(plain('before'));
  expect(toShownDesired(field.desired.value)).toEqual(plain('wanted'));
});

it('shows where a wanted secret comes from, and nothing of what is there', () => {
  const desired = secretField('properties/key', 'word');
  const field = makeFieldDiff('properties/key', 'live', { desired, applied: plain('old word') });
  expect(toShownDesired(desired.value)).toEqual({ kind: 'secret', from: '$CRM_KEY' });
  expect(toShownLive(field)).toEqual(hidden);
  expect(toShownApplied(field)).toEqual(hidden);
});

it('hides text on one side when any other side holds a secret', () => {
  const applied = { kind: 'secret', written: fingerprint('word'), read: null } as const;
  const field = makeFieldDiff('properties/key', 'git', { applied });
  expect(isSecretField(field)).toBe(true);
  expect(toShownLive(field)).toEqual(hidden);
});

it('hides what is there where the service marks the field as a secret, and shows what is wanted', () => {
  const wanted = { kind: 'variable', variable: 'Region' } as const;
  const desired = { ...secretField('steps/Add/parameters/key', null), isSensitive: true } as const;
  const field = makeFieldDiff('steps/Add/parameters/key', 'live', {
    desired: { ...desired, value: plain(wanted) },
    live: plain({ kind: 'value', value: 'CANARY-typed-in-the-console' }),
  });
  expect(isSecretField(field)).toBe(true);
  expect(toShownLive(field)).toEqual(hidden);
  expect(toShownDesired(field.desired.value)).toEqual(plain(wanted));
});

it('says that nothing is there even where a secret should be', () => {
  const desired = secretField('properties/key', 'word');
  const field = makeFieldDiff('properties/key', 'live', { desired, live: plain(null) });
  expect(toShownLive(field)).toEqual(plain(null));
});

it('shows what was not read, or is not in the state, as unknown', () => {
  const field = makeFieldDiff('schedule', 'not-readable', { live: { kind: 'not-readable' } });
  expect(toShownLive(field)).toEqual({ kind: 'unknown' });
  expect(toShownApplied(field)).toEqual({ kind: 'unknown' });
});
