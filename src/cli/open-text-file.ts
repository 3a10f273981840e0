import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Trouble, toFileTrouble } from '../kit/trouble.ts';
import { writeFileAtomically } from '../kit/write-file.ts';
import { planFormat } from '../model/plan.ts';
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

/** Longer than a plan takes to say what it is. */
const headBytes = 4096;

/**
 * A plan is written over an earlier plan, over nothing, or to a device; never over what else a person keeps,
 * such as a manifest. Throws `Trouble`.
 */
export async function refuseOtherFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // What cannot be looked at is told of by the attempt to write.
  if (found === null || !found.isFile() || found.size === 0) return;
  const head = await readHead(path);
  if (head.startsWith('{\n') && head.includes(`"format":"${planFormat.split('/v')[0]}/v`)) return;
  throw new Trouble(`${path} is there already and is no plan`, {
    remedy: 'Name another file with --out, or remove that one first.',
  });
}

async function readHead(path: string): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toFileTrouble('look at', path, error);
  }
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
