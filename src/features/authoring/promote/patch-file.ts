import { refuseLink } from '../../../app/project/refuse-link.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble, toFileTrouble } from '../../../kit/trouble.ts';

/** A patch is written over an earlier patch or over nothing, and never through a link. Throws `Trouble`. */
export async function refuseOtherPatch(path: string): Promise<void> {
  await refuseLink(path);
  const text = await readThere(path);
  if (text === '' || text.startsWith('diff --git ')) return;
  throw new Trouble(`${toVisible(path)} is there and is no patch`, {
    remedy: 'Name another file with --out, or remove that one first.',
  });
}

async function readThere(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw toFileTrouble('read', path, error);
  }
}

/** Writes a patch, whole or not at all. Throws `Trouble`. */
export function writePatch(path: string, text: string): Promise<void> {
  return writeFileAtomically({ path, text, mode: 0o644 });
}
