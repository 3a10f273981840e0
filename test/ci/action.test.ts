import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { nameFolder } from '../support/begin-project.ts';
import { copyExample } from '../support/run-cyclectl.ts';

// The action as GitHub has it: action.yml at the top of a repository that was copied to a folder of its own.

const root = fileURLToPath(new URL('../..', import.meta.url));

it('runs the recipe and the program of its own commit, in whichever folder it is', async () => {
  const { runs, inputs } = parse(await readFile(join(root, 'action.yml'), 'utf8'));
  const action = await nameFolder('an action/v1');
  await mkdir(action, { recursive: true });
  for (const path of ['.github/recipe.sh', 'bin', 'schemas', 'src', 'package.json'])
    await cp(join(root, path), join(action, path), { recursive: true });
  // What `npm ci` of the step before has installed.
  await symlink(join(root, 'node_modules'), join(action, 'node_modules'));
  const install = runs.steps.find(({ name }: { name?: string }) => name === 'Install cyclectl');
  const recipe = runs.steps.find(({ id }: { id?: string }) => id === 'recipe');
  const place = (text: string) => text.replace(`\${{ github.action_path }}`, action);
  expect(place(install['working-directory'])).toBe(action);
  const project = await copyExample('quickstart');
  const reports = await nameFolder('reports');
  const { exitCode, all } = await execa(recipe.shell, ['-e', '-c', recipe.run], {
    cwd: project.directory,
    all: true,
    reject: false,
    extendEnv: false,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      CI: 'true',
      GITHUB_ACTION_PATH: action,
      CYCLECTL: place(recipe.env.CYCLECTL),
      CYCLECTL_PROJECT: inputs.project.default,
      CYCLECTL_ENVIRONMENT: 'local',
      CYCLECTL_REPORTS: reports,
      CYCLECTL_POST: 'false',
      DO: 'review',
    },
  });
  expect(exitCode, all).toBe(0);
  expect(all).toContain('Valid. 2 accounts.');
  expect(await readFile(join(reports, 'plan.md'), 'utf8')).toContain('northwind');
});
