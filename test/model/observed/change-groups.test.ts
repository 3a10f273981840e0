import { expect, it } from 'vitest';
import { toAccountAddress, toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import {
  type GroupedChange,
  isGroupId,
  isInGroup,
  isSameGroup,
  makeChangeGroups,
} from '../../../src/model/observed/change-groups.ts';
import type { ShownValue } from '../../../src/model/plan/change.ts';

const plain = (value: string | boolean | null): ShownValue => ({ kind: 'plain', value });

function logRequests(account: string, more: Partial<GroupedChange> = {}): GroupedChange {
  const address = toCycleAddress(account, 'sync');
  const path = toFieldPath('logRequests');
  return { address, path, before: plain(false), now: plain(true), ...more };
}

function note(account: string, now = 'x'): GroupedChange {
  const path = toFieldPath('auditInfo');
  return { address: toAccountAddress(account), path, before: plain(null), now: plain(now) };
}

function group(changes: readonly GroupedChange[], environment = 'prod') {
  const groups = makeChangeGroups(environment);
  for (const change of changes) groups.add(change);
  return groups.list();
}

const keys = ['a', 'b', 'c'] as const;

it('numbers changes of the same place with equal values, the most accounts first', () => {
  const found = group([note('a'), note('b'), ...keys.map((key) => logRequests(key))]);
  expect(found).toMatchObject([
    { path: 'cycles/sync/logRequests', now: plain(true), accounts: 3 },
    { path: 'auditInfo', before: plain(null), accounts: 2 },
  ]);
  expect(found.map(({ id }) => id.slice(0, 2))).toEqual(['1-', '2-']);
  expect(found.every(({ id }) => isGroupId(id))).toBe(true);
  expect(isGroupId('1')).toBe(false);
});

it('makes no group of one account, other values, another object, or hidden values', () => {
  const hidden: ShownValue = { kind: 'secret', from: null };
  expect(group([note('a'), note('b', 'y')])).toEqual([]);
  expect(
    group([logRequests('a'), logRequests('b', { address: toCycleAddress('b', 'other') })]),
  ).toEqual([]);
  expect(group(keys.map((key) => logRequests(key, { now: hidden })))).toEqual([]);
  expect(group(keys.map((key) => logRequests(key, { before: hidden })))).toEqual([]);
});

it('names a group by its members and values, whatever number it has', () => {
  const two = group([logRequests('a'), logRequests('b')])[0]?.id ?? '';
  const later = group([...keys.map((key) => note(key)), logRequests('a'), logRequests('b')]);
  const moved = later.find(({ path }) => path.endsWith('logRequests'))?.id ?? '';
  expect(moved).not.toBe(two);
  expect(isSameGroup(moved, two)).toBe(true);
  const others = [
    group(keys.map((key) => logRequests(key))),
    group([logRequests('a'), logRequests('c')]),
    group([logRequests('a'), logRequests('b')], 'staging'),
    group([note('a'), note('b')]),
  ];
  for (const [other] of others) expect(isSameGroup(other?.id ?? '', two)).toBe(false);
});

it('knows its members by what changed', () => {
  const [first] = group([logRequests('a'), logRequests('b')]);
  if (first === undefined) throw new Error('no group');
  expect(isInGroup(logRequests('c'), first)).toBe(true);
  expect(isInGroup(logRequests('c', { before: plain(null) }), first)).toBe(false);
  expect(isInGroup(note('a'), first)).toBe(false);
});
