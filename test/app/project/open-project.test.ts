import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { printDiagnostics } from '../../../src/app/output/print-diagnostics.ts';
import { openProjectContext } from '../../../src/app/project/open-project.ts';
import { makeProgram } from '../../../src/cli/make-program.ts';
import { openRecordedContext, optionsFor, runInProcess } from '../../support/run-in-process.ts';

const quickstart = optionsFor(
  fileURLToPath(new URL('../../../examples/quickstart', import.meta.url)),
);

it('refuses a selection that matches no account, before anything is opened', async () => {
  const { context } = openRecordedContext();
  const slip = await openProjectContext(context, { ...quickstart, select: ['account=contosso'] });
  expect(slip).toMatchObject({
    refused: [{ code: 'selection-empty', remedy: 'Nearest names: "contoso".' }],
  });
  const right = await openProjectContext(context, { ...quickstart, select: ['account=contoso'] });
  expect(right).toMatchObject({ selected: { entries: [{ key: 'contoso' }], skipped: 1 } });
});

it('names the folder that has no cyclectl.yaml', async () => {
  const { context, said } = openRecordedContext();
  await printDiagnostics(context, '/nowhere/at-all', [
    { code: 'project-missing', severity: 'error', summary: 'This folder has no cyclectl.yaml' },
  ]);
  expect(said()).toContain('No cyclectl.yaml in /nowhere/at-all');
});

it('takes the environment by its long name, and says what --select leaves out by default', async () => {
  const { context } = openRecordedContext();
  const seen: unknown[] = [];
  const program = makeProgram(context, (code) => seen.push(code));
  expect(program.helpInformation()).toMatch(
    /--environment <name>[\s\S]*default:\s+every\s+account/,
  );
  await program.parseAsync(['validate', '-C', quickstart.directory, '--environment', 'nowhere'], {
    from: 'user',
  });
  await program.parseAsync(['plan', '-C', quickstart.directory, '--environment', 'nowhere'], {
    from: 'user',
  });
  expect(seen).toEqual([0, 1]);
});

it.each([
  ['history'],
  ['unlock', 'northwind', '--yes'],
  ['state', 'accept-address', '--yes'],
  ['state', 'export', 'state.json'],
  ['state', 'import', 'state.json'],
  ['catalog', 'templates'],
])('begins nothing in an environment that there is not: %s', async (...words) => {
  const { directory } = quickstart;
  const refused = await runInProcess({ directory, environment: {} }, '-e', 'nowhere', ...words);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr + refused.stdout).toContain('The project has no environment "nowhere"');
});

it('takes no default for an empty name of an environment, but for an empty CYCLECTL_ENVIRONMENT', async () => {
  const { directory } = quickstart;
  const environment = { CYCLECTL_ENVIRONMENT: '' };
  const run = (...words: readonly string[]) => runInProcess({ directory, environment }, ...words);
  for (const words of [
    ['status'],
    ['state', 'export', 'state.json'],
    ['diff', '--rendered', 'HEAD'],
  ]) {
    const refused = await run('-e', '', ...words);
    expect(refused.exitCode, words.join(' ')).toBe(1);
    expect(refused.stderr).toContain('The name of the environment is empty');
    expect(refused.stderr).toContain('A variable on the command line may not be set');
  }
  expect((await run('explain', 'northwind')).exitCode).toBe(0);
});
