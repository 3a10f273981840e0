import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const folder = new URL('../golden/persisted/', import.meta.url);

/**
 * Compares lines with a golden file. A missing line always fails, because stores and programs of
 * users depend on it; a new one fails until CYCLECTL_GOLDEN=write adds it.
 */
export async function pinLines(name: string, lines: Iterable<string>): Promise<void> {
  const file = toFile(name);
  const made = new Set(lines);
  const pinned = new Set(await readPinned(name));
  const gone = [...pinned].filter((line) => !made.has(line));
  expect(
    gone,
    `gone or renamed. If that is meant, take these lines out of ${file} by hand and say it in CHANGELOG.md`,
  ).toEqual([]);
  const added = [...made].filter((line) => !pinned.has(line));
  if (process.env.CYCLECTL_GOLDEN === 'write') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      [...pinned, ...added]
        .toSorted()
        .map((line) => `${line}\n`)
        .join(''),
    );
    return;
  }
  expect(
    added,
    'not pinned yet. Add them: CYCLECTL_GOLDEN=write npx vitest run test/persisted',
  ).toEqual([]);
}

/** The lines of a golden file; none where the file does not exist yet. */
export async function readPinned(name: string): Promise<readonly string[]> {
  try {
    return (await readFile(toFile(name), 'utf8')).split('\n').slice(0, -1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function toFile(name: string): string {
  return fileURLToPath(new URL(`${name}.txt`, folder));
}
