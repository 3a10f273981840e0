import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const applyHeapLimitsFile = fileURLToPath(
  new URL('../../src/cli/apply-heap-limits.ts', import.meta.url),
);

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

async function measurePeaks(before: string): Promise<Readonly<Record<string, number>>> {
  const code = `${before}\n${work}`;
  const { stdout, stderr } = await execa(process.execPath, ['--input-type=module', '-e', code]);
  // V8 complains here about flags that it does not have.
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

it('keeps the spaces of young and old objects smaller than V8 would', async () => {
  const limited = `import { applyHeapLimits } from ${JSON.stringify(applyHeapLimitsFile)}; applyHeapLimits();`;
  const [own, other] = await Promise.all([measurePeaks(limited), measurePeaks('')]);
  expect(own.new_space).toBeLessThanOrEqual(32 * 2 ** 20);
  expect(own.old_space).toBeLessThan((other.old_space ?? 0) * 0.9);
});
