import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Expected text of a file in test/golden. With CYCLECTL_GOLDEN=write the new text is saved instead,
 * for review in the diff.
 */
export async function readGolden(name: string, made: string): Promise<string> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (process.env.CYCLECTL_GOLDEN !== 'write') return readFile(path, 'utf8');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, made);
  return made;
}
