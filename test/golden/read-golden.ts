import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The expected text of a golden file beneath test/golden. With CYCLECTL_GOLDEN=write in the
 * environment the text that was made is kept instead, to be looked at in the diff before it is committed.
 */
export async function readGolden(name: string, made: string): Promise<string> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (process.env.CYCLECTL_GOLDEN !== 'write') return readFile(path, 'utf8');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, made);
  return made;
}
