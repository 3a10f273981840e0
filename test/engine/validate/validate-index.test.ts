import { describe, expect, it } from 'vitest';
import { validateIndex } from '../../../src/engine/validate/validate-index.ts';
import type { AccountEntry } from '../../../src/model/manifest/manifest.ts';
import { environments } from '../../support/values/check-account.ts';

const names = new Set(environments.keys());

function makeEntry(
  key: string,
  id: AccountEntry['id'],
  file = `accounts/${key}.yaml`,
): AccountEntry {
  const at = { file, line: 3, column: 18, endLine: 3, endColumn: 20, pointer: '/metadata/name' };
  return { key, labels: {}, file, documentIndex: 0, at, id, document: null };
}

const check = (...accounts: AccountEntry[]) =>
  validateIndex({ accounts, faulty: [], diagnostics: [] }, names);

describe('The index of all manifests', () => {
  it('has the accounts by key, whatever the order of the files', () => {
    const [a, b, c] = [makeEntry('a', '1'), makeEntry('b', '2'), makeEntry('c', '3')];
    expect(check(c, a, b)).toEqual(check(b, c, a));
    expect(check(c, a, b).accounts).toEqual([a, b, c]);
  });

  it('refuses two manifests of one account and shows both places', () => {
    const { accounts, diagnostics } = check(
      makeEntry('a', '1', 'accounts/y.yaml'),
      makeEntry('b', '2'),
      makeEntry('a', '3', 'accounts/x.yaml'),
    );
    expect(accounts.map(({ key }) => key)).toEqual(['b']);
    expect(diagnostics).toMatchObject([
      {
        code: 'duplicate-account',
        at: { file: 'accounts/y.yaml' },
        related: [{ at: { file: 'accounts/x.yaml' } }],
      },
    ]);
  });

  it('refuses one account of the service under two keys in an environment', () => {
    const { accounts, diagnostics } = check(
      makeEntry('a', '1'),
      makeEntry('b', new Map([['prod', '1']])),
      makeEntry('c', new Map([['local', '2']])),
      makeEntry('d', new Map([['prod', '2']])),
    );
    expect(accounts.map(({ key }) => key)).toEqual(['c', 'd']);
    expect(diagnostics.map(({ summary }) => summary)).toEqual([
      'a and b have the same account id 1 in prod',
    ]);
  });

  it('says once what holds in every environment', () => {
    const { diagnostics } = check(makeEntry('a', '1'), makeEntry('b', '1'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-account-id']);
  });

  it('says once that one manifest was copied, key and id alike', () => {
    const copy = makeEntry('a', '1', 'accounts/copy.yaml');
    const { diagnostics } = check(makeEntry('a', '1'), copy);
    expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-account']);
  });

  it('takes a GUID in capitals for the same, and other ids as they are written', () => {
    const guid = '0b5f3c9e-1c2d-4e5f-8a9b-001122334455';
    expect(check(makeEntry('a', guid), makeEntry('b', guid.toUpperCase())).accounts).toEqual([]);
    expect(check(makeEntry('a', 'x1'), makeEntry('b', 'X1')).diagnostics).toEqual([]);
  });

  it('keeps what was said before', () => {
    const before = { code: 'yaml-syntax', severity: 'error', summary: 'broken' } as const;
    const { diagnostics } = validateIndex(
      { accounts: [], faulty: [], diagnostics: [before] },
      names,
    );
    expect(diagnostics).toEqual([before]);
  });
});
