import { expect, it } from 'vitest';
import { listBefore } from '../../../src/engine/verify/list-before.ts';
import type { FieldDiff } from '../../../src/model/diff/field-diff.ts';
import {
  connectorDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';

function listOf(field: FieldDiff) {
  return listBefore(makeDiff({ connectors: [connectorDiff('crm', [field])] }), []);
}

it('keeps what is there of a field that may be shown', () => {
  expect(listOf(makeFieldDiff('description', 'git'))).toMatchObject([
    { path: 'description', was: plain('there'), wrote: plain('wanted') },
  ]);
});

it('keeps only the fingerprint of what we wrote in the place of a secret', () => {
  const desired = secretField('properties/key', 'new');
  const live = plain('CANARY-read-in-clear');
  const applied = {
    kind: 'secret',
    written: fingerprint('old'),
    read: fingerprint('mask'),
  } as const;
  const ours = listOf(makeFieldDiff('properties/key', 'git', { desired, live, applied }));
  const theirs = listOf(makeFieldDiff('properties/key', 'both', { desired, live, applied }));
  expect(ours).toMatchObject([{ was: applied }]);
  expect(theirs).toMatchObject([{ was: null }]);
  expect(JSON.stringify([ours, theirs])).not.toContain('CANARY');
});

it('knows that nothing was there', () => {
  const desired = secretField('properties/key', 'new');
  const field = makeFieldDiff('properties/key', 'live', { desired, live: plain(null) });
  expect(listOf(field)).toMatchObject([{ was: plain(null) }]);
});

it('keeps what was sent of an unreadable field, and nothing that was only assumed', () => {
  const live = { kind: 'not-readable' } as const;
  for (const [origin, was] of [
    ['sent', plain('before')],
    ['assumed', null],
  ] as const) {
    const applied = { ...plain('before'), origin };
    expect(listOf(makeFieldDiff('description', 'git', { live, applied }))).toMatchObject([
      { was, wrote: plain('wanted') },
    ]);
  }
});
