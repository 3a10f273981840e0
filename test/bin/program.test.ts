import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { listPaths, readText } from '../docs/read-pages.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyExample, programPath } from '../support/run-cyclectl.ts';

// Other tests start a bundle of the program. What users start is the source, in a checkout, or the package.

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the source and the package do what the bundle does that the tests start', async () => {
  const { directory } = await copyExample('quickstart');
  const run = async (program: string, ...args: readonly string[]) => {
    const argv = [program, '-C', directory, ...args];
    const { exitCode, stdout, stderr } = await execa(process.execPath, argv, {
      env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      extendEnv: false,
      reject: false,
    });
    return { exitCode, stdout, stderr };
  };
  const source = join(root, 'bin/cyclectl.js');
  const packed = join(await buildPackage(), 'bin/cyclectl.js');
  expect(new Set([source, packed, programPath]).size).toBe(3);
  for (const args of [['--version'], ['plan', '--exit-code']]) {
    const expected = await run(programPath, ...args);
    expect(await run(source, ...args), `the source: ${args}`).toEqual(expected);
    expect(await run(packed, ...args), `the package: ${args}`).toEqual(expected);
  }
  expect(await run(packed, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await run(source, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
}, 120_000);

it('what a test starts caches its compiled code in the checkout, and not in the home of who runs the tests', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'cyclectl-home-'));
  closeAfterFile(() => rm(elsewhere, { recursive: true, force: true }));
  const tell = `import { getCompileCacheDir } from 'node:module';
    process.once('exit', () => process.stdout.write(' ' + getCompileCacheDir()));`;
  const preload = `data:text/javascript,${encodeURIComponent(tell)}`;
  const start = async (env: Readonly<Record<string, string>>, extendEnv = false) => {
    const argv = ['--import', preload, programPath, '--version'];
    return (await execa(process.execPath, argv, { env, extendEnv })).stdout;
  };
  const inside = expect.stringContaining(` ${join(root, 'node_modules')}/`);
  expect(await start({})).toEqual(inside);
  expect(await start({ HOME: homedir() })).toEqual(inside);
  expect(await start({}, true)).toEqual(inside);
  const own = join(elsewhere, '.cache/cyclectl/compiled');
  expect(await start({ HOME: elsewhere }), 'a home that the test has made').toContain(` ${own}`);
});

it('each page that a message of the program names is in the package', async () => {
  const sources = (await listPaths()).filter((path) => /^(?:src|bin|schemas)\//.test(path));
  const texts = await Promise.all(sources.map(readText));
  const named = texts.flatMap((text) => text.match(/\bdocs\/[\w/-]+\.md/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  // The pages are packed as they are, so nothing is built first.
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await execa('npm', words, { cwd: root });
  const [{ files }]: [{ files: readonly { path: string }[] }] = JSON.parse(stdout);
  const packed = new Set(files.map(({ path }) => path));
  expect([...new Set(named)].filter((page) => !packed.has(page))).toEqual([]);
});

it('each message that names a page says that it is of the package, whose place the help prints', async () => {
  const sources = (await listPaths()).filter((path) => path.startsWith('src/'));
  const lines = (await Promise.all(sources.map(readText))).flatMap((text) => text.split('\n'));
  const messages = lines.filter(
    (line) => !/^ *(?:\*|\/)/.test(line) && /docs\/\w+\/.*\.md/.test(line),
  );
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((line) => !/\.md of the package\b/.test(line))).toEqual([]);
  const { stdout } = await execa(process.execPath, [join(root, 'bin/cyclectl.js'), '--help']);
  const [page = ''] = stdout.match(/(?<=Documentation:\s+)\S+/) ?? [];
  expect(page).toBe(join(root, 'docs/README.md'));
});

/** A folder with what npm would pack, beside the packages that it needs. */
async function buildPackage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-package-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  // Types are checked by `npm run types`, and no program reads declarations.
  const asked = ['--noCheck', '--declaration', 'false', '--outDir', join(folder, 'dist')];
  const words = ['-p', 'tsconfig.build.json', ...asked];
  await execa(join(root, 'node_modules/.bin/tsc'), words, { cwd: root });
  const { files }: { files: readonly string[] } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  for (const name of ['package.json', ...files]) {
    if (name !== 'dist') await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
