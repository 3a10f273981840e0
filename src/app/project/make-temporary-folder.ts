import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHash } from '../../kit/hash.ts';
import { isRunning, readMachine } from '../../kit/machine.ts';
import { toFileError } from '../../kit/operational-error.ts';

/**
 * Creates a private temporary folder, and removes those of dead processes of this user, because
 * they may hold customer data. Its name has the boot and the process; those of another stay. Throws
 * `OperationalError`.
 */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  const { host, boot, pid } = readMachine();
  const start = toHash(`${host} ${boot}`).slice(0, 12);
  deleteStaleFolders(parent, start);
  try {
    return await mkdtemp(join(parent, `cyclectl-run-${start}-${pid}-`));
  } catch (error) {
    throw toFileError('make a temporary folder in', parent, error);
  }
}

function deleteStaleFolders(parent: string, start: string): void {
  for (const name of listNames(parent)) {
    const [, of, pid] = /^cyclectl-run-([0-9a-f]{12})-([1-9]\d{0,9})-\w{6}$/.exec(name) ?? [];
    if (of !== start || pid === undefined || isRunning(Number(pid))) continue;
    removeOwn(join(parent, name));
  }
}

// A temporary folder that cannot be listed or cleared is no reason to refuse a run; the folder of this one is made or
// refused on its own.
function listNames(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

// A failed removal is retried by the next run; another run may have removed it.
function removeOwn(path: string): boolean {
  try {
    const found = lstatSync(path);
    // Skips links and folders of other users, also for root.
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
