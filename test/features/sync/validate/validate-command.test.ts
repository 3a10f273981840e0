import { expect, it } from 'vitest';
import { toGroupedFindings } from '../../../../src/features/sync/validate-command.ts';
import type { Address } from '../../../../src/model/address.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../../src/model/manifest/manifest.ts';

function entry(key: string, file: string): AccountEntry {
  const at = { file, line: 5, column: 9, endLine: 5, endColumn: 10, pointer: '/metadata/name' };
  return { key, file, at, labels: {}, documentIndex: 0, id: key, document: null };
}

function finding(summary: string, more: Partial<Diagnostic>): Diagnostic {
  return { code: 'duplicate-account', severity: 'error', summary, ...more };
}

it('gives an account what is in its own file or has its address, and the project all else', () => {
  const [own, shared] = ['accounts/own.yaml', 'accounts/shared.yaml'];
  const { at } = entry('own', own);
  const inShared = { ...at, file: shared };
  const found = [
    finding('in its file', { at }),
    finding('of an address', { at: inShared, address: 'second/cycles/a' as Address }),
    finding('of a file of two', { at: inShared }),
    finding('of another file', { at: { ...at, file: 'cyclectl.yaml' } }),
    finding('of nothing', {}),
  ];
  const grouped = toGroupedFindings({
    accounts: [entry('third', shared), entry('own', own)],
    refused: [entry('second', shared)],
    diagnostics: found,
  });
  const said = (list: readonly Diagnostic[]) => list.map(({ summary }) => summary);
  expect(grouped.accounts.map(({ account, diagnostics }) => [account, said(diagnostics)])).toEqual([
    ['own', ['in its file']],
    ['second', ['of an address']],
    ['third', []],
  ]);
  expect(said(grouped.diagnostics)).toEqual(['of a file of two', 'of another file', 'of nothing']);
});

it('distinguishes two manifests of one key', () => {
  const files = ['accounts/a.yaml', 'accounts/b.yaml'] as const;
  const { accounts } = toGroupedFindings({
    accounts: [],
    refused: files.map((file) => entry('twice', file)),
    diagnostics: files.map((file) => finding(file, { at: entry('twice', file).at })),
  });
  expect(accounts.map(({ diagnostics }) => diagnostics.map(({ summary }) => summary))).toEqual([
    ['accounts/a.yaml'],
    ['accounts/b.yaml'],
  ]);
});
