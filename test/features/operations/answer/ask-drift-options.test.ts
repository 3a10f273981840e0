import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runAnswered, runInProcess, runLine } from '../../../support/run-in-process.ts';

const manifest = 'accounts/northwind.yaml';
const timezone = 'northwind/timezone';
const audit = 'northwind/auditInfo';

let drifted: Project;
let project: Project;

/** The quickstart, where others changed two managed fields and one that no manifest has. */
beforeAll(async () => {
  drifted = await copyExample('quickstart');
  expect((await runInProcess(drifted, 'apply', '--yes')).exitCode).toBe(0);
  const hours = { StepDataSuccessRetentionHours: 240 };
  const body = JSON.stringify({ Timezone: 'Asia/Kolkata', AuditInfo: 'by hand', ...hours });
  const change = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812', body];
  expect((await runInProcess(drifted, ...change)).exitCode).toBe(0);
});

beforeEach(async () => {
  project = await copyProject(drifted);
});

/** Runs the printed line in a copy of the project as it was, and expects the same manifest. */
async function expectRepeated([line = '']: readonly string[]): Promise<void> {
  const copy = await copyProject(drifted);
  const again = await runLine(line, copy);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(await readProjectFile(copy, manifest)).toBe(await readProjectFile(project, manifest));
}

describe('drift with an answer and without an address', () => {
  it('does not call accounts in sync that it could not read', async () => {
    const remote = await openRemoteProject();
    expect((await runInProcess(remote, 'apply', '--yes')).exitCode).toBe(0);
    const { emulator } = remote;
    emulator.control.plantFaults([{ path: '/v1.0/**', do: 'status', status: 403 }]);
    for (const words of [['--accept'], ['--ignore']]) {
      const asked = await runAnswered(remote, [], 'drift', ...words);
      expect(asked.exitCode, asked.stderr).toBe(1);
      expect(asked.stderr).toContain('Nothing was done: not all was read.');
      expect(asked.stderr).not.toContain('No drift');
    }
  });

  it('says that accept is about what Git does not manage', async () => {
    const own = await copyExample('quickstart');
    expect((await runInProcess(own, 'apply', '--yes')).exitCode).toBe(0);
    const body = JSON.stringify({ Timezone: 'Asia/Kolkata' });
    const change = ['emulator', 'request', 'PUT', '/v1.0/accounts/northwind-8812', body];
    expect((await runInProcess(own, ...change)).exitCode).toBe(0);
    const asked = await runAnswered(own, [], 'drift', '--accept');
    expect(asked.exitCode).toBe(0);
    expect(asked.stderr).toContain('Nothing to accept: all differences are in what Git manages.');
  });

  it('asks nothing for a program, which gets one document', async () => {
    const accepted = await runAnswered(project, [], 'drift', '--accept', '--format', 'json');
    expect(accepted).toMatchObject({ exitCode: 1, questions: [] });
    expect(JSON.parse(accepted.stdout)).toMatchObject({ kind: 'refused' });
    const answered = await runAnswered(project, [], 'drift', '--answer', '--format', 'json');
    expect(answered).toMatchObject({ exitCode: 1, questions: [] });
    expect(JSON.parse(answered.stdout)).toMatchObject({ kind: 'refused' });
  });

  it('asks which differences to adopt, and writes these alone', async () => {
    const before = await readProjectFile(project, manifest);
    const adopted = await runAnswered(project, [[timezone]], 'drift', '--adopt');
    expect(adopted.exitCode, adopted.stderr).toBe(0);
    expect(adopted.questions).toEqual(['Adopt which differences?']);
    expect(await readProjectFile(project, manifest)).toBe(
      before.replace('Europe/Berlin', 'Asia/Kolkata'),
    );
    expect(adopted.repeats).toEqual([`cyclectl -C ${project.directory} drift --adopt ${timezone}`]);
    await expectRepeated(adopted.repeats);
  });

  it('repeats with the environment that a variable chose, because another shell may have another', async () => {
    const { directory, environment } = project;
    const chosen = { directory, environment: { ...environment, CYCLECTL_ENVIRONMENT: 'local' } };
    const adopted = await runAnswered(chosen, [[timezone]], 'drift', '--adopt');
    expect(adopted.exitCode, adopted.stderr).toBe(0);
    expect(adopted.repeats).toEqual([
      `cyclectl -C ${directory} drift --adopt -e local ${timezone}`,
    ]);
    await expectRepeated(adopted.repeats);
    const other = { ...chosen, directory: (await copyProject(drifted)).directory };
    const typed = await runAnswered(other, [[timezone]], 'drift', '--revert', '-e', 'local');
    expect(typed.repeats).toEqual([
      `cyclectl -C ${other.directory} drift --revert -e local ${timezone}`,
    ]);
  });

  it('takes by Enter what it takes without a terminal', async () => {
    const adopted = await runAnswered(project, [null], 'drift', '--adopt');
    expect(adopted.exitCode, adopted.stderr).toBe(0);
    const after = await readProjectFile(project, manifest);
    expect(after).toContain('Asia/Kolkata');
    expect(after).not.toContain('by hand');
    expect(adopted.repeats).toEqual([`cyclectl -C ${project.directory} drift --adopt --yes`]);
    await expectRepeated(adopted.repeats);
  });

  it('puts addresses in the place of a selection, because they name their account', async () => {
    const words = ['drift', '--adopt', '--select', 'account=northwind'];
    const adopted = await runAnswered(project, [[timezone]], ...words);
    expect(adopted.exitCode, adopted.stderr).toBe(0);
    expect(adopted.repeats.join()).not.toContain('--select');
    await expectRepeated(adopted.repeats);
  });

  it('asks which to revert, and saves the plan of these', async () => {
    const out = `${project.directory}/revert.json`;
    const words = ['drift', '--revert', '--out', out];
    const { exitCode, repeats } = await runAnswered(project, [[timezone]], ...words);
    expect(exitCode).toBe(0);
    const { stdout } = await runInProcess(project, 'apply', out, '--format', 'json');
    expect(stdout).toContain('"paths":["timezone"]');
    expect(repeats[0]).toMatch(/drift --revert --out \S+revert\.json northwind\/timezone$/);
  });

  it('asks what to ignore, until when and why, by the rules of the options', async () => {
    const answers = [[timezone], 'tomorrow', '2001-01-01', '2199-12-31', '', "it's theirs"];
    const ignored = await runAnswered(project, answers, 'drift', '--ignore');
    expect(ignored.exitCode, ignored.stderr).toBe(0);
    expect(ignored.wrong).toEqual([
      expect.stringContaining('is not a date'),
      expect.stringContaining('is in the past'),
      expect.stringContaining('needs --reason'),
    ]);
    expect(await readProjectFile(project, manifest)).toContain('2199-12-31');
    await expectRepeated(ignored.repeats);
  });

  it('asks what of the unmanaged changes to accept, and why', async () => {
    const accepted = await runAnswered(project, [[audit], 'agreed'], 'drift', '--accept');
    expect(accepted.exitCode, accepted.stderr).toBe(0);
    expect(accepted.repeats[0]).toMatch(/drift --accept northwind\/auditInfo --reason agreed$/);
    const left = await runInProcess(project, 'drift', '--format', 'json');
    expect(left.stdout).not.toContain('by hand');
  });

  it('does nothing without an answer', async () => {
    const before = await readProjectFile(project, manifest);
    for (const answers of [[], [[timezone]], [[timezone], '2199-12-31']]) {
      const result = await runAnswered(project, answers, 'drift', '--ignore');
      expect(result.exitCode).toBe(1);
      expect(result.stderr).toContain('Nothing was done: there was no answer.');
      expect(result.repeats).toEqual([]);
    }
    expect(await readProjectFile(project, manifest)).toBe(before);
  });

  it('checks what was typed before the first question', async () => {
    const both = await runAnswered(project, [], 'drift', '--adopt', '--revert');
    expect(both).toMatchObject({ exitCode: 1, questions: [] });
    const alone = await runAnswered(project, [], 'drift', '--yes');
    expect(alone).toMatchObject({ exitCode: 1, questions: [] });
    expect(alone.stderr).toContain('--yes needs --revert or --adopt');
  });

  it('asks nothing without a terminal or with --yes, and names what is missing', async () => {
    const nothing = await runInProcess(project, 'drift', '--ignore');
    expect(nothing.exitCode).toBe(1);
    expect(nothing.stderr).toContain('--ignore needs an address');
    const yes = await runAnswered(project, [], 'drift', '--adopt', '--yes');
    expect(yes).toMatchObject({ exitCode: 0, questions: [] });
    expect(await readProjectFile(project, manifest)).toContain('Asia/Kolkata');
  });
});
