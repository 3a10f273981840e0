import { expect, it, onTestFinished } from 'vitest';
import { exportState } from '../../../../src/features/operations/state/export-state.ts';
import { startHash } from '../../../../src/kit/hash.ts';
import type { StateEntry } from '../../../../src/model/state/state-entry.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeFullChange, makeRun, makeRunAccount } from '../../../store/samples.ts';

it('writes a head, a line for each record, runs before their accounts, and the digest of all that', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  await store.update(makeFullChange('northwind'));
  for (const id of ['run-2', 'run-1']) {
    await store.saveRun(makeRun(id));
    await store.saveRunAccounts(id, [makeRunAccount('northwind', 'begun')]);
  }
  const counted: StateEntry['kind'][] = [];
  let text = '';
  for await (const piece of exportState('northwind/prod', store, ({ kind }) => counted.push(kind)))
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
  const hash = startHash();
  hash.add(`${lines.slice(0, -1).join('\n')}\n`);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ lines: counted.length, digest: hash.end() });
});
