import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { listPaths, readText } from '../docs/read-pages.ts';
import { closeAfterFile } from '../support/opened.ts';
import { programPath } from '../support/run-cyclectl.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

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
