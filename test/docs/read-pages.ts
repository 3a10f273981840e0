import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A page of Markdown: its path from the root of the repository, and its text. */
export type Page = { readonly path: string; readonly text: string };

/** The paths of all files that git has or would add. */
export async function listPaths(): Promise<readonly string[]> {
  const options = { cwd: root };
  const listed = await execa(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    options,
  );
  const deleted = await execa('git', ['ls-files', '-z', '--deleted'], options);
  const gone = new Set(deleted.stdout.split('\0'));
  return listed.stdout.split('\0').filter((path) => path !== '' && !gone.has(path));
}

/** The pages that people read: those at the top, of docs, and of the examples. */
export async function readPages(): Promise<readonly Page[]> {
  const paths = (await listPaths()).filter((path) =>
    /^(?:[A-Z]+|(?:docs|examples|bench)\/.+)\.md$/.test(path),
  );
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(`${root}${path}`, 'utf8') })),
  );
}

/** A file of the repository. */
export async function readText(path: string): Promise<string> {
  return readFile(`${root}${path}`, 'utf8');
}

/** A block of code between fences: the words behind the opening fence, its line, and its text. */
export type Block = { readonly language: string; readonly line: number; readonly text: string };

export function listBlocks({ text }: Page): readonly Block[] {
  const pattern = /^( *)```(\S[^\n]*)?\n([\s\S]*?)^\1```$/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    language: (match[2] ?? '').trim(),
    line: text.slice(0, match.index).split('\n').length,
    text: match[3] ?? '',
  }));
}

/** The text without blocks of code, whose lines are no headings and hold no links. */
export function withoutBlocks({ text }: Page): string {
  return text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
}
