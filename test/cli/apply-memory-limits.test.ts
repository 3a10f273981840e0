import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const limitsFile = fileURLToPath(new URL('../../src/cli/apply-memory-limits.ts', import.meta.url));
const limited = `import { applyMemoryLimits } from ${JSON.stringify(limitsFile)}; applyMemoryLimits();`;

// Works as a fleet does: each of many tasks makes garbage, and a little of it lives for a while. What a space has
// at most at any moment depends on how much time V8's threads get; how often V8 collects, and its usual size, do not.
const work = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
let collections = 0;
const observer = new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries())
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
});
observer.observe({ entryTypes: ['gc'] });
const sizes = [];
const kept = [];
for (let task = 0; task < 400; task += 1) {
  for (let index = 0; index < 2000; index += 1)
    kept[(task * 2000 + index) % 100_000] = { index, text: 'x'.repeat(20) + task, list: [index, task] };
  await new Promise((resolve) => setImmediate(resolve));
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  sizes.push(young.physical_space_size);
}
const youngBytes = sizes.sort((a, b) => a - b)[sizes.length / 2];
process.stdout.write(JSON.stringify({ collections, youngBytes }));`;

async function run(code: string, ...flags: readonly string[]): Promise<unknown> {
  const args = [...flags, '--input-type=module', '-e', code];
  const { stdout, stderr } = await execa(process.execPath, args);
  // V8 complains here about flags that it does not have.
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** How often V8 collected old objects, and how large the space of young ones usually was. */
type Collecting = { readonly collections: number; readonly youngBytes: number };

async function collect(before: string): Promise<Collecting> {
  return (await run(`${before}\n${work}`)) as Collecting;
}

it('keeps the space of young objects small, and collects old ones more often than V8 would', async () => {
  const [own, other] = await Promise.all([collect(limited), collect('')]);
  expect(own.youngBytes).toBeLessThanOrEqual(32 * 2 ** 20);
  expect(other.youngBytes).toBeGreaterThan(32 * 2 ** 20);
  expect(own.collections).toBeGreaterThan(other.collections);
});

// (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1))))), exported as run.
const moduleHex = [
  '0061736d01000000' + '010501' + '60017f00' + '03020100' + '07070103' + '72756e0000',
  '0a10010e00' + '0340' + '2000' + '4101' + '6b' + '2200' + '0d00' + '0b0b',
].join('');

// V8 compiles at once with this flag, so that nothing is to be waited for.
function isOptimized(before: string): Promise<unknown> {
  const code = `${before}
    const bytes = Buffer.from(${JSON.stringify(moduleHex)}, 'hex');
    const { instance } = await WebAssembly.instantiate(bytes);
    for (let turn = 0; turn < 10; turn += 1) instance.exports.run(1_000_000);
    process.stdout.write(JSON.stringify(%IsTurboFanFunction(instance.exports.run)));`;
  return run(code, '--allow-natives-syntax', '--wasm-sync-tier-up');
}

it('leaves WebAssembly alone that V8 would optimize', async () => {
  expect(await Promise.all([isOptimized(limited), isOptimized('')])).toEqual([false, true]);
});
