import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { openSecretFolder } from '../open-folder.ts';

/** Programs in a folder outside of any project; gives the folder. */
function writePrograms(scripts: Readonly<Record<string, string>>): string {
  const bin = makeTemporaryFolder();
  for (const [name, script] of Object.entries(scripts)) writeProgram(join(bin, name), script);
  return bin;
}

function writeProgram(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

test('A program gives what it prints without one line end; no shell reads its arguments', async () => {
  const bin = writePrograms({ helper: `printf '%s|%s\\n\\n' "$1" "$2"` });
  const folder = openSecretFolder({ PATH: bin }, { allowed: ['helper', join(bin, 'helper')] });
  for (const program of ['helper', join(bin, 'helper')]) {
    const text = await folder.read({ exec: [program, '$HOME; echo x', "it's *"] });
    expect(text).toBe("$HOME; echo x|it's *\n");
  }
});

test('A program that the operator has not allowed by this very name is never run', async () => {
  const bin = writePrograms({ helper: `touch "$(dirname "$0")/was-run"; echo CANARY-exec-run` });
  const folder = openSecretFolder({ PATH: bin }, { allowed: ['other'] });
  for (const program of ['helper', join(bin, 'helper'), '../bin/helper']) {
    expect(await folder.read({ exec: [program] })).toBe('lack: not-allowed');
  }
  expect(() => readFileSync(join(bin, 'was-run'))).toThrow('ENOENT');
});

test('Nothing of the project folder is run, although it bears an allowed name', async () => {
  const bin = makeTemporaryFolder();
  const evil = openSecretFolder({}, {});
  const own = join(evil.root, 'node_modules/.bin/helper');
  writeProgram(own, 'echo CANARY-exec-evil');
  symlinkSync(own, join(bin, 'linked'));
  const PATH = `${dirname(own)}:.:${bin}`;
  const allowed = ['helper', 'linked', own, './helper', 'node_modules/.bin/helper'];
  const folder = openSecretFolder({ PATH }, { allowed, root: evil.root });
  for (const program of allowed) {
    expect(await folder.read({ exec: [program] }), program).toBe('lack: no-program');
  }
  writeProgram(join(bin, 'helper'), 'echo CANARY-exec-good');
  const byWay = openSecretFolder({ PATH: relative(process.cwd(), bin) }, { allowed: ['helper'] });
  expect(await byWay.read({ exec: ['helper'] })).toBe('lack: no-program');
  folder.secrets.forget();
  expect(await folder.read({ exec: ['helper'] })).toBe('CANARY-exec-good');
});

test('A program that fails, prints nothing, too much or no text, or is none has no value', async () => {
  const bin = writePrograms({
    fails: 'echo CANARY-exec-half; echo CANARY-exec-stderr >&2; exit 3',
    dies: 'kill -9 $$',
    empty: 'echo',
    binary: `printf '\\377\\376'`,
    floods: 'while :; do echo CANARY-exec-flood-CANARY-exec-flood; done',
  });
  writeFileSync(join(bin, 'text'), 'no program', { mode: 0o644 });
  const PATH = `${bin}:/usr/bin:/bin`;
  const lacks = {
    fails: 'failed',
    dies: 'failed',
    empty: 'empty',
    binary: 'binary',
    floods: 'too-long',
    text: 'no-program',
    gone: 'no-program',
  };
  const folder = openSecretFolder({ PATH }, { allowed: Object.keys(lacks) });
  for (const [program, lack] of Object.entries(lacks)) {
    expect(await folder.read({ exec: [program] }), program).toBe(`lack: ${lack}`);
  }
});

test('A program that does not end is killed with all that it began', async () => {
  const bin = writePrograms({
    hangs: `(sleep 600; echo late) & echo $! > "$(dirname "$0")/child"; wait`,
    leaves: `(sleep 600) & echo $! > "$(dirname "$0")/left"; echo CANARY-exec-left`,
  });
  const allowed = ['hangs', 'leaves'];
  const children = { hangs: 'child', leaves: 'left' };
  const readPid = (name: string) => Number(readFileSync(join(bin, name), { flag: 'a+' }));
  for (const [program, name] of Object.entries(children)) {
    // A busy machine may not get as far as the child in that time.
    for (let timeoutMs = 300; readPid(name) === 0; timeoutMs *= 2) {
      const rights = { allowed, timeoutMs };
      const folder = openSecretFolder({ PATH: `${bin}:/usr/bin:/bin` }, rights);
      // What it leaves behind holds its output open, so that nobody knows whether it was all.
      expect(await folder.read({ exec: [program] })).toBe('lack: timed-out');
    }
    const pid = readPid(name);
    await expect.poll(() => isAlive(pid), { message: name, timeout: 25_000 }).toBe(false);
  }
});

// One that was killed may wait to be taken note of by who inherited it.
function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    return !state.startsWith('Z');
  } catch {
    return false;
  }
}

test('A program sees the variables of the operator and none of cyclectl, no input, and the home folder', async () => {
  const bin = writePrograms({ shows: 'env; cat; pwd' });
  const variables = { VAULT_ADDR: 'https://vault.example', CYCLECTL_SECRET_KEY: 'CANARY-exec-own' };
  const PATH = `${bin}:/usr/bin:/bin`;
  const folder = openSecretFolder({ PATH, ...variables }, { allowed: ['shows'] });
  const text = await folder.read({ exec: ['shows'] });
  expect(text).toContain('VAULT_ADDR=https://vault.example');
  expect(text).not.toContain('CANARY-exec-own');
  expect(text).not.toContain(folder.root);
});

test('A program is run once for a reference, however often that is read, until it is forgotten', async () => {
  const bin = writePrograms({ counts: `echo x >> "$(dirname "$0")/runs"; echo CANARY-exec-once` });
  const folder = openSecretFolder({ PATH: `${bin}:/usr/bin:/bin` }, { allowed: ['counts'] });
  const runs = () => readFileSync(join(bin, 'runs'), 'utf8').length / 2;
  await Promise.all(Array.from({ length: 50 }, () => folder.read({ exec: ['counts', 'a'] })));
  expect(runs()).toBe(1);
  await folder.read({ exec: ['counts', 'b'] });
  folder.secrets.forget();
  await folder.read({ exec: ['counts', 'a'] });
  expect(runs()).toBe(3);
});
