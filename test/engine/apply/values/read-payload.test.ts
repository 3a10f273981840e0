import { expect, it } from 'vitest';
import type { ApplyState } from '../../../../src/engine/apply/apply-state.ts';
import { readPayload } from '../../../../src/engine/apply/values/read-payload.ts';
import { SecretValue } from '../../../../src/model/secret/secret.ts';
import {
  cycleDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  plain,
  secretField,
} from '../../../support/values/make-field-diff.ts';

const path = 'steps/Save/parameters/token';

/** What is written back of a secret that was written as `old` and is shown like this. */
function carry(shown: string) {
  const field = makeFieldDiff(path, 'git', {
    desired: secretField(path, 'new'),
    live: plain({ kind: 'value', value: shown }),
    applied: { kind: 'secret', written: fingerprint('old'), read: fingerprint(shown) },
  });
  const cycle = cycleDiff('copy', [field]);
  const state = { diff: makeDiff({ cycles: [cycle] }), ports: { secrets: { fingerprint } } };
  return readPayload(
    state as unknown as ApplyState,
    { address: cycle.address, path: field.path },
    'earlier',
  );
}

it('writes an earlier secret back where the service shows it, and never a mask in its place', async () => {
  const earlier = await carry('old');
  // A service that refuses it may say it again: what is opened here is struck out of what it says.
  if (earlier.kind !== 'secret') throw new Error(`It travels as ${earlier.kind}`);
  expect(earlier.value.reveal()).toBe('old');
  expect(await carry('********')).toMatchObject({ kind: 'missing', lack: 'unreadable' });
});

it('sends the secret that was planned, and not one that was put in its place since', async () => {
  const field = makeFieldDiff(path, 'git', { desired: secretField(path, 'planned') });
  const cycle = cycleDiff('copy', [field]);
  const send = (here: string) => {
    const clock = { now: () => '2026-12-01T05:00:00Z' };
    const secrets = { read: async () => new SecretValue(here), fingerprint };
    const state = { diff: makeDiff({ cycles: [cycle] }), ports: { secrets, clock } };
    const at = { address: cycle.address, path: field.path };
    return readPayload(state as unknown as ApplyState, at, 'desired');
  };
  expect(await send('planned')).toMatchObject({
    kind: 'secret',
    applied: { written: fingerprint('planned'), writtenAt: '2026-12-01T05:00:00Z' },
  });
  expect(await send('rotated')).toEqual({
    kind: 'missing',
    refs: [{ env: 'CRM_KEY' }],
    lack: 'changed',
    at: field.desired.at,
  });
});
