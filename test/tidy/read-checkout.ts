import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Checkout, Finding, TextFile } from './rule.ts';
import { parseSource, type SourceFile } from './source.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isBinary = /\.(?:png|jpe?g|gif|ico|gz|zip|db|woff2?)$/;

/**
 * Reads every tracked file, and TypeScript that git would add, so that a new file is judged before
 * its first commit but what a command left behind is not. A TypeScript file that does not parse is
 * a finding of its own, not a crash.
 */
export async function readCheckout(): Promise<{
  readonly checkout: Checkout;
  readonly unreadable: readonly Finding[];
}> {
  const files = (await Promise.all((await listFiles()).map(readText))).flat();
  const sources: SourceFile[] = [];
  const unreadable: Finding[] = [];
  for (const { path, text } of files.filter(isSource)) {
    try {
      sources.push(parseSource(path, text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      unreadable.push({ path, ...readPlace(error) });
    }
  }
  return { checkout: { sources, files }, unreadable };
}

async function listFiles(): Promise<readonly string[]> {
  const tracked = await listWithGit('--cached');
  const added = await listWithGit('--others', '--exclude-standard', '*.ts');
  return [...new Set([...tracked, ...added])].filter((path) => !isBinary.test(path));
}

async function listWithGit(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await execa('git', ['ls-files', '-z', ...args], { cwd: root });
  return stdout.split('\0').filter((path) => path !== '');
}

/** A file that git still lists may be gone from the disk, or be a link to a folder. */
async function readText(path: string): Promise<TextFile[]> {
  try {
    return [{ path, text: await readFile(`${root}${path}`, 'utf8') }];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR') return [];
    throw error;
  }
}

function isSource({ path }: TextFile): boolean {
  return path.endsWith('.ts') && !path.endsWith('.generated.ts') && !path.endsWith('.d.ts');
}

function readPlace(error: SyntaxError): Omit<Finding, 'path'> {
  const place = 'loc' in error ? (error.loc as { line?: number } | undefined) : undefined;
  return {
    line: place?.line ?? 1,
    wrong: `this does not parse: ${error.message}`,
    instead: 'write TypeScript',
  };
}
