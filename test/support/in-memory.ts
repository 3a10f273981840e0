import { access, constants, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { env, pid } from 'node:process';

// Keeps stores in memory, because most test time went into syncing records to disk. A killed
// process leaves the same data in both.

const memory = '/dev/shm';
const leastBytes = 2 * 1024 ** 3;
const prefix = 'cyclectl-tests-';

/** Gives all tests a temporary folder in memory, if there is space and no other folder is set. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (env.TMPDIR !== undefined || !(await hasSpace())) return undefined;
  await removeStale();
  const folder = join(memory, `${prefix}${pid}`);
  // PostgreSQL runs in it as another user.
  await mkdir(folder, { mode: 0o755 });
  env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function hasSpace(): Promise<boolean> {
  try {
    await access(memory, constants.W_OK | constants.X_OK);
    const { bsize, bavail } = await statfs(memory);
    return bsize * bavail >= leastBytes;
  } catch {
    return false;
  }
}

/** Removes what runs have left that were killed. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue;
    await rm(join(memory, name), { recursive: true, force: true });
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
