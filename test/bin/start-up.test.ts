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

test.each(['examples/fleet', 'examples/quickstart'])(
  'validate of %s loads no HTTP, and not the client that comes with Request and Response',
  async (project) => {
    const args = ['validate', '-C', join(root, project), '--quiet'];
    const loaded = await listBuiltIns(args);
    expect(loaded).toContain('NativeModule internal/fs/promises');
    expect(loaded.filter((name) => /^NativeModule (https?|http2|.*undici.*)$/.test(name))).toEqual(
      [],
    );
  },
);

test('completion loads the definitions of the program, and no store, service, schema or parser of YAML', async () => {
  const words = ['bash', 'complete', '--', 'cyclectl explain nor', ' =:'];
  const loaded = await listLoaded(['complete', ...words]);
  const packages = loaded.flatMap((path) => path.match(/(?<=^node_modules\/)[^/]+/) ?? []);
  expect(new Set(packages)).toEqual(new Set(['commander']));
  const own = loaded.filter((path) => path.startsWith('src/'));
  expect(own).toContain('src/features/completion/complete-command.ts');
  const allowed =
    /^src\/(?:cli|kit|model|features\/completion|app\/(?:completion|options|output)|reports\/text)\/|^src\/app\/(?:exit-codes|report-thrown|ports\/worlds\/world-file-error)\.ts$/;
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

/** Modules of Node itself that are loaded when the program ends. */
async function listBuiltIns(args: readonly string[]): Promise<readonly string[]> {
  const tell = `process.on('exit', () =>
    process.stderr.write(process.moduleLoadList.join('\\n')));`;
  return (await runWith(tell, args)).split('\n');
}

/** URLs of the modules that the program loads from source. */
async function listUrls(args: readonly string[]): Promise<readonly string[]> {
  const tell = `import { registerHooks } from 'node:module';
    const load = (url, context, next) => {
      process.stderr.write(url + '\\n');
      return next(url, context);
    };
    registerHooks({ load });`;
  return (await runWith(tell, args)).split('\n');
}

/** Runs the program from source after a script, and returns what it wrote on stderr. */
async function runWith(script: string, args: readonly string[]): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const argv = ['--import', preload, join(root, 'bin/cyclectl.js'), ...args];
  return (await execa(process.execPath, argv)).stderr;
}
