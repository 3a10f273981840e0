import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { env, pid } from 'node:process';
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../tools/package/make-bundle.ts';

// Bundles the program as the package does, because a start from source reads hundreds of files;
// test/bin/program.test.ts starts the source and the installed package.

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundles = join(root, 'node_modules/.cyclectl');
const dayMs = 86_400_000;

/** Sources of the bundle, which stays valid until one of them changes. */
const sources = [
  'src',
  'schemas',
  'bin',
  'package.json',
  'package-lock.json',
  'tools/package',
  'test/support/built-program.ts',
];

/** Makes the bundle once for all workers, unless an earlier run has made it from the same source. */
export async function setup(): Promise<void> {
  const folder = join(bundles, await digestSources());
  if (!existsSync(folder)) {
    await removeOld();
    const draft = `${folder}-${pid}`;
    await buildBundle(draft, folder);
    // Another run may have been faster, with the same.
    await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  }
  env.CYCLECTL_TEST_DOOR = join(folder, 'bin/cyclectl.js');
}

async function digestSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) await digest(join(root, source), hash);
  return hash.digest('hex').slice(0, 16);
}

async function digest(path: string, hash: Hash): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).sort()) await digest(join(path, name), hash);
  } else {
    hash
      .update(`${relative(root, path)}\0`)
      .update(await readFile(path))
      .update('\0');
  }
}

async function removeOld(): Promise<void> {
  await mkdir(bundles, { recursive: true });
  for (const name of await readdir(bundles)) {
    const path = join(bundles, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}

async function buildBundle(draft: string, folder: string): Promise<void> {
  const files = await makeBundle(join(draft, 'dist'));
  const modules = files.map(({ moduleIds }) => ({ moduleIds }));
  await writeFile(join(draft, 'modules.json'), JSON.stringify(modules));
  await cp(join(root, 'schemas'), join(draft, 'schemas'), { recursive: true });
  await mkdir(join(draft, 'bin'));
  const door = await readFile(join(root, 'bin/cyclectl.js'), 'utf8');
  const text = keepOutOfHome(door, join(folder, 'compiled'));
  await writeFile(join(draft, 'bin/cyclectl.js'), text, { mode: 0o755 });
  await cp(join(root, 'package.json'), join(draft, 'package.json'));
}

/** The door, which caches compiled code in a folder of the bundle instead of the home of who runs the tests. */
function keepOutOfHome(door: string, folder: string): string {
  const [shebang, ...rest] = door.split('\n');
  const before = `import { enableCompileCache } from 'node:module';
const { HOME, XDG_CACHE_HOME, NODE_COMPILE_CACHE, NODE_DISABLE_COMPILE_CACHE } = process.env;
const isHome = (HOME || ${JSON.stringify(homedir())}) === ${JSON.stringify(homedir())};
if (isHome && !XDG_CACHE_HOME && !NODE_COMPILE_CACHE && !NODE_DISABLE_COMPILE_CACHE) {
  process.env.NODE_COMPILE_CACHE = ${JSON.stringify(folder)};
  enableCompileCache(${JSON.stringify(folder)});
}`;
  return [shebang, before, ...rest].join('\n');
}
