import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { copyExample } from '../../support/run-cyclectl.ts';
import { openPty } from './open-pty.ts';

async function plan(columns: number, environment: Readonly<Record<string, string>> = {}) {
  const { directory } = await copyExample('quickstart');
  const pty = await openPty({
    file: 'cyclectl',
    // Progress would be on the same lines, if there is time for it.
    args: ['plan', '--exit-code', '--quiet'],
    directory,
    columns,
    rows: 500,
    environment,
  });
  expect(await pty.ended).toBe(2);
  return pty.output().replaceAll(directory, '/project');
}

function measure(text: string): number {
  return Math.max(
    ...stripVTControlCharacters(text)
      .split('\r\n')
      .filter((line) => !/^ *cyclectl /.test(line))
      .map((line) => line.length),
  );
}

it('a plan in a terminal has colors, and the columns of the terminal', async () => {
  const narrow = await plan(64);
  expect(narrow).toContain('\u001b[32m+');
  expect(measure(narrow)).toBeLessThanOrEqual(64);
  const wide = measure(await plan(140));
  expect(wide).toBeGreaterThan(100);
  expect(wide).toBeLessThanOrEqual(140);
});

it('a plan in a terminal has no colors with NO_COLOR', async () => {
  expect(await plan(80, { NO_COLOR: '1' })).not.toContain('\u001b[32m');
});
