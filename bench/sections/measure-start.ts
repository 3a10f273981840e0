import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import type { Figure, Section, Target } from '../figure.ts';
import { median } from '../median.ts';

const commands: readonly { readonly command: string; readonly target: Target | null }[] = [
  { command: '--version', target: null },
  { command: 'validate', target: { atMost: 150 } },
  { command: 'plan', target: { atMost: 400 } },
];

/**
 * Measures what a start of the installed package costs, in processor time of the whole process. Warm starts
 * find compiled code in the cache of Node, cold ones have none.
 */
export async function measureStart(bench: Bench): Promise<Section> {
  const { door, folder, sizes } = bench;
  bench.say(`starts: ${sizes.starts} of each command, cold and warm`);
  const project = join(folder, 'quickstart');
  await cp(quickstart, project, { recursive: true });
  const measure = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    measureStarts(args, { HOME: folder, ...env }, sizes.starts);
  const figures: Figure[] = [
    { what: '`node -e 0`', value: measure(['-e', '0'], {}), unit: 'ms', target: null },
  ];
  for (const { command, target } of commands) {
    const args = [door, '-C', project, command];
    const warm = measure(args, { NODE_COMPILE_CACHE: join(folder, 'compiled') });
    const cold = measure(args, { NODE_DISABLE_COMPILE_CACHE: '1' });
    figures.push(
      { what: `\`${command}\`, warm`, value: warm, unit: 'ms', target },
      { what: `\`${command}\`, cold`, value: cold, unit: 'ms', target },
    );
  }
  return { title: 'Start of the installed package with the quickstart, processor time', figures };
}

const quickstart = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));

const usage = `process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\n' + (user + system) / 1000);
});`;
const preload = `data:text/javascript,${encodeURIComponent(usage)}`;

// The first two starts, which fill caches, do not count.
function measureStarts(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  count: number,
): number {
  const all: number[] = [];
  for (let start = -2; start < count; start += 1) {
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}`);
    if (start >= 0) all.push(Number(stderr.slice(stderr.lastIndexOf('\n'))));
  }
  return median(all);
}
