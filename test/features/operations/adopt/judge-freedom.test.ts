import { expect, it } from 'vitest';
import type { Freedom } from '../../../../src/features/operations/adopt/judge-freedom.ts';
import {
  type Choice,
  findMeant,
  judgeFreedom,
} from '../../../../src/features/operations/adopt/judge-freedom.ts';
import { cycleAddress } from '../../../../src/model/address.ts';
import { liveCycle } from '../../../support/values/make-live.ts';
import { makeMemory, makeRecord } from '../../../support/values/make-verdict.ts';

const address = cycleAddress('northwind', 'sync');
const other = cycleAddress('northwind', 'other');
const choice: Choice = { environment: 'local', address, kind: 'cycle', live: 'Sync' };
const cycle = liveCycle('7', { name: 'Sync' });

function judge(
  bound: Readonly<Record<string, string>>,
  more: { readonly tags?: readonly string[]; readonly earlierKey?: string } = {},
): string {
  const objects = Object.entries(bound).map(([key, remoteId]) =>
    makeRecord({ address: cycleAddress('northwind', key), kind: 'cycle' }, { remoteId }),
  );
  const memory = makeMemory({ objects });
  const live = { ...cycle, tags: more.tags ?? [] };
  const known = { memory, gone: new Set([other]), earlierKey: more.earlierKey ?? null };
  return tell(judgeFreedom(live, choice, known));
}

function tell(freedom: Freedom): string {
  return freedom.kind === 'refused'
    ? `${freedom.diagnostic.summary} → ${freedom.diagnostic.remedy}`
    : freedom.kind;
}

it('takes an id for what has it, also where another has it as its name', () => {
  const named = liveCycle('8', { name: '7' });
  expect(findMeant([named, cycle], { ...choice, live: '7' })).toEqual({ found: cycle });
  expect(findMeant([named, cycle], { ...choice, live: 'Sync' })).toEqual({ found: cycle });
});

it('takes a name letter by letter, and only where one has it', () => {
  const twin = liveCycle('9', { name: 'Sync' });
  expect(findMeant([cycle, twin], choice)).toMatchObject({
    refused: {
      code: 'ambiguous',
      summary: '"Sync" is the name of 2 cycles of the account: 7, 9',
      remedy: 'Name the right one by its id: cyclectl adopt -e local northwind/cycles/sync ID',
    },
  });
  expect(findMeant([cycle], { ...choice, live: 'sync' })).toMatchObject({
    refused: { code: 'adopt-not-found', remedy: 'Nearest names: "Sync".' },
  });
  expect(findMeant([], choice)).toMatchObject({ refused: { remedy: 'It has no cycle at all.' } });
});

it('knows what is free, and what is bound as it shall be', () => {
  expect(judge({})).toBe('free');
  expect(judge({ sync: '7' })).toBe('bound');
  expect(judge({ more: '8' })).toBe('free');
});

it('takes nothing from another entry, and no entry from what it is bound to', () => {
  expect(judge({ sync: '8' })).toMatch(
    /^northwind\/cycles\/sync is bound to 8 already → .*state forget -e local northwind\/cycles\/sync$/,
  );
  expect(judge({ more: '7' })).toMatch(
    /^"Sync" \(7\) belongs to northwind\/cycles\/more, which is bound to it → .*renamedFrom: more/,
  );
});

it('reads in its tag whose a cycle is when nothing is remembered', () => {
  expect(judge({}, { tags: ['cyclectl:sync', 'eu'] })).toBe('free');
  expect(judge({}, { tags: ['cyclectl:more'] })).toContain('belongs to the cycle more');
  expect(judge({}, { tags: ['cyclectl:sync', 'cyclectl:more'] })).toContain('the cycle more');
  expect(judge({}, { tags: ['cyclectl:more'], earlierKey: 'more' })).toBe('free');
});
