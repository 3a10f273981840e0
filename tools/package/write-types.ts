import { mkdtemp, rm } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type OutputChunk, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Declarations of the entry points, as `exports` of package.json names them. */
const entries = { index: 'index.d.ts', 'emulator/emulator': 'emulator/emulator.d.ts' };

/** Writes one declaration file for each entry point. Throws if one needs another package. */
export async function writeTypes(folder: string): Promise<void> {
  const made = await mkdtemp(join(tmpdir(), 'cyclectl-types-'));
  try {
    // Types are checked by `npm run types`.
    const words = ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', made];
    await execa(join(root, 'node_modules/.bin/tsc'), words, { cwd: root });
    const bundle = await rolldown({
      cwd: made,
      input: entries,
      plugins: [dts({ dtsInput: true, tsconfig: false })],
    });
    const { output } = await bundle.write({ dir: folder });
    await bundle.close();
    for (const file of output) if (file.type === 'chunk') checkImports(file);
  } finally {
    await rm(made, { recursive: true });
  }
}

/** Checks that a declaration file needs no other package. Throws if it does. */
export function checkImports(file: Pick<OutputChunk, 'fileName' | 'code' | 'imports'>): void {
  // An `import('yaml').Document` within a type is no import of the file.
  const inline = Array.from(
    file.code.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g),
    ([, name = '']) => name,
  );
  const needed = [...file.imports, ...inline].find((name) => !isBuiltin(name));
  if (needed === undefined) return;
  throw new Error(
    `${file.fileName} needs the types of ${needed}, which is not installed with the package`,
  );
}
