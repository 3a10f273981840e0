import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, test } from 'vitest';
import { findCacheFolder, makeCodeFolder } from '../../src/cli/open-code-cache.ts';
import { closeAfterFile } from '../support/opened.ts';
import { programPath } from '../support/run-cyclectl.ts';

// Compiled code that Node finds in its cache is run. On a machine of many users its folder must be one
// that no other can have made, or can put something into.

const user = process.getuid?.() ?? null;
let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cyclectl-cache-')));
  closeAfterFile(() => rmSync(home, { recursive: true, force: true }));
});

const make = (folder = join(home, 'caches'), as = user) => makeCodeFolder(folder, as);

/** A folder with exactly this mode, whatever the mask is. */
function plant(path: string, mode: number): string {
  const folder = join(home, path);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, mode);
  return folder;
}

describe.skipIf(user === null)('the folder of compiled code', () => {
  test("is made with 0700 below the user's folder for caches, and taken again", () => {
    const mask = process.umask(0);
    const folder = make();
    process.umask(mask);
    expect(folder).toBe(join(home, 'caches/cyclectl/compiled'));
    for (const path of ['caches/cyclectl', 'caches/cyclectl/compiled']) {
      expect(lstatSync(join(home, path)).mode & 0o777, path).toBe(0o700);
    }
    expect(make()).toBe(folder);
  });

  test.each(['caches/cyclectl', 'caches/cyclectl/compiled'])(
    'is none where %s is open to others, or a link',
    (path) => {
      make();
      for (const mode of [0o770, 0o702, 0o750, 0o704, 0o1777]) {
        chmodSync(join(home, path), mode);
        expect(make(), mode.toString(8)).toBe(null);
      }
      rmSync(join(home, path), { recursive: true });
      symlinkSync(plant('elsewhere', 0o700), join(home, path));
      mkdirSync(join(home, 'elsewhere/compiled'), { mode: 0o700 });
      expect(make()).toBe(null);
    },
  );

  test('is none where another user has made it, or may put something in its place', () => {
    expect(make(join(home, 'caches'), (user ?? 0) + 1)).toBe(null);
    const folder = plant('caches', 0o770);
    expect(make(folder)).toBe(null);
    chmodSync(folder, 0o702);
    expect(make(folder)).toBe(null);
    // As in /tmp: each may write to it, and move only what is its own.
    chmodSync(folder, 0o1777);
    expect(make(folder)).toBe(join(folder, 'cyclectl/compiled'));
  });

  test.runIf(user === 0)('is none where it, or a folder above it, is of another user', () => {
    for (const path of ['caches/cyclectl/compiled', 'caches/cyclectl', 'caches']) {
      make();
      chownSync(join(home, path), 1234, 1234);
      expect(make(), path).toBe(null);
      rmSync(join(home, 'caches'), { recursive: true });
    }
  });

  test('is none in a checkout, where a branch may have brought it along', () => {
    const caches = plant('builds/project/.cache', 0o700);
    expect(make(caches)).toBe(join(caches, 'cyclectl/compiled'));
    writeFileSync(join(home, 'builds/.git'), 'gitdir: ../elsewhere\n');
    expect(make(caches)).toBe(null);
    rmSync(join(home, 'builds/.git'));
    plant('builds/project/.git', 0o755);
    expect(make(caches)).toBe(null);
  });

  test('is none where it cannot be made', () => {
    writeFileSync(join(home, 'file'), '');
    expect(make(join(home, 'file'))).toBe(null);
    expect(make(join(home, 'file/caches'))).toBe(null);
    symlinkSync(join(home, 'nowhere'), join(home, 'dangling'));
    expect(make(join(home, 'dangling'))).toBe(null);
    expect(makeCodeFolder(home, null)).toBe(null);
  });

  test('is the real one where the way to it has links of the user', () => {
    symlinkSync(plant('disk', 0o755), join(home, 'caches'));
    expect(make()).toBe(join(home, 'disk/cyclectl/compiled'));
  });
});

test("the user's folder for caches is XDG_CACHE_HOME where that is absolute", () => {
  expect(findCacheFolder({ XDG_CACHE_HOME: '/var/caches' })).toBe('/var/caches');
  for (const XDG_CACHE_HOME of ['', 'caches', './caches', undefined]) {
    expect(findCacheFolder({ XDG_CACHE_HOME }).startsWith(homedir())).toBe(true);
  }
});

describe.skipIf(user === null)('a start of cyclectl', () => {
  const start = (env: Readonly<Record<string, string>>) =>
    execa(process.execPath, [programPath, '--version'], {
      env: { HOME: home, TMPDIR: home, ...env },
      extendEnv: false,
    });

  test('puts nothing into the temporary folder, and its compiled code into its own', async () => {
    const { exitCode } = await start({ XDG_CACHE_HOME: join(home, 'caches') });
    expect(exitCode).toBe(0);
    expect(readdirSync(home)).toEqual(['caches']);
    expect(readdirSync(join(home, 'caches/cyclectl/compiled'))).toHaveLength(1);
  });

  test("leaves alone what the operator has said by Node's variables", async () => {
    await start({ NODE_COMPILE_CACHE: join(home, 'theirs') });
    expect(readdirSync(home)).toEqual(['theirs']);
    await start({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });
});
