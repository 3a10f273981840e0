import { expect, it, onTestFinished } from 'vitest';
import { writeState } from '../../../../src/features/operations/state/write-state.ts';
import { beginHash } from '../../../../src/kit/running-hash.ts';
import type { StateEntry } from '../../../../src/model/memory/state-entry.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFullChange, makeRun, makeRunAccount } from '../../../store/samples.ts';

it('writes a head, a line for each record, runs before their accounts, and the digest of all that', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  await store.change(makeFullChange('northwind'));
  for (const id of ['run-2', 'run-1']) {
    await store.keepRun(makeRun(id));
    await store.keepRunAccounts(id, [makeRunAccount('northwind', 'begun')]);
  }
  const counted: StateEntry['kind'][] = [];
  let text = '';
  for await (const piece of writeState('northwind/prod', store, ({ kind }) => counted.push(kind)))
    text += piece;
  const lines = text.trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    format: 'cyclectl-state/1',
    scope: 'northwind/prod',
  });
  const kinds = ['object', 'object', 'create', 'pause', 'write'];
  const runs = ['run', 'run-account', 'run', 'run-account'];
  expect(counted).toEqual([...kinds, ...runs]);
  expect(lines.slice(1, -1).map((line) => JSON.parse(line).kind)).toEqual(counted);
  expect(JSON.parse(lines.at(-4) ?? '')).toMatchObject({ kind: 'run-account', run: 'run-1' });
  const hash = beginHash();
  hash.add(`${lines.slice(0, -1).join('\n')}\n`);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ lines: counted.length, digest: hash.end() });
});
