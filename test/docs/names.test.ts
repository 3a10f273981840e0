import { expect, test } from 'vitest';
import { exitCodes } from '../../src/app/exit-codes.ts';
import { codes } from '../../src/model/diagnostic/codes.ts';
import { listBlocks, listPaths, readPages, readText } from './read-pages.ts';

const pages = await readPages();
const paths = await listPaths();

test('every npm script that a page names is one of package.json', async () => {
  const { scripts } = JSON.parse(await readText('package.json'));
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g)].map(([, name = '']) => [path, name]),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, name = '']) => !(name in scripts))).toEqual([]);
});

test('every file of the source that a page names is there', () => {
  // Earlier versions had files that the changelog still names.
  const files = pages
    .filter(({ path }) => path !== 'CHANGELOG.md')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`([a-z][\w-]*(?:\/[\w.*-]+)+\.ts)`/g)].map(([, file = '']) => [
        path,
        file,
      ]),
    );
  expect(files.length).toBeGreaterThan(15);
  const isThere = (file: string) => {
    const end = file.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return paths.some((path) => new RegExp(`(?:^|/)${end}$`).test(path));
  };
  expect(files.filter(([, file = '']) => !isThere(file))).toEqual([]);
});

test('the page of exit codes has a row for each', async () => {
  const page = await readText('docs/reference/exit-codes.md');
  const rows = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(rows).toEqual(Object.values(exitCodes).toSorted((left, right) => left - right));
});

test('the page of environment variables has each of ours', async () => {
  const page = await readText('docs/reference/environment-variables.md');
  const files = paths.filter((path) => /^(?:src|bin|\.github)\/|^action\.yml$/.test(path));
  const texts = await Promise.all(files.map(readText));
  const read = texts.flatMap((text) => text.match(/\bCYCLECTL_[A-Z_]*[A-Z]\b/g) ?? []);
  // The embedded service gets its own secret by a variable of the same process.
  const ours = new Set(read.filter((name) => name !== 'CYCLECTL_EMBEDDED_CLIENT_SECRET'));
  expect([...ours].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the README can be read in some minutes', async () => {
  const lines = (await readText('README.md')).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.slice(0, 15).join('\n')).toMatch(/npm ci && npm start[\s\S]*npm cit/);
});

// Longer than a reader takes in at once: each answers many small questions that a reader looks up by heading.
const longGuides = ['docs/guides/handle-drift.md', 'docs/guides/manage-a-fleet.md'];

test('a guide has at most 2,000 words', () => {
  const guides = pages.filter(({ path }) => path.startsWith('docs/guides/'));
  expect(guides.length).toBeGreaterThan(20);
  const long = guides.filter(({ text }) => text.trim().split(/\s+/).length > 2000);
  expect(long.map(({ path }) => path)).toEqual(longGuides);
});

test('every code that a page puts in brackets is one of a diagnostic', () => {
  const word = '([a-z]+(?:-[a-z]+)+)';
  const guides = pages.filter(({ path }) => /^docs\/(?:guides|explanation|tutorial)\//.test(path));
  const named = guides.flatMap((page) => [
    ...page.text.matchAll(new RegExp(`\\(\`${word}\`\\)`, 'g')),
    ...listBlocks(page).flatMap(({ text }) => [...text.matchAll(new RegExp(`\\[${word}\\]`, 'g'))]),
  ]);
  const found = named.map(([, code = '']) => code);
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter((code) => !(code in codes))).toEqual([]);
});
