import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReportFormat } from '../../../src/model/report/report-document.ts';
import { smallAccount as account } from '../../support/git-repository.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../support/run-on-one-line.ts';

/** The count of two accounts that were not read, in each format. */
const counted: Readonly<Record<ReportFormat, RegExp>> = {
  text: /read, and taken as applied: 2 accounts:/,
  markdown: /read, and taken as applied: 2 accounts:/,
  html: /read, and taken as applied: 2 accounts:/,
  json: /"notRead":\{"accounts":2,/,
  github: /^::notice title=cyclectl::Not read, and taken as applied: 2 accounts:/m,
  sarif: /"level":"note","message":\{"text":"Not read, and taken as applied: 2 accounts:/,
  junit: /<testsuite name="plan" tests="\d" failures="0" errors="0" skipped="2"/,
};

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
  await project.write('accounts/fabrikam.yaml', account('fabrikam', '  timezone: Europe/Berlin\n'));
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
});

describe('plan --refresh', () => {
  it('says of changed what was not read, and plans and applies what changed', async () => {
    const quiet = await runOnOneLine(project, 'plan', '--refresh', 'changed');
    expect(quiet.text).toContain('No changes in what was read.');
    expect(quiet.text).toMatch(/Not read, and taken as applied: \d accounts: /);
    await project.edit('accounts/fabrikam.yaml', 'Europe/Berlin', 'Europe/Rome');
    const file = join(project.directory, 'plan.json');
    const planned = await runOnOneLine(
      project,
      ...['plan', '--refresh', 'changed', '--out', file, '--format', 'json'],
    );
    const { run, accounts } = JSON.parse(planned.stdout);
    expect(run.summary).toMatchObject({ operations: 1, notRead: { cycles: 0 } });
    expect(accounts.map((each: { plan: { account: string } }) => each.plan.account)).toContain(
      'fabrikam',
    );
    expect(run.summary.notRead.first).not.toContain('fabrikam');
    expect(run.summary.notRead.accounts).toBe(run.summary.notRead.first.length);
    const applied = await runOnOneLine(project, 'apply', file);
    expect([applied.exitCode, applied.text]).toEqual([0, expect.any(String)]);
    const after = await runOnOneLine(project, 'plan', '--exit-code');
    expect([after.exitCode, after.text]).toEqual([0, expect.stringContaining('No changes. 3')]);
  });

  it('counts and names in every format of a report what was not read', async () => {
    const formats = Object.entries(counted);
    const files = new Map(formats.map(([format]) => [format, join(project.directory, format)]));
    const reports = [...files].flatMap(([format, file]) => ['--report', `${format}=${file}`]);
    const look = await runOnOneLine(project, 'plan', '--refresh', 'changed', ...reports);
    expect(look.exitCode).toBe(0);
    for (const [format, count] of formats) {
      const text = await readFile(files.get(format) ?? '', 'utf8');
      expect([format, text]).toEqual([format, expect.stringMatching(count)]);
      for (const name of ['contoso', 'fabrikam']) expect(text).toContain(name);
    }
    await runOnOneLine(project, 'plan', '--refresh', 'lists', ...reports);
    for (const [format, file] of files)
      expect([format, await readFile(file, 'utf8')]).toEqual([
        format,
        expect.stringContaining('contoso/cycles/orders-in'),
      ]);
  });

  it('is full by default, and one of three words', async () => {
    const wrong = await runOnOneLine(project, 'plan', '--refresh', 'none');
    expect(wrong).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('full, lists, changed'),
    });
    const both = await runOnOneLine(project, 'plan', '--refresh', 'lists', '--rewrite');
    expect(both).toMatchObject({ exitCode: 1, text: expect.stringContaining('--rewrite') });
    expect((await runOnOneLine(project, 'plan', '--rewrite')).exitCode).toBe(0);
  });
});
