import { expect, test } from 'vitest';
import { formatTrendText } from '../../src/features/inspect/history/format-trend.ts';
import { plainPaint } from '../../src/reports/text/paint.ts';
import { makeDriftRun } from '../store/samples.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { expectSample, findSample } from './expect-sample.ts';
import { listBlocks, readPages, readText } from './read-pages.ts';

// Samples of output that need another project than the quickstart, of which a page shows a part.

test('a mistake in a variable is reported as the guide to variables shows', async () => {
  const project = await copyExample('quickstart');
  await project.write(
    'cyclectl.yaml',
    `apiVersion: cyclectl/v1
kind: Project
metadata: {name: quickstart}
spec:
  environments:
    staging:
      service: {emulator: {world: world.yaml}}
      variables: {zone: UTC}
    prod:
      service: {emulator: {world: world.yaml}}
      # This value is in no list of time zones.
      variables: {zone: Europe/Berln}
`,
  );
  await project.write(
    'accounts/northwind.yaml',
    `apiVersion: cyclectl/v1
kind: Account
metadata:
  name: northwind
  labels: {tier: enterprise}
spec:
  id: northwind-8812
  displayName: Northwind
  # Each environment has its own.
  timezone: \${vars.zone}
`,
  );
  const { exitCode, stdout, stderr } = await runInProcess(project, 'validate');
  expect(exitCode).toBe(1);
  const sample = await findSample('docs/guides/use-variables.md', 'accounts/northwind.yaml:');
  expect(`${stdout}\n${stderr}`).toContain(sample.trimEnd());
});

test('the trend of drift is shown as the guide to drift shows', async () => {
  const sample = await findSample('docs/guides/handle-drift.md', '$ cyclectl');
  const [command, ...lines] = sample.split('\n');
  expect(command).toMatch(/-e prod drift --trend --limit 3$/);
  const makeRun = (day: number, counts: object) =>
    makeDriftRun(`${day}`, [], { at: `2026-11-${day}T06:00:00Z`, unread: 0, ...counts });
  const runs = [
    makeRun(20, { accounts: 312, withDrift: 0, items: 0 }),
    makeRun(21, { accounts: 312, withDrift: 2, items: 5 }),
    makeRun(22, { accounts: 314, withDrift: 6, items: 9, unread: 1 }),
  ];
  expect(formatTrendText('prod', runs, { paint: plainPaint, columns: 80 })).toBe(lines.join('\n'));
});

test.each([
  ['adopt/proposal.txt', 'docs/guides/find-similar-accounts.md', 'Profile 2'],
  ['plan/replace-file.txt', 'docs/guides/use-cycle-files.md', '  ± cycles/contacts'],
])('the output %s has the sample of %s', async (golden, page, start) => {
  await expectSample(await readText(`test/golden/${golden}`), page, start);
});

test('every sample of output in a guide is checked', async () => {
  const pages = (await readPages()).filter(({ path }) => /^docs\/(?!reference)|^README/.test(path));
  const languages = pages.flatMap((page) =>
    listBlocks(page).flatMap(({ language, line }) =>
      language === 'text' ? [`${page.path}:${line}`] : [],
    ),
  );
  expect(languages, 'mark it as output or as a sample of a test').toEqual([]);
});
