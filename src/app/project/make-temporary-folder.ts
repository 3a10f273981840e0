import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHash } from '../../kit/hash.ts';
import { isRunning, readMachine } from '../../kit/machine.ts';

/**
 * Makes a folder of this process alone beneath the temporary folder, and removes those that killed processes of the
 * same user have left: a plan that was spilled to disk holds what customers have set. The name has a digest of the
 * machine's start and the process's number; a folder of another start or container stays, since nothing tells whether
 * its process still runs.
 */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  const { host, boot, pid } = readMachine();
  const start = toHash(`${host} ${boot}`).slice(0, 12);
  deleteStaleFolders(parent, start);
  return mkdtemp(join(parent, `cyclectl-run-${start}-${pid}-`));
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

// Another run may have removed it meanwhile; what cannot be removed now is tried again by the next run.
function removeOwn(path: string): boolean {
  try {
    const found = lstatSync(path);
    // A link of that name leads elsewhere, and what belongs to another user is theirs, also for root.
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}
