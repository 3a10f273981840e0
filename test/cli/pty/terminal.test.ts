import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
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

describe('a terminal without a cursor', () => {
  const dumb = { TERM: 'dumb' };

  async function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const { directory } = await copyExample('quickstart');
    const own = { file: 'cyclectl', args, directory, columns: 80 };
    const pty = await openPty({ ...own, environment: { ...dumb, ...environment } });
    return { code: await pty.ended, text: pty.output() };
  }

  it('gets no colors, no progress that is redrawn, no pager and no question', async () => {
    const { code, text } = await run(['apply']);
    expect(code).toBe(1);
    expect(text).toContain('Nothing was done: the terminal has no cursor (TERM=dumb). Pass --yes');
    expect(text).not.toContain('\u001b');
    expect(text.replaceAll('\r\n', '')).not.toContain('\r');
  });

  it('gets colors if they are forced, and nothing else', async () => {
    const { text } = await run(['plan'], { FORCE_COLOR: '1' });
    expect(text).toContain('\u001b[32m+');
    for (const code of text.split('\u001b').slice(1)) expect(code).toMatch(/^\[\d+m/);
  });

  it('is named where init would ask', async () => {
    const { code, text } = await run(['-C', 'own', 'init']);
    expect(code).toBe(1);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'no service is given, and the terminal has no cursor (TERM=dumb); nothing was written',
    );
    expect(text).toContain('Pass --base-url URL, or --local');
  });
});
