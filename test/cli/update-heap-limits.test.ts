import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const limit = new URL('../../src/cli/update-heap-limits.ts', import.meta.url).href;

// Makes rubbish of which some lives for a moment, as between the requests of a plan.
const work = (start: string) => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as nextTurn } from 'node:timers/promises';
  ${start}
  let most = 0;
  let kept = [];
  for (let turn = 0; turn < 400; turn += 1) {
    kept.push(Array.from({ length: 20_000 }, (_, index) => ({ index, name: String(index) })));
    if (kept.length > 8) kept = [];
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    most = Math.max(most, young.space_size);
    await nextTurn();
  }
  console.log(most);
`;

async function measureYoung(start: string): Promise<number> {
  const args = ['--input-type=module', '--eval', work(start)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout) / 2 ** 20;
}

it('keeps the memory for new objects small, however much comes and goes', async () => {
  const [free, limited] = await Promise.all([
    measureYoung(''),
    measureYoung(`import { updateHeapLimits } from '${limit}'; updateHeapLimits();`),
  ]);
  expect(limited).toBeLessThanOrEqual(48);
  expect(free).toBeGreaterThan(48);
});
