import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([{ args: ['--version'] }, { args: ['--help'] }])(
  '$args loads the parser and the options, and nothing that a command works with',
  async ({ args }) => {
    const loaded = await listLoaded(args);
    const packages = loaded.flatMap((path) => path.match(/(?<=^node_modules\/)[^/]+/) ?? []);
    expect(new Set(packages)).toEqual(new Set(['commander']));
    const own = loaded.filter((path) => path.startsWith('src/'));
    expect(own).toContain('src/cli/make-program.ts');
    const sizes = await Promise.all(own.map(async (path) => (await stat(join(root, path))).size));
    // All of src is more than 3 MB. A table of texts that comes in through one import is felt.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
  },
);

test('validate loads no HTTP, which comes with the HTTP client of Node', async () => {
  const urls = await listUrls(['validate', '-C', join(root, 'examples/fleet'), '--quiet']);
  expect(urls).toContain('node:fs/promises');
  expect(urls.filter((url) => /^node:https?$/.test(url))).toEqual([]);
});

test('completion loads the definitions of the program, and no store, service, schema or parser of YAML', async () => {
  const words = ['bash', 'complete', '--', 'cyclectl explain nor', ' =:'];
  const loaded = await listLoaded(['complete', ...words]);
  const packages = loaded.flatMap((path) => path.match(/(?<=^node_modules\/)[^/]+/) ?? []);
  expect(new Set(packages)).toEqual(new Set(['commander']));
  const own = loaded.filter((path) => path.startsWith('src/'));
  expect(own).toContain('src/features/completion/complete-command.ts');
  const allowed =
    /^src\/(?:cli|kit|model|features\/completion|app\/(?:completion|options|output)|reports\/text)\/|^src\/app\/(?:exit-codes|ports\/worlds\/world-file-error)\.ts$/;
  expect(own.filter((path) => !allowed.test(path))).toEqual([]);
  const sizes = await Promise.all(own.map(async (path) => (await stat(join(root, path))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});

/** Paths inside the checkout of the modules that the program loads from source. */
async function listLoaded(args: readonly string[]): Promise<readonly string[]> {
  const urls = await listUrls(args);
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url).slice(root.length));
}

/** URLs of the modules that the program loads from source. */
async function listUrls(args: readonly string[]): Promise<readonly string[]> {
  const tell = `import { registerHooks } from 'node:module';
    const load = (url, context, next) => {
      process.stderr.write(url + '\\n');
      return next(url, context);
    };
    registerHooks({ load });`;
  const preload = `data:text/javascript,${encodeURIComponent(tell)}`;
  const argv = ['--import', preload, join(root, 'bin/cyclectl.js'), ...args];
  const { stderr } = await execa(process.execPath, argv);
  return stderr.split('\n');
}
