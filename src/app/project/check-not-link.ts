import { lstat, stat } from 'node:fs/promises';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';

/**
 * Nothing is written through a link to another file: a branch can bring one along under a name that a command is
 * known to write to. Links to a device, such as `/dev/stdout`, are none of these. Throws `OperationalError`.
 */
export async function checkNotLink(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // What cannot be looked at is told of by the attempt to write.
  if (found === null || !found.isFile()) return;
  if (!(await lstat(path)).isSymbolicLink()) return;
  throw new OperationalError(`${toVisible(path)} is a link to another file`, {
    remedy: 'Name the file itself, or remove the link first.',
  });
}
