import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commit, git, person } from '../../support/git-repository.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const other = '    other:\n      service: {emulator: {world: world.yaml}}\n';

let begun: Promise<Project> | undefined;

/** The example with a second environment, committed on main, and a branch of its own. */
async function openRepository(): Promise<Project> {
  begun ??= makeRepository();
  return copyProject(await begun, person);
}

async function makeRepository(): Promise<Project> {
  const project = await copyExample('fleet', person);
  await project.write('.gitignore', '.cyclectl\n/secrets\n');
  await project.write(
    'cyclectl.yaml',
    `${await readProjectFile(project, 'cyclectl.yaml')}${other}`,
  );
  await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(project, 'Begin');
  await git(project.directory, 'switch', '--quiet', '--create', 'topic');
  return project;
}

async function compare(project: Project, ...args: readonly string[]) {
  return runInProcess(project, 'diff', '--rendered', 'main', ...args);
}

it('shows a changed line of a blueprint as one group, and the accounts that differ by themselves', async () => {
  const project = await openRepository();
  expect((await compare(project)).stdout).toMatch(
    /^No account changes in local, other since main \([0-9a-f]{12}\)\.$/,
  );
  await project.edit('blueprints/crm-base.yaml', 'erroredHours: 336', 'erroredHours: 500');
  await project.edit('fleets/customers.csv', 'East 4,,eu,,', 'East 4,,us,,');
  await commit(project, 'Keep errors longer');
  await project.edit(
    'fleets/customers.csv',
    'east-001,east-001.example,standard,,,East 1,',
    'east-0,east-0.example,standard,,,East,',
  );
  const { stdout, exitCode } = await compare(project);
  expect(exitCode).toBe(0);
  expect(stdout.replace(/\([0-9a-f]{12}\)/, '(…)')).toMatchInlineSnapshot(`
    "201 accounts in local, other since main (…): 199 changed, 1 new, 1 gone.

    Group 1: east-001
      - account                        removed

    Group 2: east-0
      + account                        added

    Group 3: east-004
      ~ connectors/crm/properties/region  "eu" → "us"
      ~ cycles/contacts-to-files/variables/region  "eu" → "us"

    Group 4: 199 accounts (east-002, east-003, and 197 more)
      ~ retention/erroredHours         336 → 500"
  `);
  const one = await compare(project, '--select', 'account=east-004', '-e', 'other');
  expect(one.stdout.replace(/\([0-9a-f]{12}\)/, '(…)')).toMatchInlineSnapshot(`
    "1 account in other since main (…): 1 changed.

    east-004                                                                 changed
      ~ retention/erroredHours         336 → 500
      ~ connectors/crm/properties/region  "eu" → "us"
      ~ cycles/contacts-to-files/variables/region  "eu" → "us""
  `);
  const data = JSON.parse((await compare(project, '--format', 'json')).stdout);
  expect(data).toMatchObject({
    kind: 'diff-rendered',
    diff: { ref: 'main', environments: ['local', 'other'] },
  });
  expect(data.accounts).toHaveLength(201);
  expect(data.groups).toHaveLength(4);
  const group = (await compare(project, '--group', '3')).stdout;
  expect(group).toMatch(/^Group 3: east-004$[\s\S]*^east-004 +changed$/m);
  expect(group).not.toContain('east-002');
  const single = JSON.parse((await compare(project, '--group', '3', '--format', 'json')).stdout);
  expect(single).toMatchObject({ groups: [{ number: 3 }], accounts: [{ account: 'east-004' }] });
  const unknown = await compare(project, '--group', '5');
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no group 5') });
});

it('writes a comment by change, or by account where they are few', async () => {
  const project = await openRepository();
  const file = join(project.directory, 'diff.md');
  const write = async (...args: readonly string[]) => {
    const { exitCode, stderr } = await compare(project, '--report', `markdown=${file}`, ...args);
    expect([exitCode, stderr]).toEqual([0, '']);
    return (await readFile(file, 'utf8'))
      .replace(/\([0-9a-f]{12}\)/, '(…)')
      .replace(/^`20.*$/m, 'TIME');
  };
  expect(await write()).toMatchInlineSnapshot(`
    "<!-- cyclectl:diff -->

    ### cyclectl diff

    No account changes in \`local\`, \`other\` since \`main\` (…).

    TIME
    "
  `);
  await project.edit('blueprints/crm-base.yaml', 'erroredHours: 336', 'erroredHours: 500');
  await project.edit('fleets/customers.csv', 'East 4,,eu,,', 'East 4,,us,,');
  expect(await write()).toMatchInlineSnapshot(`
    "<!-- cyclectl:diff -->

    ### cyclectl diff

    200 accounts in \`local\`, \`other\` since \`main\` (…): 200 changed.

    **Other changes**

    Group 1: \`east-004\`

    \`\`\`diff
    ~ connectors/crm/properties/region  "eu" → "us"
    ~ cycles/contacts-to-files/variables/region  "eu" → "us"
    \`\`\`

    Group 2: 200 accounts (\`east-001\`, \`east-002\`, and 198 more)

    \`\`\`diff
    ~ retention/erroredHours         336 → 500
    \`\`\`

    TIME
    "
  `);
  expect(await write('--select', 'account=east-004', '-e', 'local')).toMatchInlineSnapshot(`
    "<!-- cyclectl:diff:local -->

    ### cyclectl diff

    1 account in \`local\` since \`main\` (…): 1 changed.

    <details>
    <summary><code>east-004</code>: changed</summary>

    \`\`\`diff
    ~ retention/erroredHours         336 → 500
    ~ connectors/crm/properties/region  "eu" → "us"
    ~ cycles/contacts-to-files/variables/region  "eu" → "us"
    \`\`\`

    </details>

    TIME
    "
  `);
  await project.edit('blueprints/crm-base.yaml', 'erroredHours: 500', 'erroredHours: many');
  await compare(project, '--report', `markdown=${file}`);
  expect(await readFile(file, 'utf8')).toMatch(/^<!-- cyclectl:diff -->\n\n### Refused/);
});

it('names a row that became a file, in which nothing changes, and settings of one environment', async () => {
  const project = await openRepository();
  expect((await runInProcess(project, 'render', 'north-017', '--eject')).exitCode).toBe(0);
  const moved = (await compare(project)).stdout;
  expect(moved).toContain('No account changes');
  expect(moved).toContain(
    'north-017 moved from fleets/customers.csv to accounts/north-017.yaml, and is the same.',
  );
  const base = await readProjectFile(project, 'blueprints/crm-base.yaml');
  await project.write(
    'blueprints/crm-base.yaml',
    `${base}  environments:\n    other: {description: Of another}\n`,
  );
  const { stdout } = await compare(project, '--select', 'account=east-00*');
  expect(stdout).toContain('in other');
  expect((await compare(project, '-e', 'local')).stdout).toContain('No account changes in local');
});

it('shows a deleted fleet as accounts that are gone', async () => {
  const project = await openRepository();
  await rm(join(project.directory, 'fleets'), { recursive: true });
  await rm(join(project.directory, 'blueprints'), { recursive: true });
  await project.write('accounts/.gitkeep', '');
  const { stdout } = await compare(project);
  expect(stdout).toMatch(/^200 accounts in local, other since main \(.*\): 200 gone\./);
});

it('refuses a commit that is none, one with mistakes, and a wrong command line', async () => {
  const project = await openRepository();
  const none = await runInProcess(project, 'diff', '--rendered', 'nowhere');
  expect([none.exitCode, none.stderr]).toEqual([
    1,
    expect.stringContaining('git finds no commit nowhere'),
  ]);
  await git(project.directory, 'switch', '--quiet', 'main');
  await project.edit('blueprints/crm-sync.yaml', 'state: active', 'state: running');
  await commit(project, 'Break it');
  await git(project.directory, 'switch', '--quiet', '--force-create', 'topic');
  await project.edit('blueprints/crm-sync.yaml', 'state: running', 'state: active');
  const faulty = await compare(project);
  expect(faulty.exitCode).toBe(1);
  expect(faulty.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'mistakes where the branch left main, such as blueprints/crm-sync.yaml:',
  );
  const cycles = ['diff', 'a', 'b'];
  for (const words of [
    ['diff'],
    ['diff', 'a'],
    [...cycles, '--rendered', 'main'],
    [...cycles, '--group', '1'],
  ]) {
    const { exitCode, stderr } = await runInProcess(project, ...words);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('diff --rendered origin/main')]);
  }
  const typed = await compare(project, '--select', 'account=nort-017');
  expect(typed.exitCode).toBe(1);
});
