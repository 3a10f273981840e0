import { randomBytes } from 'node:crypto';
import { maxTableBytes } from '../../engine/load/tables/load-table.ts';
import { type Git, runGit } from './open-git.ts';

const maxBatchBytes = 16 * 1024 * 1024;

/** Reads the texts of blobs by id; skips one larger than any file of a project. */
export async function readBlobs(
  git: Git,
  blobs: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (blobs.size === 0) return texts;
  const format = '--batch-check=%(objectname) %(objectsize)';
  const sizes = await runGit(git, ['cat-file', format], { input: toLines(blobs) });
  let [some, size] = [[] as string[], 0];
  const readSome = async () => {
    for (const [blob, text] of await readAtOnce(git, some)) texts.set(blob, text);
    [some, size] = [[], 0];
  };
  for (const line of sizes.split('\n')) {
    const [blob = '', bytes] = line.split(' ');
    const length = Number(bytes);
    if (!(length <= maxTableBytes)) continue;
    if (size + length > maxBatchBytes) await readSome();
    some.push(blob);
    size += length;
  }
  await readSome();
  return texts;
}

// Separates the texts by a random marker, because no text can contain it.
async function readAtOnce(git: Git, blobs: readonly string[]): Promise<[string, string][]> {
  if (blobs.length === 0) return [];
  const marker = randomBytes(16).toString('hex');
  const out = await runGit(git, ['cat-file', `--batch=${marker} %(objectname)`], {
    input: toLines(blobs),
  });
  return out
    .split(`${marker} `)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1, -1)];
    });
}

function toLines(blobs: Iterable<string>): string {
  return [...blobs].map((blob) => `${blob}\n`).join('');
}
