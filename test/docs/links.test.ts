import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths, type Page, readPages, readText, withoutBlocks } from './read-pages.ts';

const pages = await readPages();
const paths = new Set(await listPaths());
const folders = new Set([...paths].flatMap(listParents));

function listParents(path: string): readonly string[] {
  const parent = posix.dirname(path);
  return parent === '.' ? ['.'] : [parent, ...listParents(parent)];
}

/** The anchors of a page as GitHub makes them: a heading in lower case, without signs, `-1` behind the second of a kind. */
function listAnchors(page: Page): ReadonlySet<string> {
  const headings = [...withoutBlocks(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)];
  const counts = new Map<string, number>();
  const anchors = headings.map(([, heading = '']) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const written = [...page.text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...anchors, ...written]);
}

const anchors = new Map(pages.map((page) => [page.path, listAnchors(page)]));

/** What is wrong with the target of a link; null where it is right. */
function checkLink(from: string, link: string): string | null {
  const [file = '', anchor] = link.split('#', 2);
  const joined = posix.normalize(posix.join(posix.dirname(from), decodeURIComponent(file)));
  const target = file === '' ? from : joined.replace(/\/$/, '');
  if (!(paths.has(target) || folders.has(target))) return `${from}: ${link} is not there`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return anchors.get(target)?.has(anchor) === true ? null : `${from}: ${link} has no such heading`;
}

function listLinks(page: Page): readonly string[] {
  const inline = withoutBlocks(page).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g);
  const html = withoutBlocks(page).matchAll(/\b(?:src|href|srcset)="([^"]+)"/g);
  return [...inline, ...html].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

test('every link of a page leads to a file and a heading that are there', () => {
  const links = pages.flatMap((page) => listLinks(page).map((link) => [page.path, link] as const));
  expect(links.length).toBeGreaterThan(200);
  expect(links.flatMap(([from, link]) => checkLink(from, link) ?? [])).toEqual([]);
});

test('every page of docs is reached from README.md', () => {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const reached = new Set<string>();
  const visit = (path: string): void => {
    const page = byPath.get(path);
    if (page === undefined || reached.has(path)) return;
    reached.add(path);
    for (const link of listLinks(page)) {
      const [file = ''] = link.split('#');
      visit(posix.normalize(posix.join(posix.dirname(path), file)));
    }
  };
  visit('README.md');
  const lost = pages.filter(({ path }) => path.startsWith('docs/') && !reached.has(path));
  expect(lost.map(({ path }) => path)).toEqual([]);
});

test('a page that a message, a schema, a tool or a workflow names is there', async () => {
  const files = [...paths].filter((path) => /^(?:src|schemas|tools|\.github|\.ci)\//.test(path));
  const named = await Promise.all(
    files.map(async (path) =>
      [...(await readText(path)).matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([page]) => page),
    ),
  );
  expect(named.flat().length).toBeGreaterThan(5);
  expect([...new Set(named.flat())].filter((page) => !paths.has(page))).toEqual([]);
});

test('no page cites a document that a reader does not have', () => {
  const pattern = /\b(?:SPEC|SERVICE|ENGINE|HOUSE|PRODUCT|PEERS)(?:\.(?:md|txt)\b| [A-L]?\.?\d)/g;
  const cited = pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([words]) => `${path}: ${words}`),
  );
  expect(cited).toEqual([]);
});
