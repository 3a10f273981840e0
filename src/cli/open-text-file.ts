import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Trouble } from '../kit/trouble.ts';
import { writeFileAtomically } from '../kit/write-file.ts';
import type { TextFile } from '../model/ports.ts';

/** A plan's file: the named one, or one in a folder of its own that is removed afterwards. */
export async function openTextFile(
  path: string | null,
): Promise<{ readonly file: TextFile; readonly remove: () => Promise<void> }> {
  const folder = path === null ? await mkdtemp(join(tmpdir(), 'cyclectl-')) : null;
  const at = path ?? join(folder ?? '', 'plan.json');
  const removeAtEnd = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  // A signal may end the process before anybody asks for the removal.
  process.once('exit', removeAtEnd);
  return {
    file: {
      write: (pieces) => writeFileAtomically({ path: at, text: pieces, mode: 0o600 }),
      lines: () => readLines(at),
    },
    remove: async () => {
      process.off('exit', removeAtEnd);
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function* readLines(path: string): AsyncGenerator<string, void, undefined> {
  const input = createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new Trouble(`the plan ${path} cannot be read`, {
      remedy: 'Name a file that cyclectl plan --out has written.',
      cause: error,
    });
  } finally {
    input.destroy();
  }
}
