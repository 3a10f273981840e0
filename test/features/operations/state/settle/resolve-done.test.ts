import { expect, it } from 'vitest';
import { resolveDone } from '../../../../../src/features/operations/state/settle/resolve-done.ts';
import { toConnectorAddress, toCycleAddress } from '../../../../../src/model/address.ts';
import type { Schedule } from '../../../../../src/model/desired/schedule.ts';
import { toDeposedAddress } from '../../../../../src/model/desired/scope/deposed.ts';
import type { FieldDiff } from '../../../../../src/model/diff/field-diff.ts';
import {
  cycleDiff,
  keep,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makePause,
  makeRecord,
} from '../../../../support/values/make-field-diff.ts';

const sync = toCycleAddress('northwind', 'sync');

function leave(path: string, more: Partial<FieldDiff> = {}): FieldDiff {
  const field = makeFieldDiff(path, 'not-readable', { live: { kind: 'not-readable' }, ...more });
  return { ...field, disposition: keep('not-offered') };
}

function settle(...verdicts: readonly FieldDiff[]) {
  return resolveDone(makeDiff({ cycles: [cycleDiff('sync', verdicts)] }), sync);
}

it('counts unreadable fields as applied, and leaves the rest unchanged', () => {
  const hidden = leave('variables/region');
  const shown = leave('displayName', { live: { kind: 'plain', value: 'another' } });
  const settled = settle(hidden, shown, makeFieldDiff('description', 'same'));
  expect(settled).toMatchObject({ paths: ['variables/region'] });
  const kept = 'change' in settled ? settled.change.saveObjects?.[0] : undefined;
  expect(kept?.applied).toMatchObject({ 'variables/region': hidden.desired.value });
  expect(kept?.applied).not.toHaveProperty('displayName');
});

it('counts a secret as the one that Git names now, and none that has no value here', () => {
  const fingerprint = 'k1:print' as never;
  const ref = { env: 'REGION' };
  const secret = (print: typeof fingerprint | null) => {
    const field = leave('variables/region');
    const value = { kind: 'secret', secret: { ref, fingerprint: print } } as const;
    return { ...field, desired: { ...field.desired, value } };
  };
  const settled = settle(secret(fingerprint));
  const kept = 'change' in settled ? settled.change.saveObjects?.[0] : undefined;
  expect(kept?.applied).toMatchObject({
    'variables/region': { kind: 'secret', written: fingerprint, read: null },
  });
  expect(settle(secret(null))).toMatchObject({ refused: { code: 'not-settled' } });
});

it('refuses what is not left to a person, what has no entry, and what was never made', () => {
  const nothing = makeDiff({ cycles: [cycleDiff('sync')] });
  const unmade = makeDiff({ cycles: [cycleDiff('sync', [leave('tags')], { record: null })] });
  const tries = [
    resolveDone(nothing, sync),
    resolveDone(nothing, toConnectorAddress('northwind', 'crm')),
    resolveDone(unmade, sync),
  ];
  expect(tries.map((each) => ('refused' in each ? each.refused.summary : 'settled'))).toEqual([
    'northwind/cycles/sync has no unreadable field that needs manual action',
    'northwind/connectors/crm is in no manifest, or does not exist yet',
    'northwind/cycles/sync is in no manifest, or does not exist yet',
  ]);
});

it('counts a single run with an unknown outcome as done, and does not start again what was stopped for it', () => {
  const { address } = cycleDiff('sync');
  const schedule: Schedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
  const sent = { runOnce: true, startTime: schedule.at };
  const known = { schedule, sent, activatedAt: '2026-12-24T01:00:00Z' };
  const record = makeRecord(cycleDiff('sync'), { run: { ...known, isUnknown: true } });
  const pauses = [address, toDeposedAddress(address, 1)].map((each) => makePause(each));
  const cycles = [cycleDiff('sync', [], { record })];
  const state = makeAccountState({ pauses });
  expect(resolveDone(makeDiff({ cycles, state }), sync)).toEqual({
    paths: ['state', 'schedule'],
    change: {
      account: 'northwind',
      saveObjects: [{ ...record, run: known }],
      closePauses: pauses.map((each) => each.address),
    },
  });
});
