import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/kit/files/folder.ts';

let base: string;
let root: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'folder-'));
  root = join(base, 'project');
  await mkdir(join(root, 'accounts', 'eu'), { recursive: true });
  await writeFile(join(base, 'outside.yaml'), 'secret');
});

afterEach(() => rm(base, { recursive: true, force: true }));

describe('Reading a file', () => {
  it('gives its text without a byte order mark, and says if there is one', async () => {
    await writeFile(join(root, 'accounts', 'a.yaml'), '\ufeffnäme: 日本\n');
    const reading = await openFolder(root).read('accounts/a.yaml');
    expect(reading).toEqual({ ok: true, text: 'näme: 日本\n', hasMark: true });
    await writeFile(join(root, 'accounts', 'b.yaml'), 'x');
    expect(await openFolder(root).read('accounts/b.yaml')).toEqual({ ok: true, text: 'x' });
  });

  it('gives the text of a part alone, as far as the file has it', async () => {
    await writeFile(join(root, 'a.yaml'), 'näme: 日本\n');
    const read = (from: number, bytes: number) =>
      openFolder(root).read('a.yaml', undefined, { from, bytes });
    expect(await read(7, 6)).toEqual({ ok: true, text: '日本' });
    expect(await read(7, 100)).toEqual({ ok: true, text: '日本\n' });
    expect(await read(100, 1)).toEqual({ ok: true, text: '' });
    expect(await read(8, 6)).toEqual({ ok: false, problem: 'binary' });
  });

  it('stays inside the folder', async () => {
    await symlink(join(base, 'outside.yaml'), join(root, 'link.yaml'));
    await symlink(base, join(root, 'up'));
    const folder = openFolder(root);
    const paths = ['../outside.yaml', join(base, 'outside.yaml'), 'link.yaml', 'up/outside.yaml'];
    for (const path of [...paths, '../gone.yaml', 'accounts/../../outside.yaml', 'a\0b']) {
      expect(await folder.read(path), path).toEqual({ ok: false, problem: 'outside' });
    }
  });

  it('follows a link that stays inside, and says so', async () => {
    await writeFile(join(root, 'real.yaml'), 'x');
    await symlink('real.yaml', join(root, 'link.yaml'));
    await symlink('.', join(root, 'here'));
    const linked = { ok: true, text: 'x', isLinked: true };
    expect(await openFolder(root).read('link.yaml')).toEqual(linked);
    expect(await openFolder(root).read('here/real.yaml')).toEqual(linked);
    expect(await openFolder(root).read('./real.yaml')).toEqual({ ok: true, text: 'x' });
  });

  it('refuses a file of fifty megabytes without reading it', async () => {
    await writeFile(join(root, 'big.yaml'), '');
    await truncate(join(root, 'big.yaml'), 50 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(await openFolder(root).read('big.yaml')).toEqual({ ok: false, problem: 'too-large' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  });

  it('reads two mebibytes and not a byte more', async () => {
    const most = 2 * 1024 * 1024;
    await writeFile(join(root, 'most.yaml'), 'x'.repeat(most));
    await writeFile(join(root, 'more.yaml'), 'x'.repeat(most + 1));
    const folder = openFolder(root);
    expect(await folder.read('most.yaml')).toMatchObject({ ok: true });
    expect(await folder.read('more.yaml')).toEqual({ ok: false, problem: 'too-large' });
  });

  it.each([
    ['a NUL', [0x61, 0x00, 0x62]],
    ['half a sign', [0x61, 0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
  ])('takes a file with %s for binary', async (_, bytes) => {
    await writeFile(join(root, 'a.yaml'), new Uint8Array(bytes));
    expect(await openFolder(root).read('a.yaml')).toEqual({ ok: false, problem: 'binary' });
  });

  it('distinguishes a missing file from a folder or a pipe', async () => {
    await promisify(execFile)('mkfifo', [join(root, 'pipe.yaml')]);
    const folder = openFolder(root);
    expect(await folder.read('gone.yaml')).toEqual({ ok: false, problem: 'missing' });
    expect(await folder.read('gone/a.yaml')).toEqual({ ok: false, problem: 'missing' });
    expect(await folder.read('accounts')).toEqual({ ok: false, problem: 'not-a-file' });
    expect(await folder.read('pipe.yaml')).toEqual({ ok: false, problem: 'not-a-file' });
  });
});

describe('Listing a folder', () => {
  it('finds the YAML files below it, sorted, without following links', async () => {
    for (const name of ['b.yml', 'a.yaml', 'eu/c.yaml', 'note.txt', 'A.yaml', 'yaml']) {
      await writeFile(join(root, 'accounts', name), '');
    }
    await symlink(join(base, 'outside.yaml'), join(root, 'accounts', 'link.yaml'));
    await symlink(base, join(root, 'accounts', 'up'));
    expect(await openFolder(root).listYaml('accounts')).toEqual([
      'accounts/A.yaml',
      'accounts/a.yaml',
      'accounts/b.yml',
      'accounts/eu/c.yaml',
    ]);
    expect(await openFolder(root).listYaml('./accounts/')).toHaveLength(4);
    expect(await openFolder(root).listPassedOver('accounts')).toEqual([
      { path: 'accounts/link.yaml', why: 'link' },
      { path: 'accounts/up', why: 'link' },
    ]);
    expect(await openFolder(root).listPassedOver('gone')).toEqual([]);
  });

  it('finds no folder outside, behind a link, or where none is', async () => {
    await symlink(join(root, 'accounts'), join(root, 'inside'));
    expect(await openFolder(root).listPassedOver('inside')).toEqual([
      { path: 'inside', why: 'link' },
    ]);
    await symlink(base, join(root, 'up'));
    await writeFile(join(root, 'file'), '');
    for (const path of ['..', 'up', 'up/project', 'inside', 'gone', 'file', base]) {
      expect(await openFolder(root).listYaml(path), path).toBeNull();
    }
  });

  it('works through a link to the folder itself', async () => {
    await writeFile(join(root, 'accounts', 'a.yaml'), 'x');
    await symlink(root, join(base, 'alias'));
    const folder = openFolder(join(base, 'alias'));
    expect(await folder.listYaml('accounts')).toEqual(['accounts/a.yaml']);
    expect(await folder.read('accounts/a.yaml')).toEqual({ ok: true, text: 'x' });
  });
});
