import { lstat, stat } from 'node:fs/promises';
import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';

/**
 * Refuses to write through a link, because a branch can add one at a path that a command writes.
 * Links to a device, such as `/dev/stdout`, are allowed. Throws `OperationalError`.
 */
export async function checkNotLink(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // An unreadable path is reported by the write itself.
  if (found === null || !found.isFile()) return;
  if (!(await lstat(path)).isSymbolicLink()) return;
  throw new OperationalError(`${toVisible(path)} is a link to another file`, {
    remedy: 'Name the file itself, or remove the link first.',
  });
}
