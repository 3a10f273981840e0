import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyExample, openRemoteProject } from '../../support/run-cyclectl.ts';
import { listRuns, runOnOneLine } from '../../support/run-on-one-line.ts';

const pipeline = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'contoso/customers',
  GITHUB_RUN_ID: '4711',
};
const ciRun = 'https://github.com/contoso/customers/actions/runs/4711';

describe('--approved-by', () => {
  it('is in the history of a saved plan, its undo and a destroy, with the run of the pipeline', async () => {
    const project = await copyExample('quickstart', pipeline);
    const file = join(project.directory, 'plan.json');
    await runOnOneLine(project, 'plan', '--out', file);
    const applied = await runOnOneLine(project, 'apply', file, '--approved-by', ' Grace Hopper ');
    expect(applied.exitCode).toBe(0);
    const { text } = await runOnOneLine(project, 'history');
    expect(text).toContain('approved by "Grace Hopper"');
    expect(text).toContain(ciRun);
    const mailer = 'northwind/cycles/contacts-to-mailer';
    const confirmed = ['--confirm', 'northwind', '--allow-deletes', '1'];
    const gone = await runOnOneLine(
      project,
      'destroy',
      mailer,
      ...confirmed,
      '--approved-by',
      'Ada',
    );
    expect(gone.exitCode).toBe(0);
    await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Other');
    await runOnOneLine(project, 'apply', '--yes', '--select', 'account=contoso');
    expect(await runOnOneLine(project, 'undo', '--yes', '--approved-by', 'Mary')).toMatchObject({
      exitCode: 0,
    });
    const runs = await listRuns(project);
    expect(runs).toMatchObject([
      { command: 'undo', approvedBy: 'Mary', ciRun },
      { command: 'apply', ciRun },
      { command: 'destroy', approvedBy: 'Ada', ciRun },
      { command: 'apply', approvedBy: 'Grace Hopper', ciRun },
    ]);
    expect(runs[1]).not.toHaveProperty('approvedBy');
  }, 60_000);

  it('is kept by a resume in another job, which has a run of its own', async () => {
    const project = await openRemoteProject(pipeline);
    const { control } = project.emulator;
    control.plantFaults([
      { method: 'POST', path: '/v1.0/templates/*/install', every: 1, do: 'status', status: 400 },
    ]);
    const broken = await runOnOneLine(project, 'apply', '--yes', '--approved-by', 'Grace Hopper');
    expect(broken.exitCode).toBe(3);
    control.plantFaults([]);
    const there = { ...project, environment: { ...project.environment, GITHUB_RUN_ID: '4712' } };
    expect(await runOnOneLine(there, 'resume')).toMatchObject({ exitCode: 0 });
    expect(await listRuns(project)).toEqual([
      expect.objectContaining({
        approvedBy: 'Grace Hopper',
        ciRun,
        resumedAt: [expect.any(String)],
      }),
    ]);
  }, 60_000);

  it.each(['', '  ', 'a\nb', '\u001b[31mred', '\u202eflipped', 'x'.repeat(201)])(
    'takes no name such as %j',
    async (name) => {
      const project = await copyExample('quickstart');
      const { exitCode, text } = await runOnOneLine(
        project,
        'apply',
        '--yes',
        '--approved-by',
        name,
      );
      expect([exitCode, text]).toEqual([1, expect.stringContaining('visible characters')]);
    },
  );
});
