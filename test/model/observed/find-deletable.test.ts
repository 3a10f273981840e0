import { expect, it } from 'vitest';
import { toConnectorAddress, toCycleAddress } from '../../../src/model/address.ts';
import type { LiveConnector, LiveCycle } from '../../../src/model/live/live.ts';
import { findDeletable } from '../../../src/model/observed/find-deletable.ts';
import { listMoves, toExpectation } from '../../../src/model/plan/expectation.ts';
import { fingerprint, makeDiff, makeRecord } from '../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';

function findCycle(more: Partial<LiveCycle>) {
  const address = toCycleAddress('northwind', 'old');
  const record = makeRecord({ address, kind: 'cycle' }, { remoteId: '7' });
  const live = liveCycle('7', { name: 'Old', ...more });
  const diff = makeDiff({ liveOnlyCycles: [{ kind: 'live-only', live, record }] });
  return { address, found: findDeletable(diff, address) };
}

function findConnector(more: Partial<LiveConnector>) {
  const address = toConnectorAddress('northwind', 'old');
  const record = makeRecord({ address, kind: 'connector' }, { remoteId: '7' });
  const live = liveConnector('7', more);
  const diff = makeDiff({ liveOnlyConnectors: [{ kind: 'live-only', live, record }] });
  return { address, found: findDeletable(diff, address) };
}

type Found = ReturnType<typeof findCycle>;

function toExpected({ address, found }: Found) {
  return found === null ? { address, id: null } : toExpectation(found, new Set(), fingerprint);
}

function listMoved(was: Found, is: Found): readonly (string | null)[] {
  return listMoves(toExpected(was), is.found, fingerprint).map(({ path }) => path);
}

const running = {
  status: 'Active',
  tags: ['mine', 'cyclectl:old'],
  schedule: { kind: 'every', every: '1h', startAt: '2026-01-01T00:00:00Z' },
} as const;

it('expects a cycle that is deleted as it was, but for its runs', () => {
  const was = findCycle(running);
  expect(listMoved(was, findCycle(running))).toEqual([]);
  const ran = {
    ...{ errorCount: 3, warningCount: 1, inProgressCount: 2, hasRun: true },
    ...{ lastSuccess: '2026-02-01T00:00:00Z' },
    schedule: { ...running.schedule, startAt: '2026-02-01T00:00:00Z' },
  };
  expect(listMoved(was, findCycle({ ...running, ...ran }))).toEqual([]);
  const edits: readonly (readonly [string | null, Partial<LiveCycle>])[] = [
    ['displayName', { name: 'Mine' }],
    ['description', { description: 'Mine' }],
    ['tags', { tags: ['yours'] }],
    ['retention/successHours', { successHours: 2 }],
    ['schedule', { schedule: { kind: 'every', every: '2h' } }],
    [null, { status: 'Paused', schedule: null }],
  ];
  for (const [path, edit] of edits)
    expect(listMoved(was, findCycle({ ...running, ...edit }))).toEqual([path]);
});

it('expects a connector that is deleted as it was, but for its sign-in, and shows no secret of it', () => {
  const property = (value: string) => ({ id: '1', name: 'apiKey', value });
  const was = findConnector({ properties: [property('not-a-secret-1')] });
  const other = findConnector({ properties: [property('not-a-secret-2')] });
  expect(listMoved(was, other)).toEqual(['properties/apiKey']);
  expect(listMoved(findConnector({}), findConnector({ authenticated: false }))).toEqual([]);
  expect(listMoved(findConnector({}), findConnector({ name: 'Mine' }))).toEqual(['displayName']);
  expect(toExpected(was)).toMatchObject({ before: { 'properties/apiKey': { kind: 'secret' } } });
  // A name that may hold a secret is marked so in one look, and not in another.
  const struck = findConnector({ name: '[secret]' });
  expect(listMoved(struck, findConnector({ name: 'Mine' }))).toEqual([]);
  expect(listMoved(findConnector({ name: 'Mine' }), struck)).toEqual([]);
});
