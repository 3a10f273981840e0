import { expect, it } from 'vitest';
import {
  isSecretField,
  showApplied,
  showDesired,
  showLive,
} from '../../../src/model/fields/show-value.ts';
import { makeVerdict, plain, print, secretField } from '../../support/values/make-verdict.ts';

const hidden = { kind: 'secret', from: null };

it('shows plain values on both sides', () => {
  const verdict = makeVerdict('timezone', 'manifest', { applied: plain('before') });
  expect(isSecretField(verdict)).toBe(false);
  expect(showLive(verdict)).toEqual(plain('there'));
  expect(showApplied(verdict)).toEqual(plain('before'));
  expect(showDesired(verdict.desired.value)).toEqual(plain('wanted'));
});

it('shows where a wanted secret comes from, and nothing of what is there', () => {
  const desired = secretField('properties/key', 'word');
  const verdict = makeVerdict('properties/key', 'live', { desired, applied: plain('old word') });
  expect(showDesired(desired.value)).toEqual({ kind: 'secret', from: '$CRM_KEY' });
  expect(showLive(verdict)).toEqual(hidden);
  expect(showApplied(verdict)).toEqual(hidden);
});

it('hides text on one side when any other side holds a secret', () => {
  const applied = { kind: 'secret', written: print('word'), read: null } as const;
  const verdict = makeVerdict('properties/key', 'manifest', { applied });
  expect(isSecretField(verdict)).toBe(true);
  expect(showLive(verdict)).toEqual(hidden);
});

it('hides what is there where the service marks the field as a secret, and shows what is wanted', () => {
  const wanted = { kind: 'variable', variable: 'Region' } as const;
  const desired = { ...secretField('steps/Add/parameters/key', null), isSensitive: true } as const;
  const verdict = makeVerdict('steps/Add/parameters/key', 'live', {
    desired: { ...desired, value: plain(wanted) },
    live: plain({ kind: 'value', value: 'CANARY-typed-in-the-console' }),
  });
  expect(isSecretField(verdict)).toBe(true);
  expect(showLive(verdict)).toEqual(hidden);
  expect(showDesired(verdict.desired.value)).toEqual(plain(wanted));
});

it('says that nothing is there even where a secret should be', () => {
  const desired = secretField('properties/key', 'word');
  const verdict = makeVerdict('properties/key', 'live', { desired, live: plain(null) });
  expect(showLive(verdict)).toEqual(plain(null));
});

it('shows what was not read, or is not remembered, as unknown', () => {
  const verdict = makeVerdict('schedule', 'not-readable', { live: { kind: 'not-readable' } });
  expect(showLive(verdict)).toEqual({ kind: 'unknown' });
  expect(showApplied(verdict)).toEqual({ kind: 'unknown' });
});
