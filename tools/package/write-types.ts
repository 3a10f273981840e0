import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Declarations of the entry points, as `exports` of package.json names them. */
const entries = ['index.d.ts', 'emulator/emulator.d.ts'];

/** Writes the declarations that the entry points reach. Throws if one needs another package. */
export async function writeTypes(folder: string): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'cyclectl-types-'));
  try {
    // Types are checked by `npm run types`.
    const words = ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', made];
    await execa(join(root, 'node_modules/.bin/tsc'), words, { cwd: root });
    for (const path of await listReached(entries.map((entry) => join(made, entry)))) {
      await cp(path, join(folder, relative(made, path)));
    }
  } finally {
    await rm(made, { recursive: true });
  }
}

async function listReached(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const reached = new Set(paths);
  for (const path of reached) {
    const text = await readFile(path, 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:\bfrom |\bimport\()'([^']+)'/g)) {
      if (name.startsWith('.')) reached.add(join(dirname(path), name.replace(/\.ts$/, '.d.ts')));
      else if (!name.startsWith('node:')) {
        throw new Error(
          `${relative(root, path)} needs the types of ${name}, which is not installed with the package`,
        );
      }
    }
  }
  return reached;
}
