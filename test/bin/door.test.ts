import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const door = fileURLToPath(new URL('../../bin/cyclectl.js', import.meta.url));

test.each(['20.20.2', '22.18.9', '18.0.0'])(
  'the door refuses Node %s in one line, without a stack trace',
  async (version) => {
    const { exitCode, stdout, stderr } = await openDoor(version, ['--version']);
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).toContain(`needs Node 22.19 or newer; this is v${version}`);
  },
);

test.each(['22.19.0', '23.0.0', '100.1.0'])('the door lets Node %s in', async (version) => {
  const { stderr } = await openDoor(version, ['--version']);
  expect(stderr).not.toContain('needs Node');
});

test('the door imports nothing before its check', async () => {
  const { program } = parse(await readFile(door, 'utf8'), { sourceType: 'module' });
  expect(program.body.filter(({ type }) => type === 'ImportDeclaration')).toEqual([]);
  // What comes first is the version and the check of it; the imports are inside what follows.
  const [version, check] = program.body;
  expect(version?.type).toBe('VariableDeclaration');
  expect(check?.type).toBe('IfStatement');
});

/** Runs the door on this Node, which has been told that it is another one. */
async function openDoor(version: string, args: readonly string[]) {
  const preload = `
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
  `;
  return execa(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, door, ...args],
    { reject: false },
  );
}
