import { expect, it } from 'vitest';
import { commit, git, person } from '../../../support/git-repository.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const table = 'fleets/customers.csv';

let begun: Promise<Project> | undefined;

async function openRepository(): Promise<Project> {
  begun ??= makeRepository();
  return copyProject(await begun, person);
}

async function makeRepository(): Promise<Project> {
  const project = await copyExample('fleet', person);
  await project.write('.gitignore', '.cyclectl\n/secrets\n');
  await project.edit(table, 'east-002,east-002.example', 'east-002,0012');
  await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(project, 'Begin');
  await git(project.directory, 'switch', '--quiet', '--create', 'topic');
  return project;
}

/** The warnings of tables with their places, and the exit code. */
async function validate(project: Project) {
  const { stdout, exitCode } = await runInProcess(
    project,
    ...['validate', '--changed-since', 'main', '--format', 'json'],
  );
  const { run, accounts } = JSON.parse(stdout);
  type Found = { code: string; summary: string; at: { file: string; line: number } };
  const all: Found[] = [
    ...run.diagnostics,
    ...accounts.flatMap(({ diagnostics }: { diagnostics: Found[] }) => diagnostics),
  ];
  const found = all
    .filter(({ code }) => code === 'table-suspect' || code === 'commit-unclear')
    .map(({ summary, at }) => [summary.replace(/\([0-9a-f]{12}\)/, '(…)'), at?.line ?? null]);
  return { exitCode, found };
}

it('warns of ids that a spreadsheet changed, at the first cell of each kind', async () => {
  const project = await openRepository();
  expect(await validate(project)).toEqual({ exitCode: 0, found: [] });
  await project.edit(table, 'East 4,,eu,,', 'East 4,,us,1h,');
  expect(await validate(project)).toEqual({ exitCode: 0, found: [] });
  await project.edit(table, 'east-002,0012', 'east-002,12');
  await project.edit(table, 'east-004,east-004.example', 'east-004,east-000.example');
  await commit(project, 'Save the table from a spreadsheet');
  expect(await validate(project)).toEqual({
    exitCode: 0,
    found: [
      ['1 cell lost leading zeros, such as "0012" of east-002, since main (…)', 3],
      [
        'The id of a known account changed in 1 cell, such as "east-004.example" of east-004, since main (…)',
        5,
      ],
    ],
  });
});

it('warns of a column that is gone, and of one that was sorted by itself', async () => {
  const project = await openRepository();
  const rows = (await readProjectFile(project, table)).trimEnd().split('\n');
  const cells = rows.map((row) => row.split(','));
  const titles = cells.slice(1).map((row) => row[5] ?? '');
  const sorted = titles.toReversed();
  const damaged = cells.map((row, index) =>
    index === 0 ? row : row.with(5, sorted[index - 1] ?? ''),
  );
  const kept = damaged.map((row) => row.filter((_, column) => column !== 2));
  await project.write(table, `${kept.map((row) => row.join(',')).join('\n')}\n`);
  const { found } = await validate(project);
  expect(found).toEqual([
    [expect.stringMatching(/^The column title was sorted or shifted by itself: \d+ cells/), 2],
    ['1 column with values went missing since main (…): labels.tier', 7],
  ]);
});
