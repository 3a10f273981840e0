import { expect, it } from 'vitest';
import type { BindingStatus } from '../../../../src/features/operations/adopt/classify-binding.ts';
import {
  type BindingChoice,
  classifyBinding,
  findLiveObject,
} from '../../../../src/features/operations/adopt/classify-binding.ts';
import { toCycleAddress } from '../../../../src/model/address.ts';
import { makeAccountState, makeRecord } from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';

const address = toCycleAddress('northwind', 'sync');
const other = toCycleAddress('northwind', 'other');
const choice: BindingChoice = { environment: 'local', address, kind: 'cycle', live: 'Sync' };
const cycle = liveCycle('7', { name: 'Sync' });

function check(
  bound: Readonly<Record<string, string>>,
  more: { readonly tags?: readonly string[]; readonly earlierKey?: string } = {},
): string {
  const objects = Object.entries(bound).map(([key, remoteId]) =>
    makeRecord({ address: toCycleAddress('northwind', key), kind: 'cycle' }, { remoteId }),
  );
  const state = makeAccountState({ objects });
  const live = { ...cycle, tags: more.tags ?? [] };
  const known = { state, gone: new Set([other]), earlierKey: more.earlierKey ?? null };
  return tell(classifyBinding(live, choice, known));
}

function tell(freedom: BindingStatus): string {
  return freedom.kind === 'refused'
    ? `${freedom.diagnostic.summary} → ${freedom.diagnostic.remedy}`
    : freedom.kind;
}

it('takes an id for what has it, also where another has it as its name', () => {
  const named = liveCycle('8', { name: '7' });
  expect(findLiveObject([named, cycle], { ...choice, live: '7' })).toEqual({ found: cycle });
  expect(findLiveObject([named, cycle], { ...choice, live: 'Sync' })).toEqual({ found: cycle });
});

it('takes an exact name, and only if one object has it', () => {
  const twin = liveCycle('9', { name: 'Sync' });
  expect(findLiveObject([cycle, twin], choice)).toMatchObject({
    refused: {
      code: 'ambiguous',
      summary: '2 cycles of the account have the name "Sync": 7, 9',
      remedy: 'Pass the id of the right one: cyclectl adopt -e local northwind/cycles/sync ID',
    },
  });
  expect(findLiveObject([cycle], { ...choice, live: 'sync' })).toMatchObject({
    refused: { code: 'adopt-not-found', remedy: 'Nearest names: "Sync".' },
  });
  expect(findLiveObject([], choice)).toMatchObject({
    refused: { remedy: 'The account has no cycle.' },
  });
});

it('knows what is free, and what is bound as it must be', () => {
  expect(check({})).toBe('free');
  expect(check({ sync: '7' })).toBe('bound');
  expect(check({ more: '8' })).toBe('free');
});

it('takes nothing from another entry, and no entry from what it is bound to', () => {
  expect(check({ sync: '8' })).toMatch(
    /^northwind\/cycles\/sync is bound to 8 already → .*state forget -e local northwind\/cycles\/sync$/,
  );
  expect(check({ more: '7' })).toMatch(
    /^"Sync" \(7\) belongs to northwind\/cycles\/more, which is bound to it → .*renamedFrom: more/,
  );
});

it('reads in its tag whose a cycle is when the state is empty', () => {
  expect(check({}, { tags: ['cyclectl:sync', 'eu'] })).toBe('free');
  expect(check({}, { tags: ['cyclectl:more'] })).toContain('belongs to the cycle more');
  expect(check({}, { tags: ['cyclectl:sync', 'cyclectl:more'] })).toContain('the cycle more');
  expect(check({}, { tags: ['cyclectl:more'], earlierKey: 'more' })).toBe('free');
});
