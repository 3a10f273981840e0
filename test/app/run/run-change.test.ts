import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Terminal, toPieces } from '../../../src/app/output/terminal.ts';
import { runProgram } from '../../../src/cli/run-program.ts';
import { copyExample, copyProject, type Project } from '../../support/run-cyclectl.ts';
import { openRecordedContext, runInProcess } from '../../support/run-in-process.ts';
import { listRuns, readTimezone } from '../../support/run-on-one-line.ts';

/** The quickstart with one change applied by a run of its own. */
let changed: Project;

beforeAll(async () => {
  changed = await copyExample('quickstart');
  await runInProcess(changed, 'apply', '--yes');
  await changed.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Asia/Kolkata');
  await runInProcess(changed, 'apply', '--yes');
});

/** Runs the program with a person who answers, and gives output, messages and questions in their order. */
async function runAnswered(project: Project, answer: Partial<Terminal['ask']>, ...args: string[]) {
  const { context } = openRecordedContext(project.environment);
  const shown: string[] = [];
  const show = (text: string) => {
    shown.push(text.replaceAll(/\s+/g, ' '));
  };
  const record =
    <T>(ask: (question: string) => Promise<T>) =>
    (question: string) => {
      show(question);
      return ask(question);
    };
  const { confirm = async () => 'no' as const, readWord = async () => 'no' } = answer;
  const choose = async () => null;
  const terminal: Terminal = {
    ...context.terminal,
    out: async (text) => {
      for await (const piece of toPieces(text)) show(piece);
    },
    log: show,
    ask: { confirm: record(confirm), readWord: record(readWord), choose, lack: null },
  };
  const argv = ['-C', project.directory, ...args];
  const exitCode = await runProgram({ ...context, terminal }, { argv, endedBy: () => null });
  return { exitCode, shown: shown.join(' | ') };
}

const yes = { confirm: async () => 'yes' as const };

describe('a change', () => {
  it('is asked about below its plan, and reported after a yes', async () => {
    const project = await copyProject(changed);
    await project.edit('accounts/northwind.yaml', 'Asia/Kolkata', 'Asia/Tokyo');
    const { exitCode, shown } = await runAnswered(project, yes, 'apply');
    expect(exitCode).toBe(0);
    expect(shown).toMatch(
      /Plan for .*"Asia\/Tokyo".*Only "yes" is accepted.*Applied to .*1 write done and verified/,
    );
    expect(await readTimezone(project)).toBe('Asia/Tokyo');
  });

  it('of an undo names its run above the plan, and the commits of Git below', async () => {
    const project = await copyProject(changed);
    const { exitCode, shown } = await runAnswered(project, yes, 'undo');
    expect(exitCode).toBe(0);
    expect(shown).toMatch(
      /Undoing the apply .*"Europe\/Berlin".*Only "yes" is accepted.*1 write done and verified/,
    );
    expect(await readTimezone(project)).toBe('Europe/Berlin');
  });

  it.each([
    ['apply', ['apply']],
    ['undo', ['undo']],
    ['destroy', ['destroy', 'contoso', '--allow-deletes', '4']],
  ])('is not begun after a no: %s', async (_, args) => {
    const project = await copyProject(changed);
    await project.edit('accounts/northwind.yaml', 'Asia/Kolkata', 'Asia/Tokyo');
    const before = await listRuns(project);
    const { exitCode, shown } = await runAnswered(project, {}, ...args);
    expect(exitCode).toBe(1);
    expect(shown).toMatch(/Nothing was (done|destroyed)/);
    expect(await listRuns(project)).toEqual(before);
    expect(await readTimezone(project)).toBe('Asia/Kolkata');
  });

  it('without operations is not asked about', async () => {
    const project = await copyProject(changed);
    const { exitCode, shown } = await runAnswered(project, {}, 'apply');
    expect(exitCode).toBe(0);
    expect(shown).not.toContain('Only "yes"');
  });

  it('that was saved and reviewed is not asked about', async () => {
    const project = await copyProject(changed);
    const plan = join(project.directory, 'undo.json');
    expect((await runAnswered(project, {}, 'undo', '--out', plan)).exitCode).toBe(0);
    const { exitCode, shown } = await runAnswered(project, {}, 'apply', plan);
    expect(exitCode).toBe(0);
    expect(shown).not.toContain('Only "yes"');
    expect(await readTimezone(project)).toBe('Europe/Berlin');
  });

  it('is done and recorded where its report cannot be written any more', async () => {
    const project = await copyProject(changed);
    const folder = join(project.directory, 'reports');
    await mkdir(folder);
    const confirm = async () => {
      await rm(folder, { recursive: true });
      return 'yes' as const;
    };
    const report = `json=${join(folder, 'apply.json')}`;
    const { exitCode, shown } = await runAnswered(project, { confirm }, 'undo', '--report', report);
    expect(exitCode).toBe(3);
    expect(shown).toContain('error: cannot write');
    expect(await readTimezone(project)).toBe('Europe/Berlin');
    expect(await listRuns(project)).toMatchObject([{ end: { outcome: 'done' } }, {}, {}]);
  });
});

describe('what a plan refuses', () => {
  const mistake = ['accounts/northwind.yaml', 'Get contact:', 'Get contacts:'] as const;

  it('is in the reports of an apply that has nothing else to do', async () => {
    const project = await copyProject(changed);
    await project.edit(...mistake);
    const applied = await runInProcess(project, 'apply', '--yes', '--format', 'json');
    expect(applied).toMatchObject({ exitCode: 1 });
    const [diagnostic, ...others] = JSON.parse(applied.stdout).run.diagnostics;
    expect(diagnostic).toMatchObject({ code: 'step-unknown' });
    expect(others).toEqual([]);
    expect(applied.stderr).toContain('step-unknown');
  });

  it('is said by the apply of its saved plan, once', async () => {
    const project = await copyProject(changed);
    await project.edit(...mistake);
    const file = join(project.directory, 'plan.json');
    const report = ['--report', `github=${join(project.directory, 'annotations')}`];
    await runInProcess(project, 'plan', '--out', file);
    const alone = await runInProcess(project, 'apply', file, ...report);
    expect(alone).toMatchObject({ exitCode: 1 });
    expect(`${alone.stdout}${alone.stderr}`.match(/step-unknown/g)).toHaveLength(1);
    expect(alone.stdout).toMatch(/northwind +1 object REFUSED\n/);
    const annotations = await readFile(join(project.directory, 'annotations'), 'utf8');
    expect(annotations).toContain('step-unknown');
    await project.edit('accounts/northwind.yaml', 'Asia/Kolkata', 'Asia/Tokyo');
    await runInProcess(project, 'plan', '--out', file);
    const beside = await runInProcess(project, 'apply', file);
    expect(beside).toMatchObject({ exitCode: 3 });
    expect(`${beside.stdout}${beside.stderr}`.match(/step-unknown/g)).toHaveLength(1);
  });
});
