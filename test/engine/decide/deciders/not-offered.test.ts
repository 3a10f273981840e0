import { expect, it } from 'vitest';
import { decideAccount } from '../../../../src/engine/decide/decide-account.ts';
import { planRuns } from '../../../../src/engine/running/plan-runs.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import {
  allCapabilities,
  documentedCapabilities,
} from '../../../../src/model/live/capabilities.ts';
import { makeAccount } from '../../../support/values/make-desired.ts';
import {
  accountDiff,
  connectorDiff,
  cycleDiff,
  keep,
  makeDiff,
  makeFieldDiff,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const hidden = { live: { kind: 'not-readable' } } as const;

function leave(more: Partial<AccountDiff>): AccountDiff {
  return planRuns(decideAccount(makeDiff({ capabilities: documentedCapabilities, ...more })));
}

it('changes nothing where the service offers all', () => {
  const diff = makeDiff({ account: accountDiff([makeFieldDiff('timezone', 'git')]) });
  expect(decideAccount(diff)).toEqual(diff);
  const part = { ...diff, capabilities: { ...allCapabilities, templates: false } };
  expect(decideAccount(part)).toEqual(part);
});

it('leaves what cannot be written on what exists, and writes it on what is new', () => {
  const field = makeFieldDiff('timezone', 'git', hidden);
  const [left] = leave({ account: accountDiff([field]) }).account.fields;
  expect(left).toEqual({ ...field, disposition: keep('not-offered') });
  const fresh = makeFieldDiff('timezone', 'new');
  expect(leave({ account: accountDiff([fresh], { live: null }) }).account.fields).toEqual([fresh]);
});

it('writes mappings, whose names need no list', () => {
  const field = makeFieldDiff('steps/Add/fields/Email', 'git');
  expect(leave({ cycles: [cycleDiff('sync', [field])] }).cycles[0]?.fields).toEqual([field]);
});

it('does not start a cycle that a person must complete, and starts it when that is done', () => {
  const named = makeFieldDiff('displayName', 'unknown', { applied: null });
  const start = makeFieldDiff('state', 'unfinished', {
    disposition: { kind: 'write', because: 'unfinished' },
  });
  const [held] = leave({ cycles: [cycleDiff('sync', [named, start])] }).cycles;
  expect(held?.fields).toEqual([
    { ...named, disposition: keep('not-offered') },
    { ...start, disposition: keep('not-offered') },
  ]);
  expect(leave({ cycles: [cycleDiff('sync', [start])] }).cycles[0]?.fields).toEqual([start]);
});

it('leaves it to a person to stop a cycle that runs', () => {
  const stop = makeFieldDiff('state', 'git', {
    desired: {
      ...makeFieldDiff('state', 'git').desired,
      value: { kind: 'plain', value: 'paused' },
    },
  });
  const live = liveCycle('live-sync', { status: 'Active' });
  const [cycle] = leave({ cycles: [cycleDiff('sync', [stop], { live })] }).cycles;
  expect(cycle?.fields[0]).toMatchObject({ disposition: keep('not-offered') });
});

it('reports again what was never written to an object of ours and is unreadable', () => {
  const never = makeFieldDiff('properties/region', 'not-readable', { ...hidden, applied: null });
  const bound = connectorDiff('crm', [never]);
  expect(leave({ connectors: [bound] }).connectors[0]?.fields).toEqual([never]);
  const applied = { displayName: { kind: 'plain', value: 'crm' } } as never;
  const record = bound.record === null ? null : { ...bound.record, applied };
  const [ours] = leave({ connectors: [{ ...bound, record }] }).connectors;
  expect(ours?.fields[0]?.disposition).toEqual(keep('not-offered'));
});

it('asks a person to delete what is gone from a map that is there, and nothing where the map is gone', () => {
  const crm = makeRecord(connectorDiff('crm'));
  const sync = makeRecord(cycleDiff('sync'));
  const left: Partial<AccountDiff> = {
    liveOnlyConnectors: [{ kind: 'live-only', live: liveConnector('1'), record: crm }],
    liveOnlyCycles: [{ kind: 'live-only', live: liveCycle('2'), record: sync }],
  };
  const map = { kind: 'set', value: new Map() } as const;
  const listLeft = (more: Partial<AccountDiff['desired']>) =>
    leave({ ...left, desired: makeAccount(more) }).manualDeletes;
  expect(listLeft({ connectors: map, cycles: map })).toEqual([sync, crm]);
  expect(listLeft({ connectors: map })).toEqual([crm]);
  expect(listLeft({ cycles: map })).toEqual([sync]);
  expect(listLeft({})).toEqual([]);
});
