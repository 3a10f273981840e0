import { expect, it } from 'vitest';
import { loadDocuments } from '../../../src/engine/load/load-documents.ts';
import type { FileProblem } from '../../../src/model/ports.ts';
import { makeFiles } from '../../support/values/read-manifests.ts';

it('loads every document of a file that is well-formed, and says what is wrong with the others', async () => {
  const files = makeFiles({ 'a.yaml': 'a: 1\n---\na: [\n---\na: 3\n' });
  const { documents, diagnostics } = await loadDocuments(files, 'a.yaml');
  expect(documents.map(({ documentIndex, written }) => [documentIndex, written])).toEqual([
    [0, { a: 1 }],
    [2, { a: 3 }],
  ]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
});

it.each<[FileProblem, string]>([
  ['missing', 'does not exist'],
  ['not-a-file', 'is not a file'],
  ['too-large', 'is larger than 1 MiB'],
  ['binary', 'is not UTF-8 text'],
  ['outside', 'is outside the project folder'],
  ['private', 'is in .cyclectl, .git or node_modules'],
  ['unreadable', 'cannot be opened'],
])('says that a file is %s', async (problem, words) => {
  const files = { ...makeFiles({}), read: async () => ({ ok: false, problem }) as const };
  const { documents, diagnostics } = await loadDocuments(files, 'a.yaml');
  expect(documents).toEqual([]);
  expect(diagnostics).toMatchObject([
    {
      code: 'file-unreadable',
      summary: `The file a.yaml ${words}`,
      at: { file: 'a.yaml', line: 1 },
    },
  ]);
});
