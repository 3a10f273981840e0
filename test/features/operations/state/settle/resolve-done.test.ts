import { expect, it } from 'vitest';
import { resolveDone } from '../../../../../src/features/operations/state/settle/resolve-done.ts';
import { toConnectorAddress, toCycleAddress } from '../../../../../src/model/address.ts';
import type { FieldDiff } from '../../../../../src/model/diff/field-diff.ts';
import {
  cycleDiff,
  keep,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
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

it('counts a single run with an unknown outcome as done, and closes its request', () => {
  const { address } = cycleDiff('sync');
  const schedule = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
  const sent = { runOnce: true, startTime: schedule.at };
  const known = { schedule, sent, activatedAt: '2026-12-24T01:00:00Z' };
  const record = makeRecord(cycleDiff('sync'), { run: { ...known, isUnknown: true } });
  const cycles = [cycleDiff('sync', [], { record })];
  const begunAt = '2026-12-24T01:00:00Z';
  const write = { address, operation: 'run', does: 'runs it once', begunAt };
  const state = { ...makeAccountState(), writes: new Map([[address, write]]) };
  expect(resolveDone(makeDiff({ cycles, state }), sync)).toEqual({
    paths: ['state', 'schedule'],
    isRun: true,
    change: {
      account: 'northwind',
      saveObjects: [{ ...record, run: known }],
      closeWrites: [address],
    },
  });
});
