import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

test('the tests run on the Node that was requested', async () => {
  // npm run compat asks for one; without it any Node is right that the package admits.
  const asked = process.env.CYCLECTL_NODE_UNDER_TEST;
  if (asked === undefined) expect(isAtLeast(process.version, await readFloor())).toBe(true);
  else expect(process.version).toBe(asked);
});

test('npm run compat begins with the oldest Node that the package admits', async () => {
  const { dependencies } = await readJson('tools/compat/package.json');
  const versions = Object.values(dependencies as Record<string, string>).map(
    (wanted) => wanted.split('@').at(-1) ?? '',
  );
  expect(versions[0]).toBe(`${await readFloor()}.0`);
  expect(versions.every((version) => /^\d+\.\d+\.\d+$/.test(version))).toBe(true);
});

test('versions are compared as numbers', () => {
  expect(isAtLeast('v22.9.0', '22.19')).toBe(false);
  expect(isAtLeast('v22.19.0', '22.19')).toBe(true);
  expect(isAtLeast('v24.0.0', '22.19')).toBe(true);
});

/** `22.19` of `>=22.19`. */
async function readFloor(): Promise<string> {
  const { engines } = await readJson('package.json');
  return (engines as { node: string }).node.replace('>=', '');
}

function isAtLeast(version: string, floor: string): boolean {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  const [floorMajor = 0, floorMinor = 0] = floor.split('.').map(Number);
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(new URL(path, root), 'utf8'));
}
