import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

const home = new URL('../../../src/app/output/terminal.ts', import.meta.url).href;

// A process of its own, since the terminal is the process's; each piece is larger than a pipe holds.
const program = `
  import { recordLostOutput, openTerminal } from ${JSON.stringify(home)};
  recordLostOutput();
  const terminal = openTerminal({ colour: 'never', quiet: false });
  for (let piece = 0; piece < 50; piece += 1) await terminal.out('x'.repeat(100_000));
`;

function start() {
  return execa(process.execPath, ['--input-type=module', '--eval', program], {
    buffer: { stdout: false },
    reject: false,
    stdin: 'ignore',
  });
}

describe('The terminal', () => {
  it('waits for a slow reader as often as it must, and says nothing of it', async () => {
    const child = start();
    let length = 0;
    for await (const chunk of child.stdout) length += chunk.length;
    const { exitCode, stderr } = await child;
    expect({ exitCode, stderr, length }).toEqual({ exitCode: 0, stderr: '', length: 5_000_000 });
  });

  it('takes a reader that goes away in the middle of a text for a normal end', async () => {
    const child = start();
    child.stdout.once('data', () => child.stdout.destroy());
    const { exitCode, stderr } = await child;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });

  it('waits for no reader any more, some seconds after it was asked to end', async () => {
    const stuck = `
      import { openTerminal } from ${JSON.stringify(home)};
      const stopping = new AbortController();
      const terminal = openTerminal({ colour: 'never', quiet: false, stopping: stopping.signal });
      process.on('SIGTERM', () => stopping.abort());
      process.stderr.write('begun');
      await terminal.out('x'.repeat(5_000_000));
      await terminal.out('x'.repeat(5_000_000));
      process.exit(7);
    `;
    const child = execa(process.execPath, ['--input-type=module', '--eval', stuck], {
      buffer: { stdout: false },
      reject: false,
      stdin: 'ignore',
    });
    child.stdout.pause();
    child.stderr.once('data', () => child.kill('SIGTERM'));
    expect(await child).toMatchObject({ exitCode: 7 });
  });

  it.each([
    { size: 40, columns: 60 },
    { size: 120, columns: 120 },
    { size: 400, columns: 160 },
    { size: 0, columns: 80 },
    { size: undefined, columns: null },
  ])('has text of $columns columns on a terminal of $size', async ({ size, columns }) => {
    const talk = `
      import { openTerminal } from ${JSON.stringify(home)};
      if (${size !== undefined}) Object.assign(process.stdout, { isTTY: true, columns: ${size} });
      process.stdout.write(String(openTerminal({ colour: 'never', quiet: false }).columns));
    `;
    const argv = ['--input-type=module', '--eval', talk];
    const { stdout } = await execa(process.execPath, argv, { stdin: 'ignore' });
    expect(stdout).toBe(String(columns));
  });

  it.each([
    { stderr: 'a terminal', wants: {}, progress: 'screen' },
    { stderr: 'a terminal', wants: { isDumb: true }, progress: 'rows' },
    { stderr: 'a terminal', wants: { isDumb: true, quiet: true }, progress: 'none' },
    { stderr: 'a pipe', wants: { isDumb: true }, progress: 'lines' },
  ])('shows progress as $progress on $stderr with $wants', async ({ stderr, wants, progress }) => {
    const talk = `
      import { openTerminal } from ${JSON.stringify(home)};
      process.stderr.isTTY = ${stderr === 'a terminal'};
      const wants = { colour: 'never', quiet: false, ...${JSON.stringify(wants)} };
      process.stdout.write(openTerminal(wants).progress);
    `;
    const argv = ['--input-type=module', '--eval', talk];
    const { stdout } = await execa(process.execPath, argv, { stdin: 'ignore' });
    expect(stdout).toBe(progress);
  });

  it('continues when its output is closed', async () => {
    const talk = `
      import { recordLostOutput, openTerminal } from ${JSON.stringify(home)};
      recordLostOutput();
      const terminal = openTerminal({ colour: 'never', quiet: false });
      for (let line = 0; line < 100; line += 1) {
        terminal.log('x'.repeat(100_000));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await terminal.out('the work is done');
    `;
    const child = execa(process.execPath, ['--input-type=module', '--eval', talk], {
      buffer: { stderr: false },
      reject: false,
      stdin: 'ignore',
    });
    child.stderr.once('data', () => child.stderr.destroy());
    const { exitCode, stdout } = await child;
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'the work is done' });
  });
});
