import { expect, it } from 'vitest';
import { selectAccounts } from '../../../src/engine/index/select-accounts.ts';
import type { AccountEntry } from '../../../src/model/manifest/manifest.ts';
import { parseSelection } from '../../../src/model/manifest/parse-selection.ts';
import { selectAll } from '../../../src/model/manifest/selection.ts';
import { at } from '../../support/values/make-desired.ts';

function entry(key: string, id: AccountEntry['id'], tier = 'gold'): AccountEntry {
  return {
    key,
    labels: { tier },
    file: 'accounts/all.yaml',
    documentIndex: 0,
    at: at(1),
    id,
    document: null,
  };
}

const accounts = [
  entry('northwind', 'n-1'),
  entry('contoso', new Map([['prod', 'c-1']]), 'silver'),
  entry('fabrikam', new Map([['test', 'f-1']])),
];

function pick(environment: string, ...texts: readonly string[]) {
  const parsed = texts.length === 0 ? { selection: selectAll } : parseSelection(texts);
  if (!('selection' in parsed)) throw new Error(JSON.stringify(parsed.diagnostics));
  const { entries, skipped } = selectAccounts(accounts, environment, parsed.selection);
  return { keys: entries.map((item) => item.key), skipped };
}

it('takes the accounts that an environment has, and does not count the others', () => {
  expect(pick('prod')).toEqual({ keys: ['northwind', 'contoso'], skipped: 0 });
  expect(pick('test')).toEqual({ keys: ['northwind', 'fabrikam'], skipped: 0 });
});

it('counts those of the environment that a selection leaves out', () => {
  expect(pick('prod', 'label=tier=silver')).toEqual({ keys: ['contoso'], skipped: 1 });
  expect(pick('prod', 'account=fabrikam')).toEqual({ keys: [], skipped: 2 });
  expect(pick('prod', 'account=north*', 'account=con*')).toMatchObject({ skipped: 0 });
});
