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
  const verdict = makeFieldDiff('timezone', 'manifest', { applied: plain('before') });
  expect(isSecretField(verdict)).toBe(false);
  expect(toShownLive(verdict)).toEqual(plain('there'));
  expect(toShownApplied(verdict)).toEqual(plain('before'));
  expect(toShownDesired(verdict.desired.value)).toEqual(plain('wanted'));
});

it('shows where a wanted secret comes from, and nothing of what is there', () => {
  const desired = secretField('properties/key', 'word');
  const verdict = makeFieldDiff('properties/key', 'live', { desired, applied: plain('old word') });
  expect(toShownDesired(desired.value)).toEqual({ kind: 'secret', from: '$CRM_KEY' });
  expect(toShownLive(verdict)).toEqual(hidden);
  expect(toShownApplied(verdict)).toEqual(hidden);
});

it('hides text on one side when any other side holds a secret', () => {
  const applied = { kind: 'secret', written: fingerprint('word'), read: null } as const;
  const verdict = makeFieldDiff('properties/key', 'manifest', { applied });
  expect(isSecretField(verdict)).toBe(true);
  expect(toShownLive(verdict)).toEqual(hidden);
});

it('hides what is there where the service marks the field as a secret, and shows what is wanted', () => {
  const wanted = { kind: 'variable', variable: 'Region' } as const;
  const desired = { ...secretField('steps/Add/parameters/key', null), isSensitive: true } as const;
  const verdict = makeFieldDiff('steps/Add/parameters/key', 'live', {
    desired: { ...desired, value: plain(wanted) },
    live: plain({ kind: 'value', value: 'CANARY-typed-in-the-console' }),
  });
  expect(isSecretField(verdict)).toBe(true);
  expect(toShownLive(verdict)).toEqual(hidden);
  expect(toShownDesired(verdict.desired.value)).toEqual(plain(wanted));
});

it('says that nothing is there even where a secret should be', () => {
  const desired = secretField('properties/key', 'word');
  const verdict = makeFieldDiff('properties/key', 'live', { desired, live: plain(null) });
  expect(toShownLive(verdict)).toEqual(plain(null));
});

it('shows what was not read, or is not remembered, as unknown', () => {
  const verdict = makeFieldDiff('schedule', 'not-readable', { live: { kind: 'not-readable' } });
  expect(toShownLive(verdict)).toEqual({ kind: 'unknown' });
  expect(toShownApplied(verdict)).toEqual({ kind: 'unknown' });
});
