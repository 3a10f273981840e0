import { expect, it } from 'vitest';
import {
  loadAccount,
  loadDocuments,
  loadProject,
} from '../../../src/engine/load/load-documents.ts';
import type { ReadProblem } from '../../../src/kit/files/folder.ts';
import { formatSpec } from '../../support/values/check-account.ts';
import { makeFiles, readManifests } from '../../support/values/read-manifests.ts';

it('loads every document of a file that is well-formed, and says what is wrong with the others', async () => {
  const files = makeFiles({ 'a.yaml': 'a: 1\n---\na: [\n---\na: 3\n' });
  const { documents, diagnostics } = await loadDocuments(files, 'a.yaml');
  expect(documents.map(({ documentIndex, written }) => [documentIndex, written])).toEqual([
    [0, { a: 1 }],
    [2, { a: 3 }],
  ]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
});

it.each<[ReadProblem, string]>([
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

const project = [
  'apiVersion: cyclectl/v1',
  'kind: Project',
  'metadata: {name: sample}',
  'spec: {environments: {prod: {service: {emulator: {world: world.yaml}}}}}',
].join('\n');

const named = (name: string) =>
  formatSpec().replace('acme}', `${name}}`).replace('acme-1', `${name}-1`);

const texts = {
  'cyclectl.yaml': project,
  'accounts/all.yaml': [named('a'), named('b'), named('c')].join('---\n'),
};

async function walkTwice(later: Record<string, string>) {
  const { entries } = await readManifests(makeFiles(texts), { environment: 'prod' });
  const entry = entries[1];
  if (entry === undefined) throw new Error('the first walk found too little');
  return loadAccount(makeFiles({ ...texts, ...later }), entry);
}

it('finds the document of an account among others of its file', async () => {
  const { document, diagnostics } = await walkTwice({});
  expect(document?.written).toMatchObject({ metadata: { name: 'b' } });
  expect(diagnostics).toEqual([]);
});

it.each([
  ['moved', [named('b'), named('a')].join('---\n')],
  ['gone', named('a')],
])('says so when the document is %s since the first walk', async (_, text) => {
  const { document, diagnostics } = await walkTwice({ 'accounts/all.yaml': text });
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['file-changed']);
});

const load = (texts: Record<string, string>) => loadProject(makeFiles(texts));

it('loads the one document of cyclectl.yaml', async () => {
  const { document, diagnostics } = await load({ 'cyclectl.yaml': 'kind: Project\n' });
  expect(document?.written).toEqual({ kind: 'Project' });
  expect(diagnostics).toEqual([]);
});

it('says that there is no project here', async () => {
  const { document, diagnostics } = await load({});
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['project-missing']);
});

it('wants further documents in files of their own', async () => {
  const { diagnostics } = await load({ 'cyclectl.yaml': 'kind: Project\n---\nkind: Account\n' });
  expect(diagnostics).toMatchObject([{ code: 'document-misplaced', at: { line: 3 } }]);
});

it('says what is wrong with the YAML of it', async () => {
  const { document, diagnostics } = await load({ 'cyclectl.yaml': 'kind: {\n' });
  expect(document).toBeNull();
  expect(diagnostics.map(({ code }) => code)).toEqual(['yaml-syntax']);
});
