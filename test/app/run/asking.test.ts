import { execa } from 'execa';
import { expect, it } from 'vitest';
import { copyExample, programPath } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

// Whether somebody can be asked is told by stdin alone, so a pipe that claims to be a terminal is asked.
const claimTerminal = 'data:text/javascript,process.stdin.isTTY = true';

function answer(directory: string, text: string) {
  return execa(
    process.execPath,
    ['--import', claimTerminal, programPath, '-C', directory, 'apply'],
    {
      env: {},
      extendEnv: false,
      reject: false,
      input: text,
    },
  );
}

it('does what was asked about after the whole word yes', async () => {
  const project = await copyExample('quickstart');
  expect(await answer(project.directory, 'yes\n')).toMatchObject({ exitCode: 0 });
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
});

it.each(['y\n', ''])('does nothing and exits 1 after %j', async (text) => {
  const project = await copyExample('quickstart');
  const result = await answer(project.directory, text);
  expect(result).toMatchObject({ exitCode: 1 });
  expect(result.stderr).toContain('Nothing was done');
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 2 });
});
