import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  loadAccount,
  loadDocuments,
  loadProject,
} from '../../../src/engine/load/load-documents.ts';
import { openFolder, type ReadProblem } from '../../../src/kit/files/folder.ts';
import { toHash } from '../../../src/kit/hash.ts';
import { formatCanonicalJson } from '../../../src/kit/json/canonical-json.ts';
import {
  type AccountEntry,
  type RawDocument,
  toNamedEntry,
} from '../../../src/model/manifest/manifest.ts';
import type { Files } from '../../../src/model/ports.ts';
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

// Marks, line ends, directives, comments and letters of several bytes move what is where.
const documents = (end: string) =>
  Array.from({ length: 30 }, (_, index) =>
    [
      ...(index === 7 ? ['...', '%YAML 1.2'] : []),
      ...(index % 3 === 0 ? ['---', '# näme: 日本'] : ['--- # next']),
      ...named(`a${index}`).trimEnd().split('\n'),
      ...(index === 11 ? ['...', '# between'] : []),
      '',
    ].join(end),
  ).join('');

it.each([
  ['plain', documents('\n')],
  ['after a byte order mark', `\ufeff${documents('\n')}`],
  ['with line ends of Windows', documents('\r\n')],
])('reads and parses one document alone of a file of many, %s', async (_, text) => {
  await withFile(text, async (files, reads) => {
    const { documents: whole, size } = await loadDocuments(files, 'all.yaml');
    reads.length = 0;
    for (const raw of whole) {
      const { document, diagnostics } = await loadAccount(files, toDropped(raw));
      expect(diagnostics).toEqual([]);
      for (const pointer of ['', '/metadata/name', '/spec/id', '/spec/none'])
        expect(document?.spanOf(pointer)).toEqual(raw.spanOf(pointer));
      expect(document?.sourceOf('/metadata/name')).toBe(raw.sourceOf('/metadata/name'));
      expect(document?.written).toEqual(raw.written);
      expect(document?.documentIndex).toBe(raw.documentIndex);
    }
    expect(whole).toHaveLength(30);
    // Each once, and the one after a directive that its text does not have.
    const most = 2 * size;
    expect(reads.reduce((sum, each) => sum + each.length, 0)).toBeLessThan(most);
  });
});

it('loads the whole file again if the document is not where it was', async () => {
  const text = documents('\n');
  await withFile(text, async (files) => {
    const [, second] = (await loadDocuments(files, 'all.yaml')).documents;
    if (second === undefined) throw new Error('the file has too little');
    const moved = { ...files, read: makeFiles({ 'all.yaml': `# more\n${text}` }).read };
    const { document } = await loadAccount(moved, toDropped(second));
    expect(document?.written).toEqual(second.written);
    expect(document?.spanOf('').line).toBe(second.spanOf('').line + 1);
  });
});

async function withFile(
  text: string,
  use: (files: Files, reads: string[]) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    await writeFile(join(root, 'all.yaml'), text);
    const folder = openFolder(root);
    const reads: string[] = [];
    const read: Files['read'] = async (...args) => {
      const reading = await folder.read(...args);
      if (reading.ok) reads.push(reading.text);
      return reading;
    };
    await use({ ...folder, read }, reads);
  } finally {
    await rm(root, { recursive: true });
  }
}

function toDropped(raw: RawDocument): AccountEntry {
  const entry = toNamedEntry(raw);
  if (entry === null || raw.part === null)
    throw new Error('no document of an account among others');
  return { ...entry, digest: toHash(formatCanonicalJson(raw.written)), part: raw.part };
}

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
