import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makePackage } from '../tools/package/make-package.ts';
import { median } from './median.ts';

// `npm run bench:start`: what a start of the package costs, in processor time. README.md beside this
// file says what each figure means.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, door: { type: 'string' } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds takes a whole number from 1.');

const root = fileURLToPath(new URL('..', import.meta.url));
const commands = ['--version', 'validate', 'plan'];
const usage = `process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\n' + (user + system) / 1000);
});`;
const preload = `data:text/javascript,${encodeURIComponent(usage)}`;

const folder = await mkdtemp(join(tmpdir(), 'cyclectl-bench-'));
try {
  const door = values.door ?? (await buildPackage(join(folder, 'package')));
  const project = join(folder, 'quickstart');
  await cp(join(root, 'examples/quickstart'), project, { recursive: true });
  const bare = measure(['-e', '0'], {});
  const lines = [`node -e 0   ${bare.toFixed(0)} ms`];
  for (const command of commands) {
    const args = [door, '-C', project, command];
    const [cold, warm] = [
      { NODE_DISABLE_COMPILE_CACHE: '1' },
      { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    ].map((env) => measure(args, env));
    lines.push(
      `${command.padEnd(12)}${warm?.toFixed(0)} ms, ${cold?.toFixed(0)} ms without a cache`,
    );
  }
  stdout.write(`${lines.join('\n')}\n`);
} finally {
  await rm(folder, { recursive: true });
}

/** Median processor time of a start, in milliseconds; the first two starts, which fill caches, do not count. */
function measure(args: readonly string[], env: Readonly<Record<string, string>>): number {
  const all: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
      env: { HOME: folder, ...env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`);
    if (round >= 0) all.push(Number(stderr.slice(stderr.lastIndexOf('\n'))));
  }
  return median(all);
}

async function buildPackage(target: string): Promise<string> {
  await mkdir(target);
  await makePackage(join(target, 'dist'));
  const { files }: { files: readonly string[] } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  for (const name of ['package.json', ...files]) {
    if (name !== 'dist') await cp(join(root, name), join(target, name), { recursive: true });
  }
  return join(target, 'bin/cyclectl.js');
}
