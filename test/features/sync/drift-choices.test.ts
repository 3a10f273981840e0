import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../support/run-on-one-line.ts';

// What of the options of `drift` does not go together, and what is said of it. No service is asked.

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
});

const day = ['--until', '2099-12-31', '--reason', 'they move'] as const;
const north = ['--select', 'account=north*'] as const;

it.each([
  [['northwind'], 'An address was given without an answer', 'Give --revert for a plan'],
  [['--revert', '--adopt'], '--revert and --adopt do not go together', 'Give one of them'],
  [['--out', 'x.json'], '--out is for the plan of --revert alone', 'Give --revert'],
  [['--branch', 'x'], '--branch is for the files of --adopt alone', 'Give --adopt'],
  [['--limit', '3'], '--limit is for the runs of --trend alone', 'Give --trend'],
  [[...day], '--until and --reason are for --ignore alone', 'Give --ignore ADDRESS'],
  [
    ['northwind', '--ignore', 'contoso', ...day],
    'An address was given beside those of --ignore',
    'Write --ignore before each',
  ],
  [
    ['--trend', 'northwind/timezone'],
    '--trend shows runs over the whole fleet, and an address was given',
    '--select account=northwind shows what has moved there now',
  ],
  [
    ['--trend', ...north],
    '--trend shows runs over the whole fleet, and --select was given',
    'Leave --select out',
  ],
  [
    ['--revert', 'northwind', ...north],
    '--select was given beside an address, which says itself which account is meant',
    'Leave one of the two out',
  ],
  [
    ['--ignore', 'nobody/timezone', ...day, ...north],
    '--select was given beside an address',
    'Leave one of the two out',
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
      `cyclectl drift -C ${project.directory}${said} --select account=northwind shows`,
    );
  },
);

it.each([
  ['--adopt', []],
  ['--ignore', ['northwind', ...day]],
  ['--trend', []],
])('refuses a report of %s, which makes none, and leaves that in its file', async (name, more) => {
  const file = join(project.directory, `${name}.md`);
  const report = ['--report', `markdown=${file}`] as const;
  const refused = await runOnOneLine(project, 'drift', name, ...more, ...report);
  expect(refused.exitCode).toBe(1);
  expect(refused.text).toContain(
    `--report is for what drift finds and for the plan of --revert; ${name} makes none`,
  );
  expect(refused.text).toContain('Leave --report out; --format json gives what it came to as data');
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
  expect(refused.text).toContain('--report junit is for what drift finds; --revert makes a plan');
  expect(existsSync(out)).toBe(false);
});

it('keeps what it says of a revert that was refused apart from what drift says', async () => {
  const file = join(project.directory, 'refused.md');
  await runOnOneLine(project, 'drift', '--revert', '--trend', '--report', `markdown=${file}`);
  expect(await readFile(file, 'utf8')).toMatch(/^<!-- cyclectl:revert/);
});
