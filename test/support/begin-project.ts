import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { searchFolder } from '../canaries/search.ts';
import { closeAfterFile } from './opened.ts';
import type { Result } from './run-cyclectl.ts';
import { type Answers, runAnswered, runInProcess } from './run-in-process.ts';

/** The flags of a real service. */
export const remote = ['--base-url', 'https://api.integration.example.com'] as const;

/** The flag of a first account. */
export const account = ['--account', 'northwind=northwind-8812'] as const;

/** A folder of a test's own that is not there yet; the one that it would lie in is. */
export async function nameFolder(name = 'customers'): Promise<string> {
  const outer = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(outer, { recursive: true, force: true }));
  closeAfterFile(() => searchFolder(outer));
  return join(outer, name);
}

/** Runs `init` for a folder, without a terminal. */
export function init(directory: string, ...args: readonly string[]): Promise<Result> {
  return runInProcess({ directory, environment: {} }, 'init', ...args);
}

/** `init` with a person at the terminal, who gives these answers and then goes away. */
export async function answer(directory: string, answers: Answers, ...args: readonly string[]) {
  const place = { directory, environment: {} };
  const { stderr, ...result } = await runAnswered(place, answers, 'init', ...args);
  return { ...result, stderr: stderr.replaceAll(/\s+/g, ' ') };
}

/** All files in a folder, sorted, with their contents; links are not followed. */
export async function readAll(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return Object.fromEntries(
    paths.map((path, index) => [path.slice(folder.length + 1), texts[index] ?? '']),
  );
}

/** Writes files into a folder. */
export async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
