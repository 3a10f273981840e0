import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folderPrefix = 'cyclectl-pg-';

/** Takes away what servers left whose worker is gone, and ends those that still run. */
export function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const worker = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1];
    if (worker === undefined || isAlive(Number(worker))) continue;
    const folder = join(tmpdir(), name);
    const server = readServer(join(folder, 'data'));
    if (server !== null) process.kill(server, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The number of the server's process, where it runs and is really that one. */
function readServer(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : null;
  } catch {
    // No such file or no such process: it ended.
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
