import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';
import { compileValidators } from './compile-validators.ts';
import { loadLess } from './load-less.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files that are loaded by their paths: by `bin/cyclectl.js`, and by `exports` of package.json. */
const entries = {
  index: 'src/index.ts',
  'cli/main': 'src/cli/main.ts',
  'cli/open-code-cache': 'src/cli/open-code-cache.ts',
  'emulator/emulator': 'src/emulator/emulator.ts',
};

/** Files that import no other one: the process of scripts may read one folder. */
const aloneEntries = {
  'scripts/program': 'src/emulator/scripts/script-process.ts',
  'scripts/engine': 'node_modules/quickjs-wasi/dist/index.js',
};

/**
 * Modules that come into one file with all that they import: a start reads few files. A module that
 * two of them need is in the first one.
 */
const files: Readonly<Record<string, RegExp>> = {
  // What the program and who imports the package load first. Whoever opens the embedded service, which is loaded late,
  // catches its errors.
  base: /\/src\/(?:app\/(?:exit-codes|output\/terminal)|kit\/(?:operational-error|json\/json|text\/(?:nearest|visible-text))|model\/plan\/plan|emulator\/(?:state|world\/file)\/[\w-]+-error)\.ts$/,
  // A shell waits for completion, which needs little else.
  start: /\/src\/(?:cli\/main|features\/completion\/complete-command)\.ts$/,
  library: /\/src\/index\.ts$/,
  yaml: /\/node_modules\/yaml\//,
  kit: /\/src\/kit\/|\/node_modules\/ajv(?:-formats)?\//,
  emulator: /\/src\/emulator\/emulator\.ts$/,
  validate:
    /\/src\/(?:features\/sync\/validate-command|app\/output\/add-report-requests|engine\/catalog\/make-catalog-check)\.ts$/,
  // Both of the next two need it.
  service: /\/src\/(?:service\/open-local-catalog|app\/ports\/worlds\/to-world-diagnostics)\.ts$/,
  worlds: /\/src\/app\/ports\/worlds\/open-worlds\.ts$/,
  plan: /\/src\/(?:features\/sync\/plan-command|cli\/variants\/run-by-library|api\/run-command)\.ts$/,
};

/** Writes the program, with all packages that it needs, into a folder. Returns its files. */
export async function makeBundle(folder: string): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    plugins: [compileValidators(), ...loadLess()],
    // Its other file loads its parts by a require that no bundle can follow.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // Never used: pg asks for it only if it is installed.
    external: ['pg-native'],
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    charset: 'ascii',
    comments: { jsdoc: false },
    codeSplitting: {
      groups: Object.entries(files).map(([name, test], index, all) => ({
        name,
        test,
        priority: all.length - index,
      })),
    },
  });
  await bundle.close();
  const alone = await Promise.all(
    Object.entries(aloneEntries).map((entry) => makeFileAlone(folder, entry)),
  );
  const engine = join(root, 'node_modules/quickjs-wasi/quickjs.wasm');
  await copyFile(engine, join(folder, 'scripts/engine.wasm'));
  return [...output, ...alone.flat()].filter((file) => file.type === 'chunk');
}

async function makeFileAlone(folder: string, [name, path]: readonly [string, string]) {
  const bundle = await rolldown({ cwd: root, input: { [name]: path }, platform: 'node' });
  const { output } = await bundle.write({ dir: folder, entryFileNames: '[name].js' });
  await bundle.close();
  return output;
}
