import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
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

it('takes a plan of the pull request of a commit, or of the commit itself, and of no other one', async () => {
  const { runs } = parse(await readFile(join(root, 'action.yml'), 'utf8'));
  const find = runs.steps.find(({ id }: { id?: string }) => id === 'find');
  const bin = await nameFolder('bin');
  await mkdir(bin, { recursive: true });
  const search = async (head: string) => {
    // What jq makes of the answers of GitHub.
    const answers = `case "$2" in *pulls) echo "${head}";; *) echo "$2" >&2; echo 77;; esac`;
    await writeFile(join(bin, 'gh'), `#!/bin/sh\n${answers}\n`, { mode: 0o755 });
    const output = join(bin, 'output');
    await writeFile(output, '');
    const { stderr } = await execa(find.shell, ['-e', '-c', find.run], {
      env: {
        PATH: `${bin}:${process.env.PATH ?? ''}`,
        NAME: 'cyclectl-plan-prod-a',
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_SHA: 'c0ffee',
        GITHUB_OUTPUT: output,
      },
    });
    return { asked: stderr, output: await readFile(output, 'utf8') };
  };
  const merged = await search('beef');
  expect(merged.output).toBe('name=cyclectl-plan-prod-a-beef\nrun=77\n');
  const pushed = await search('');
  expect(pushed.output).toBe('name=cyclectl-plan-prod-a-c0ffee\nrun=77\n');
  expect(pushed.asked).toContain('name=cyclectl-plan-prod-a-c0ffee&');
});
