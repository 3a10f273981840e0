import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function readJson(path: string): Promise<Record<string, never>> {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}

/** Bytes of a package without the packages in it. */
async function measure(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name !== 'node_modules');
  const sizes = names.map(async (name) => {
    const path = join(folder, name);
    const found = await stat(path);
    return found.isDirectory() ? measure(path) : found.size;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The rows of a table of the page. */
function readRows(table: string) {
  return Array.from(
    table.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (\d+) kB \| (.+) \|$/gm),
    ([, name = '', licence, size, why = '']) => ({ name, licence, size: Number(size), why }),
  );
}

it('the page of dependencies has each package of the program, and of tests and tools, as it is installed', async () => {
  const page = await readFile(join(root, 'docs/dependencies.md'), 'utf8');
  const [bundled = '', others = ''] = page.split('\n## ');
  const { dependencies } = await readJson('tools/bundled/package.json');
  const { devDependencies } = await readJson('package.json');
  const inProgram = Object.keys(dependencies ?? {}).toSorted();
  const beside = Object.keys(devDependencies ?? {}).filter((name) => !inProgram.includes(name));
  expect(readRows(bundled).map(({ name }) => name)).toEqual(inProgram);
  expect(readRows(others).map(({ name }) => name)).toEqual(beside.toSorted());
  for (const { name, licence, size, why } of readRows(page)) {
    const { license } = await readJson(`node_modules/${name}/package.json`);
    const bytes = await measure(join(root, 'node_modules', name));
    expect({ name, licence, size }).toEqual({
      name,
      licence: license,
      size: Math.round(bytes / 1000),
    });
    expect(why.length, name).toBeGreaterThan(12);
  }
});
