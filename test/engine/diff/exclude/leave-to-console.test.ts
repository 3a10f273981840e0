import { expect, it } from 'vitest';
import { leaveToConsole } from '../../../../src/engine/diff/exclude/leave-to-console.ts';
import type { AccountDiff } from '../../../../src/model/diff/verdict.ts';
import {
  allCapabilities,
  documentedCapabilities,
} from '../../../../src/model/live/capabilities.ts';
import { makeAccount } from '../../../support/values/make-desired.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';
import {
  accountDiff,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeRecord,
  makeVerdict,
} from '../../../support/values/make-verdict.ts';

const hidden = { live: { kind: 'not-readable' } } as const;

function leave(more: Partial<AccountDiff>): AccountDiff {
  return leaveToConsole(makeDiff({ capabilities: documentedCapabilities, ...more }));
}

it('changes nothing where the service offers all', () => {
  const diff = makeDiff({ account: accountDiff([makeVerdict('timezone', 'manifest')]) });
  expect(leaveToConsole(diff)).toBe(diff);
  const part = { ...diff, capabilities: { ...allCapabilities, templates: false } };
  expect(leaveToConsole(part)).toBe(part);
});

it('leaves what cannot be written on what exists, and writes it on what is new', () => {
  const verdict = makeVerdict('timezone', 'manifest', hidden);
  const [left] = leave({ account: accountDiff([verdict]) }).account.verdicts;
  expect(left).toEqual({ ...verdict, isChange: false, isByHand: true });
  const fresh = makeVerdict('timezone', 'new');
  expect(leave({ account: accountDiff([fresh], { live: null }) }).account.verdicts).toEqual([
    fresh,
  ]);
});

it('writes mappings, whose names need no list', () => {
  const verdict = makeVerdict('steps/Add/fields/Email', 'manifest');
  expect(leave({ cycles: [cycleDiff('sync', [verdict])] }).cycles[0]?.verdicts).toEqual([verdict]);
});

it('does not start a cycle that a person must complete, and starts it when that is done', () => {
  const named = makeVerdict('displayName', 'unknown', { applied: null });
  const start = makeVerdict('state', 'unfinished', { isChange: true });
  const [held] = leave({ cycles: [cycleDiff('sync', [named, start])] }).cycles;
  expect(held?.verdicts).toEqual([
    { ...named, state: 'unfinished', isChange: false, isDrift: false, isByHand: true },
    { ...start, isChange: false, isByHand: true },
  ]);
  expect(leave({ cycles: [cycleDiff('sync', [start])] }).cycles[0]?.verdicts).toEqual([start]);
});

it('leaves it to a person to stop a cycle that runs', () => {
  const stop = makeVerdict('state', 'manifest', {
    desired: {
      ...makeVerdict('state', 'manifest').desired,
      value: { kind: 'plain', value: 'paused' },
    },
  });
  const live = liveCycle('live-sync', { status: 'Active' });
  const [cycle] = leave({ cycles: [cycleDiff('sync', [stop], { live })] }).cycles;
  expect(cycle?.verdicts[0]).toMatchObject({ isChange: false, isByHand: true });
});

it('keeps naming what was never written to an object of ours and nobody can see', () => {
  const never = makeVerdict('properties/region', 'not-readable', { ...hidden, applied: null });
  const bound = connectorDiff('crm', [never]);
  expect(leave({ connectors: [bound] }).connectors[0]?.verdicts).toEqual([never]);
  const applied = { displayName: { kind: 'plain', value: 'crm' } } as never;
  const record = bound.record === null ? null : { ...bound.record, applied };
  const [ours] = leave({ connectors: [{ ...bound, record }] }).connectors;
  expect(ours?.verdicts[0]?.isByHand).toBe(true);
});

it('asks a person to delete what is gone from a map that is there, and nothing where the map is gone', () => {
  const crm = makeRecord(connectorDiff('crm'));
  const sync = makeRecord(cycleDiff('sync'));
  const left: Partial<AccountDiff> = {
    leftConnectors: [{ kind: 'live-only', live: liveConnector('1'), record: crm }],
    leftCycles: [{ kind: 'live-only', live: liveCycle('2'), record: sync }],
  };
  const map = { kind: 'set', value: new Map() } as const;
  const listLeft = (more: Partial<AccountDiff['desired']>) =>
    leave({ ...left, desired: makeAccount(more) }).leftByHand;
  expect(listLeft({ connectors: map, cycles: map })).toEqual([sync, crm]);
  expect(listLeft({ connectors: map })).toEqual([crm]);
  expect(listLeft({ cycles: map })).toEqual([sync]);
  expect(listLeft({})).toEqual([]);
});
