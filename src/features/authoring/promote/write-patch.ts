import { checkNotLink } from '../../../app/project/check-not-link.ts';
import { readText } from '../../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';

/** Refuses a path that is a link or has other content than a patch. Throws `OperationalError`. */
export async function checkPatchPath(path: string): Promise<void> {
  await checkNotLink(path);
  const text = await readExisting(path);
  if (text === '' || text.startsWith('diff --git ')) return;
  throw new OperationalError(`${toVisible(path)} exists and is not a patch`, {
    remedy: 'Pass another file with --out, or remove that one first.',
  });
}

async function readExisting(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw toFileError('read', path, error);
  }
}

/** Writes a patch atomically. Throws `OperationalError`. */
export function writePatch(path: string, text: string): Promise<void> {
  return writeFileAtomically({ path, text, mode: 0o644 });
}
