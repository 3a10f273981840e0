import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

// What of the options of `drift` does not go together, and what is said of it. No service is asked.

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
});

const day = ['--until', '2099-12-31', '--reason', 'they move'] as const;
const north = ['--select', 'account=north*'] as const;

it.each([
  [
    ['northwind'],
    'An address needs --revert, --adopt or --accept',
    'Add --revert to plan a revert',
  ],
  [['--revert', '--adopt'], '--revert and --adopt cannot be combined', 'Run one of them first'],
  [['--out', 'x.json'], '--out needs --revert', 'Add --revert'],
  [['--branch', 'x'], '--branch needs --adopt', 'Add --adopt'],
  [['--limit', '3'], '--limit needs --trend', 'Add --trend'],
  [[...day], '--until needs --ignore', 'Add --ignore ADDRESS'],
  [['--reason', 'they move'], '--reason needs --ignore or --accept', 'or --accept ADDRESS'],
  [['--accept', 'northwind'], '--accept needs --reason', '--reason TEXT'],
  [['--accept', 'northwind', '--reason', ' '], '--accept needs --reason', '--reason TEXT'],
  [['--accept', 'northwind', '--reason', 'TEXT'], '--reason TEXT is no reason', 'Replace TEXT'],
  [
    ['--accept', 'northwind', '--reason', 'a'.repeat(501)],
    '--reason has 501 characters, and at most 500 are recorded',
    'Shorten it',
  ],
  [
    ['--accept', '--reason', 'they move'],
    '--accept needs an address, --group or --select',
    '--select account=NAME',
  ],
  [['--accept', '', '--reason', 'they move'], 'An address is empty', 'as cyclectl drift prints'],
  [['--revert', 'northwind', ' '], 'An address is empty', 'as cyclectl drift prints'],
  [['--ignore', '', ...day], 'An address is empty', 'as cyclectl drift prints'],
  [['--group', '1-7c3e90ab12cd'], '--group needs --accept', 'Add --accept'],
  [
    ['--accept', 'northwind', '--group', '1-7c3e90ab12cd', '--reason', 'they move'],
    '--group and an address cannot be combined',
    'Remove one of the two',
  ],
  [
    ['--accept', '--group', '1', '--reason', 'they move'],
    '--group 1 is not a group of a report',
    'Pass the whole name of the group',
  ],
  [
    ['--accept', '--group', '1-7c3e90ab12cd', '--group', '2-7c3e90ab12cd', '--reason', 'they move'],
    "option '--group <name>' argument '2-7c3e90ab12cd' is invalid",
    'Pass one at a time',
  ],
  [['--accept', 'northwind', ...day], '--until needs --ignore', 'Add --ignore ADDRESS'],
  [
    ['--accept', 'northwind', '--revert', '--reason', 'they move'],
    '--revert and --accept cannot be combined',
    'Run one of them first',
  ],
  [
    ['--accept', '--ignore', 'northwind', ...day],
    '--accept and --ignore cannot be combined',
    'Run one of them first',
  ],
  [
    ['--accept', 'northwind', '--reason', 'they move', ...north],
    '--select and an address cannot be combined',
    'Remove one of the two',
  ],
  [
    ['northwind', '--ignore', 'contoso', ...day],
    'An address without --ignore was given',
    'Write --ignore before each',
  ],
  [
    ['--trend', 'northwind/timezone'],
    '--trend shows runs over all accounts, and an address was given',
    '--select account=northwind',
  ],
  [
    ['--trend', ...north],
    '--trend shows runs over all accounts, and --select was given',
    'Remove --select',
  ],
  [
    ['--revert', 'northwind', ...north],
    '--select and an address cannot be combined: the address names its account',
    'Remove one of the two',
  ],
  [
    ['--ignore', 'nobody/timezone', ...day, ...north],
    '--select and an address cannot be combined',
    'Remove one of the two',
  ],
])('refuses what does not go together, and says what to do: %j', async (args, says, remedy) => {
  const refused = await runOnOneLine(project, 'drift', ...args);
  expect(refused).toMatchObject({ exitCode: 1, text: expect.stringContaining(says) });
  expect(refused.text).toContain(remedy);
});

it.each([
  [[], ''],
  [['-e', 'local'], ' -e local'],
])(
  'names folder and environment as they were typed in the drift that it offers: %j',
  async (typed, said) => {
    const refused = await runOnOneLine(project, 'drift', '--trend', 'northwind/timezone', ...typed);
    expect(refused.text).toContain(
      `cyclectl drift -C ${project.directory}${said} --select account=northwind`,
    );
  },
);

it.each([
  ['--adopt', []],
  ['--ignore', ['northwind', ...day]],
  ['--accept', ['northwind', '--reason', 'they move']],
  ['--trend', []],
])('refuses a report of %s, which makes none, and leaves that in its file', async (name, more) => {
  const file = join(project.directory, `${name}.md`);
  const report = ['--report', `markdown=${file}`] as const;
  const refused = await runOnOneLine(project, 'drift', name, ...more, ...report);
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain(
    `--report writes the findings of drift or the plan of --revert; ${name} has no report`,
  );
  expect(refused.text).toContain('Remove --report; --format json prints the result as data');
  expect(await readFile(file, 'utf8')).toContain('ended with 1');
});

it('refuses a plan as results of a scan before it makes the plan', async () => {
  const file = join(project.directory, 'revert.xml');
  const out = join(project.directory, 'revert.json');
  const refused = await runOnOneLine(
    project,
    ...['drift', '--revert', '--out', out, '--report', `junit=${file}`],
  );
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain(
    '--report junit writes the findings of drift; --revert makes a plan',
  );
  expect(existsSync(out)).toBe(false);
});

it('keeps what it says of a revert that was refused apart from what drift says', async () => {
  const file = join(project.directory, 'refused.md');
  await runOnOneLine(project, 'drift', '--revert', '--trend', '--report', `markdown=${file}`);
  expect(await readFile(file, 'utf8')).toMatch(/^<!-- cyclectl:revert/);
});
