import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { copyExample, copyProject, type Project } from '../../../support/run-cyclectl.ts';
import {
  applyEdit,
  listRuns,
  readTimezone,
  runOnOneLine,
} from '../../../support/run-on-one-line.ts';

/** The quickstart, applied by one run. */
let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  await runOnOneLine(applied, 'apply', '--yes');
});

it('an undo waits until what a run that died has left is ended', async () => {
  const project = await copyProject(applied);
  const run = await applyEdit(project, 'Europe/Berlin', 'Asia/Kolkata');
  const store = openSqliteStore({ file: join(project.directory, '.cyclectl/local/store.db') });
  const done = await store.readRun(run);
  if (done === null) throw new Error('The run is not there');
  await store.saveRun({ ...done, id: `${run}-died`, holder: 'nobody', end: null });
  await store.close();
  for (const named of [[], [run]]) {
    const refused = await runOnOneLine(project, 'undo', '--yes', ...named);
    expect(refused.exitCode).toBe(1);
    expect(refused.text).toContain(
      `the run ${run}-died has not ended. Finish it with cyclectl resume`,
    );
  }
  expect(await readTimezone(project)).toBe('Asia/Kolkata');
}, 60_000);

it('an undo says which run it would be, and why it is none', async () => {
  const fresh = await copyExample('quickstart');
  expect((await runOnOneLine(fresh, 'undo')).text).toContain('there is no run to undo');
  const project = await copyProject(applied);
  const [run] = await listRuns(project);
  const nothing = await runOnOneLine(project, 'undo');
  expect(nothing.exitCode).toBe(0);
  expect(nothing.text).toContain(`Nothing of the run ${run?.id} to undo`);
  expect(nothing.text).toContain('cyclectl destroy');
  const none = await runOnOneLine(project, 'undo', '2020\u001b[31m');
  expect(none.exitCode).toBe(1);
  expect(none.text).toContain('no run has the id "2020\\u{1b}[31m"');
  await applyEdit(project, 'Europe/Berlin', 'Asia/Kolkata');
  expect((await runOnOneLine(project, 'undo', '20')).text).toContain(
    'several runs have an id that starts with "20"',
  );
  const asked = await runOnOneLine(project, 'undo', '--format', 'json');
  expect(asked.exitCode).toBe(1);
  expect(JSON.parse(asked.stdout)).toMatchObject({
    kind: 'apply',
    run: { notBegun: 'nobody-to-ask' },
  });
  const select = ['--select', 'account=contoso'] as const;
  expect((await runOnOneLine(project, 'undo', '--yes', ...select)).exitCode).toBe(0);
  expect(await readTimezone(project)).toBe('Asia/Kolkata');
}, 60_000);
