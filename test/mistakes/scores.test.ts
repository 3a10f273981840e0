import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mistakes } from './mistakes.ts';

const path = fileURLToPath(new URL('../golden/mistakes/SCORES.md', import.meta.url));

it('each mistake has its score, none is below 4 of 5, and each below 5 says why', async () => {
  const text = await readFile(path, 'utf8');
  const rows = Array.from(
    text.matchAll(/^\| ([^|]+) \| ([0-2]) \| ([01]) \| ([0-2]) \| (\d) \| ?(.*?) ?\|$/gm),
    ([, title, what, where, action, of, why = '']) => ({
      title,
      sum: Number(what) + Number(where) + Number(action),
      of: Number(of),
      why,
    }),
  );
  expect(rows.map(({ title }) => title)).toEqual(mistakes.map(({ title }) => title));
  expect(rows.length).toBeGreaterThanOrEqual(50);
  for (const { title, sum, of, why } of rows) {
    expect(sum, title).toBe(of);
    expect(of, title).toBeGreaterThanOrEqual(4);
    expect(why !== '', title).toBe(of < 5);
  }
});
