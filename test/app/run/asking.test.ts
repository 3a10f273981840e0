import { expect, it } from 'vitest';
import { openPty, type Pty } from '../../cli/pty/open-pty.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const question = /Only "yes" is accepted/;

function apply({ directory }: Project): Promise<Pty> {
  return openPty({ file: 'cyclectl', args: ['apply'], directory });
}

it('does what was asked about after the whole word yes', async () => {
  const project = await copyExample('quickstart');
  const pty = await apply(project);
  await pty.read(question);
  pty.type('yes\r');
  expect(await pty.ended).toBe(0);
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
});

it.each(['y\r', '\r', '\u0004'])('does nothing and exits 1 after %j', async (keys) => {
  const project = await copyExample('quickstart');
  const pty = await apply(project);
  await pty.read(question);
  pty.type(keys);
  expect(await pty.ended).toBe(1);
  expect(pty.output()).toContain('Nothing was done');
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
});

it('takes nothing that was typed before the question for its answer', async () => {
  const project = await copyExample('quickstart');
  const pty = await apply(project);
  pty.type('yes\r');
  await pty.read(question);
  pty.type('\r');
  expect(await pty.ended).toBe(1);
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
});
