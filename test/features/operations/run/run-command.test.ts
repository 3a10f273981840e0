import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
} from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';
const files = 'northwind/cycles/contacts-to-files';
const future = '2039-12-31T02:00:00Z';
const foreverMs = 60_000;

let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  await applied.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
  expect(await runInProcess(applied, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
}, foreverMs);

/** Output without line breaks. */
function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

async function readStatus(project: Project): Promise<string> {
  return toLine((await runInProcess(project, 'status', '--all')).stdout);
}

describe('run', () => {
  it('shows what it starts, asks, starts it for that time, and cancels it', async () => {
    const project = await copyProject(applied);
    const asked = await runInProcess(project, 'run', files, '--at', future);
    expect(asked).toMatchObject({ exitCode: 1 });
    expect(asked.stdout).toContain('Single runs in local');
    expect(asked.stdout).toContain('> cycles/contacts-to-files');
    expect(asked.stdout).toContain(`runs once at ${future}`);
    expect(asked.stderr).toContain('Pass --yes, or save it with --out FILE');
    const done = await runInProcess(project, 'run', files, '--at', future, '--yes');
    expect(done).toMatchObject({ exitCode: 0 });
    expect(await readStatus(project)).toContain(`contacts-to-files Active; once at ${future}`);
    expect((await runInProcess(project, 'history')).stdout).toContain('run done');
    const plan = await runInProcess(project, 'plan', '--exit-code');
    expect(plan).toMatchObject({ exitCode: 0 });
    expect(toLine(plan.stdout)).toContain(`runs once at ${future}, and is left unchanged`);
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 0 });
    const undone = await runInProcess(project, 'undo', '--yes');
    expect(undone.stderr).toContain('Undoing the apply');
    const cancelled = await runInProcess(project, 'run', files, '--cancel', '--yes');
    expect(cancelled).toMatchObject({ exitCode: 0 });
    expect(toLine(cancelled.stdout)).toContain(`its single run at ${future} is cancelled`);
    expect(await readStatus(project)).not.toContain(future);
  });

  it('is refused cycle by cycle, with the place and what to do', async () => {
    const project = await copyProject(applied);
    const active = await runInProcess(project, 'run', mailer, '--yes');
    expect(active).toMatchObject({ exitCode: 1 });
    expect(toLine(active.stdout)).toMatch(
      /Git wants it active \[run-refused\] accounts\/northwind\.yaml:49:14 .*write state: paused and apply/,
    );
    const webhook = 'contoso/cycles/orders-in';
    const called = await runInProcess(project, 'run', webhook, '--yes');
    expect(called).toMatchObject({ exitCode: 1 });
    expect(toLine(called.stdout)).toMatch(/it starts when its webhook is called .*→ Call its/);
    await project.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
    const unsigned = await runInProcess(project, 'run', mailer, '--yes');
    expect(unsigned).toMatchObject({ exitCode: 1 });
    expect(toLine(unsigned.stdout)).toMatch(
      /northwind\/connectors\/mailer is not signed in \[prerequisite-missing\]/,
    );
    const unknown = await runInProcess(project, 'run', 'northwind/cycles/nothing', '--yes');
    expect(unknown).toMatchObject({ exitCode: 1 });
    expect(toLine(unknown.stdout)).toContain('declares no cycle northwind/cycles/nothing');
    for (const address of ['northwind', 'nobody/cycles/x']) {
      const named = await runInProcess(project, 'run', address, '--yes', '--format', 'json');
      expect(named).toMatchObject({ exitCode: 1 });
      expect(JSON.parse(named.stdout)).toMatchObject({
        run: { command: 'run', notBegun: 'refused', diagnostics: [{ code: 'address-unknown' }] },
      });
    }
  });

  it('has the reason of a refusal in its data and its reports', async () => {
    const project = await copyProject(applied);
    const markdown = join(project.directory, 'run.md');
    const report = ['--report', `markdown=${markdown}`];
    const refused = await runInProcess(
      project,
      ...['run', mailer, '--yes', '--format', 'json'],
      ...report,
    );
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(JSON.parse(refused.stdout)).toMatchObject({
      run: { notPlanned: 1, diagnostics: [{ code: 'run-refused', address: mailer }] },
    });
    expect(toLine(refused.stderr)).toContain('Git wants it active');
    expect(await readFile(markdown, 'utf8')).toContain('Git wants it active');
  });

  it('is refused for options that make no sense, and for a time that is past', async () => {
    const project = await copyProject(applied);
    for (const [words, text] of [
      [[], 'run needs the cycles to run'],
      [[files, '--select', 'account=northwind'], 'not both'],
      [[files, '--cancel', '--at', future], '--cancel takes neither'],
      [[files, '--out', 'run.json', '--wait'], 'nothing to wait for'],
      [[files, '--at', '2020-01-01T00:00:00Z'], 'is past: it is 2'],
      [[files, '--at', '2039-12-31'], 'with its time zone'],
    ] as const) {
      const refused = await runInProcess(project, 'run', ...words, '--yes');
      expect(refused.exitCode, words.join(' ')).toBe(1);
      expect(refused.stderr, words.join(' ')).toContain(text);
    }
    expect(await readStatus(project)).toContain('contacts-to-files Paused');
  });

  it('runs all cycles of the selected accounts that Git keeps paused', async () => {
    const project = await copyProject(applied);
    const selected = ['--select', 'account=*', '--at', '2039-12-31T03:00:00+01:00'];
    const asked = await runInProcess(project, 'run', ...selected);
    expect(asked.exitCode).toBe(1);
    expect(asked.stdout).toContain('1 single run');
    const file = join(project.directory, 'report');
    const reports = ['json', 'markdown', 'html'].flatMap((format) => [
      '--report',
      `${format}=${file}.${format}`,
    ]);
    const done = await runInProcess(project, 'run', ...selected, '--yes', ...reports);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(await readStatus(project)).toContain(`contacts-to-files Active; once at ${future}`);
    expect(JSON.parse(await readFile(`${file}.json`, 'utf8'))).toMatchObject({
      kind: 'apply',
      run: { command: 'run' },
      accounts: [
        {
          account: 'northwind',
          outcomes: [{ result: 'done', operation: { action: { kind: 'run-cycle', at: future } } }],
        },
      ],
    });
    for (const format of ['markdown', 'html'])
      expect(await readFile(`${file}.${format}`, 'utf8')).toContain('northwind');
    const nothing = await runInProcess(project, 'run', ...selected, '--yes');
    expect(nothing).toMatchObject({ exitCode: 0 });
    expect(nothing.stdout).toContain('No single run to request or to cancel');
  });

  it('is saved as a plan, applied once, also where nothing else is accepted', async () => {
    const project = await copyProject(applied);
    const service = 'service: {emulator: {world: world.yaml}}';
    await project.edit(
      'cyclectl.yaml',
      service,
      `${service}\n      protect: {savedPlanOnly: true}`,
    );
    const words = ['run', files, '--at', future] as const;
    const unsaved = await runInProcess(project, ...words, '--yes');
    expect(unsaved).toMatchObject({ exitCode: 1 });
    expect(toLine(unsaved.stderr)).toContain(
      `-e local ${files} --at ${future} --out run.json, have it reviewed, then run: cyclectl apply`,
    );
    const file = join(project.directory, 'run.json');
    const markdown = join(project.directory, 'run.md');
    const report = ['--report', `markdown=${markdown}`];
    const saved = await runInProcess(project, ...words, '--out', file, ...report);
    expect(saved).toMatchObject({ exitCode: 0 });
    expect(saved.stdout).toContain('To apply this plan');
    expect(await readFile(markdown, 'utf8')).toContain('cyclectl run in');
    expect(await readStatus(project)).toContain('contacts-to-files Paused');
    const done = await runInProcess(project, 'apply', file);
    expect(done).toMatchObject({ exitCode: 0 });
    expect(await readStatus(project)).toContain(`contacts-to-files Active; once at ${future}`);
    const again = await runInProcess(project, 'apply', file);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain('plan-done');
    const cancel = ['run', files, '--cancel', '--out', file] as const;
    expect(await runInProcess(project, ...cancel)).toMatchObject({ exitCode: 0 });
    for (const text of ['1 write done', 'its single run was cancelled before']) {
      const cancelled = await runInProcess(project, 'apply', file);
      expect(cancelled).toMatchObject({ exitCode: 0 });
      expect(toLine(cancelled.stdout)).toContain(text);
    }
    expect(await readStatus(project)).toContain('contacts-to-files Paused');
  });

  it('leaves nothing to resume where it was refused and wrote nothing', async () => {
    const project = await copyProject(applied);
    const file = join(project.directory, 'run.json');
    await runInProcess(project, 'run', files, '--at', future, '--out', file);
    await runInProcess(project, 'run', files, '--at', '2039-12-30T02:00:00Z', '--yes');
    for (const _again of [1, 2]) {
      const stale = await runInProcess(project, 'apply', file);
      expect(stale).toMatchObject({ exitCode: 1 });
      expect(stale.stdout).toContain('plan-stale');
      const status = await runInProcess(project, 'resume', '--status');
      expect(status.stdout).toContain('No unfinished work');
      expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 0 });
    }
  });

  it('waits until the run is over, and says how it ended', async () => {
    const project = await copyProject(applied);
    const waited = await runInProcess(project, 'run', files, '--yes', '--wait');
    expect(waited).toMatchObject({ exitCode: 0 });
    expect(toLine(waited.stderr)).toMatch(
      /Waiting for the single run of northwind\/cycles\/contacts-to-files, which was started\./,
    );
    expect(toLine(waited.stderr)).toMatch(/contacts-to-files ran; its last successful run began 2/);
  });

  it('asks a person where the answer was lost, also when it is resumed, and goes on from there', async () => {
    const project = await openRemoteProject();
    await project.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
    await runInProcess(project, 'apply', '--yes');
    const { control } = project.emulator;
    control.plantFaults([
      { method: 'PUT', path: '/v1.0/cycles/*/activate', nth: 1, do: 'drop-before' },
    ]);
    const lost = await runInProcess(project, 'run', files, '--yes');
    expect(lost).toMatchObject({ exitCode: 3 });
    const settle = `-e local ${files} done`;
    expect(toLine(lost.stdout)).toContain(settle);
    const listed = await runInProcess(project, 'resume', '--status');
    expect(toLine(listed.stdout)).toContain(settle);
    const resumed = await runInProcess(project, 'resume');
    expect(resumed).toMatchObject({ exitCode: 1 });
    expect(resumed.stdout).toContain('single-run-unknown');
    const repeated = await runInProcess(project, 'run', files, '--yes');
    expect(repeated).toMatchObject({ exitCode: 1 });
    expect(repeated.stdout).toContain('single-run-unknown');
    expect(await readStatus(project)).toContain(
      `may have happened or not: look in the console, then run cyclectl state settle -C ${project.directory} -e local ${files} done`,
    );
    expect(await runInProcess(project, 'state', 'settle', files, 'done')).toMatchObject({
      exitCode: 0,
      stdout: `${files}: recorded that its single run was looked up; it can run again.`,
    });
    const starts = project.emulator.requests().filter(({ path }) => path.endsWith('/activate'));
    expect(await runInProcess(project, 'run', files, '--yes')).toMatchObject({ exitCode: 0 });
    const after = project.emulator.requests().filter(({ path }) => path.endsWith('/activate'));
    expect(after).toHaveLength(starts.length + 1);
  });
});
