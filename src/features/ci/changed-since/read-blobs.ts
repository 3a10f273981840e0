import { randomBytes } from 'node:crypto';
import { type Git, runGit } from '../../../app/git/open-git.ts';

const maxBytes = 2 * 1024 * 1024;
const maxBatchBytes = 16 * 1024 * 1024;

/** The texts of blobs by their ids; one that is larger than any file of a project is left out. */
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
    if (!(length <= maxBytes)) continue;
    if (size + length > maxBatchBytes) await readSome();
    some.push(blob);
    size += length;
  }
  await readSome();
  return texts;
}

// What stands before each text is made up anew, so that no text can hold it.
async function readAtOnce(git: Git, blobs: readonly string[]): Promise<[string, string][]> {
  if (blobs.length === 0) return [];
  const sign = randomBytes(16).toString('hex');
  const out = await runGit(git, ['cat-file', `--batch=${sign} %(objectname)`], {
    input: toLines(blobs),
  });
  return out
    .split(`${sign} `)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1, -1)];
    });
}

function toLines(blobs: Iterable<string>): string {
  return [...blobs].map((blob) => `${blob}\n`).join('');
}
