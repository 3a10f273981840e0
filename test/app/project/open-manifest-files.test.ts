import { mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openManifestFiles } from '../../../src/app/project/open-manifest-files.ts';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

it('replaces a file that is as it was read, byte order mark and all, and leaves nothing beside it', async () => {
  const { files, path, folder } = await open('\ufeffa: 1\r\n');
  expect(await files.replace('a.yaml', { before: 'a: 1\r\n', text: 'a: 2\r\n' })).toBe(false);
  expect(await files.replace('a.yaml', { before: '\ufeffa: 1\r\n', text: '\ufeffa: 2\r\n' })).toBe(
    true,
  );
  expect(await readFile(path, 'utf8')).toBe('\ufeffa: 2\r\n');
  expect(await readdir(folder)).toEqual(['a.yaml']);
});

it('leaves a file that was changed, removed or replaced by a link', async () => {
  const { files, path, folder } = await open('a: 1\n');
  const change = { before: 'a: 0\n', text: 'a: 2\n' };
  expect(await files.replace('a.yaml', change)).toBe(false);
  expect(await files.replace('b.yaml', change)).toBe(false);
  const elsewhere = join(folder, 'elsewhere');
  await rename(path, elsewhere);
  await symlink(elsewhere, path);
  expect(await files.replace('a.yaml', { before: 'a: 1\n', text: 'a: 2\n' })).toBe(false);
  expect(await readFile(elsewhere, 'utf8')).toBe('a: 1\n');
});

it('replaces nothing through a folder that is a link', async () => {
  const { files, folder } = await open('a: 1\n');
  await symlink(folder, join(folder, 'linked'));
  await expect(
    files.replace('linked/a.yaml', { before: 'a: 1\n', text: 'a: 2\n' }),
  ).rejects.toThrow('is a link');
});

async function open(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-'));
  folders.push(folder);
  const path = join(folder, 'a.yaml');
  await writeFile(path, text);
  return { folder, path, files: openManifestFiles(folder) };
}
