import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const door = fileURLToPath(new URL('../../bin/cyclectl.js', import.meta.url));

// Houses with the real door and a main that tells its name and arguments, so that it is seen whether
// and where the door leads.
const houses = { checkout: '', installed: '' };

beforeAll(async () => {
  const cache = 'export function openCodeCache() {}';
  const installed = {
    'dist/cli/main.js': renderMain('built'),
    'dist/cli/open-code-cache.js': cache,
  };
  houses.checkout = await buildInstallation({
    ...installed,
    'src/cli/main.ts': renderMain('source'),
    'src/cli/open-code-cache.ts': cache,
  });
  houses.installed = await buildInstallation(installed);
});

afterAll(async () => {
  for (const folder of Object.values(houses)) await rm(folder, { recursive: true });
});

describe('an old Node', () => {
  test.each(['18.0.0', '20.20.2', '22.18.9'])(
    'is refused as %s in one line, without a stack trace',
    async (version) => {
      const { exitCode, stdout, stderr } = await openDoor(houses.checkout, version);
      expect(exitCode).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.split('\n')).toHaveLength(1);
      expect(stderr).toContain(`needs Node 22.19 or newer; this is v${version}`);
    },
  );

  test('is refused before anything is imported', async () => {
    const { program } = parse(await readFile(door, 'utf8'), { sourceType: 'module' });
    expect(program.body.filter(({ type }) => type === 'ImportDeclaration')).toEqual([]);
    // What comes first is the version and the check of it; the imports are inside what follows.
    const [version, check] = program.body;
    expect(version?.type).toBe('VariableDeclaration');
    expect(check?.type).toBe('IfStatement');
  });
});

describe('a Node that is new enough', () => {
  test.each(['22.19.0', '23.0.0', '100.1.0'])('is let in as %s', async (version) => {
    const { exitCode, stdout } = await openDoor(houses.checkout, version);
    expect(stdout).toBe('source plan --out plan.json');
    expect(exitCode).toBe(0);
  });

  test('is led to the built program where there is no source', async () => {
    const { stdout } = await openDoor(houses.installed, process.versions.node);
    expect(stdout).toBe('built plan --out plan.json');
  });

  test('opens no debugger when it is sent SIGUSR1, and continues', async () => {
    const preload = `
      import { url } from 'node:inspector';
      process.once('beforeExit', () => {
        process.kill(process.pid, 'SIGUSR1');
        // Node's own handler is another thread's, and tells nothing of its end.
        setTimeout(() => process.stdout.write(' ' + url()), 300);
      });`;
    const { stdout, stderr, exitCode } = await execa(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(preload)}`,
        join(houses.installed, 'bin/cyclectl.js'),
      ],
      { reject: false },
    );
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: 'built undefined',
      stderr: '',
      exitCode: 0,
    });
  });
});

function renderMain(name: string): string {
  return `export async function runCli(args) { process.stdout.write(['${name}', ...args].join(' ')); }`;
}

async function buildInstallation(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-door-'));
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await mkdir(join(folder, 'bin'));
  await copyFile(door, join(folder, 'bin/cyclectl.js'));
  return folder;
}

/** Runs the door of a house on this Node, which has been told that it is another one. */
async function openDoor(folder: string, version: string) {
  const preload = `
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
  `;
  const reported = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  return execa(
    process.execPath,
    [...reported, join(folder, 'bin/cyclectl.js'), 'plan', '--out', 'plan.json'],
    { reject: false },
  );
}
