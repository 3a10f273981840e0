import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../../src/kit/files/folder.ts';
import { findInside } from '../../../src/kit/files/inside-folder.ts';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(makeTemporaryFolder());
  root = join(base, 'project');
  mkdirSync(join(root, 'store'), { recursive: true });
  mkdirSync(join(base, 'elsewhere'));
});

describe('A place in a folder', () => {
  it('is found whether something is there or not', () => {
    writeFileSync(join(root, 'store', 'a.db'), '');
    for (const path of ['store/a.db', 'store/new.db', 'new/b/c.db', './store/../x', '..x/y']) {
      expect(findInside(root, path), path).toBe(join(root, path));
    }
  });

  it('is not found outside, by no path and by no link', () => {
    symlinkSync(join(base, 'elsewhere'), join(root, 'up'));
    symlinkSync('../elsewhere/none.db', join(root, 'none.db'));
    symlinkSync('loop', join(root, 'loop'));
    symlinkSync('store', join(root, 'within'));
    for (const path of ['..', '../x', 'store/../../x', '/etc/passwd', 'a\0b']) {
      expect(findInside(root, path), path).toBe(null);
    }
    for (const path of ['up', 'up/new.db', 'none.db', 'loop', 'loop/x']) {
      expect(findInside(root, path), path).toBe(null);
    }
    expect(findInside(root, 'within/a.db')).toBe(join(root, 'store', 'a.db'));
  });

  it('is found through a link to the folder itself', () => {
    symlinkSync(root, join(base, 'link'));
    expect(findInside(join(base, 'link'), 'store/a.db')).toBe(join(root, 'store', 'a.db'));
  });
});

it('a folder of a hidden name is not read from: not by its name, in no capitals, and by no link', async () => {
  mkdirSync(join(root, '.cyclectl', 'local'), { recursive: true });
  mkdirSync(join(root, 'packages', 'node_modules'), { recursive: true });
  writeFileSync(join(root, '.cyclectl', 'local', 'secret.key'), 'CANARY');
  writeFileSync(join(root, 'packages', 'node_modules', 'x'), 'CANARY');
  symlinkSync('../.cyclectl/local/secret.key', join(root, 'store', 'key'));
  symlinkSync('.cyclectl', join(root, 'open'));
  symlinkSync('../store', join(root, '.cyclectl', 'out'));
  writeFileSync(join(root, 'store', 'plain'), 'x');
  const folder = openFolder(root, ['.cyclectl', 'node_modules']);
  const paths = ['.cyclectl/local/secret.key', 'store/../.cyclectl/local/secret.key', 'store/key'];
  for (const path of [...paths, 'open/local/secret.key', 'packages/node_modules/x']) {
    expect(await folder.read(path), path).toEqual({ ok: false, problem: 'private' });
  }
  expect(await folder.read('.cyclectl/out/plain')).toEqual({ ok: false, problem: 'private' });
  expect(await folder.read('store/plain')).toEqual({ ok: true, text: 'x' });
});
