import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const limitsFile = fileURLToPath(new URL('../../src/cli/apply-memory-limits.ts', import.meta.url));
const limited = `import { applyMemoryLimits } from ${JSON.stringify(limitsFile)}; applyMemoryLimits();`;

// Works as a fleet does: each of many tasks makes garbage, and a little of it lives for a while.
const work = `
import { getHeapSpaceStatistics } from 'node:v8';
const peaks = {};
const kept = [];
for (let task = 0; task < 400; task += 1) {
  for (let index = 0; index < 2000; index += 1)
    kept[(task * 2000 + index) % 100_000] = { index, text: 'x'.repeat(20) + task, list: [index, task] };
  await new Promise((resolve) => setImmediate(resolve));
  for (const { space_name, physical_space_size } of getHeapSpaceStatistics())
    peaks[space_name] = Math.max(peaks[space_name] ?? 0, physical_space_size);
}
process.stdout.write(JSON.stringify(peaks));`;

async function run(code: string, ...flags: readonly string[]): Promise<unknown> {
  const args = [...flags, '--input-type=module', '-e', code];
  const { stdout, stderr } = await execa(process.execPath, args);
  // V8 complains here about flags that it does not have.
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function measurePeaks(before: string): Promise<Readonly<Record<string, number>>> {
  return (await run(`${before}\n${work}`)) as Readonly<Record<string, number>>;
}

it('keeps the spaces of young and old objects smaller than V8 would', async () => {
  const [own, other] = await Promise.all([measurePeaks(limited), measurePeaks('')]);
  expect(own.new_space).toBeLessThanOrEqual(32 * 2 ** 20);
  expect(own.old_space).toBeLessThan((other.old_space ?? 0) * 0.9);
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
