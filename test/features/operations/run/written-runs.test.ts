import { beforeAll, describe, expect, it } from 'vitest';
import { copyExample, copyProject, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

const files = 'northwind/cycles/contacts-to-files';
const future = '2039-12-31T02:00:00Z';
const paused = 'schedule: {every: 15m, startAt: 2026-12-01T06:00:00Z}';
const written = `schedule: {once: {at: ${future}}}`;
const foreverMs = 60_000;

let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  await applied.edit('accounts/northwind.yaml', 'state: active', 'state: paused');
  expect(await runInProcess(applied, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
}, foreverMs);

/** A project whose cycle waits for a single run, as a manifest of before the command wanted it. */
async function openWritten(): Promise<Project> {
  const project = await copyProject(applied);
  expect(await runInProcess(project, 'run', files, '--at', future, '--yes')).toMatchObject({
    exitCode: 0,
  });
  await project.edit('accounts/northwind.yaml', 'state: paused', 'state: active');
  await project.edit('accounts/northwind.yaml', paused, written);
  return project;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('schedule: {once: …} in a manifest', () => {
  it.each(['validate', 'plan', 'apply'])(
    'is refused by %s, with its place, the command and what to write',
    async (command) => {
      const project = await openWritten();
      const refused = await runInProcess(project, command, ...(command === 'apply' ? ['-y'] : []));
      expect(refused).toMatchObject({ exitCode: 1 });
      const said = toLine(refused.stdout + refused.stderr);
      expect(said).toContain('[single-run-written]');
      expect(said).toContain('accounts/northwind.yaml:34:17');
      expect(said).toContain('Write state: paused without this schedule');
      expect(said).toContain(`-e local ${files} --at ${future}`);
      expect((await runInProcess(project, 'status', '--all')).stdout).toContain(future);
    },
  );

  it('is still read by drift, status, resume and undo', async () => {
    const project = await openWritten();
    const drift = await runInProcess(project, 'drift');
    expect(drift).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('once') });
    expect(await runInProcess(project, 'status')).toMatchObject({ exitCode: 0 });
    expect(await runInProcess(project, 'resume')).toMatchObject({ exitCode: 0 });
    const undone = await runInProcess(project, 'undo', '--yes');
    expect(undone.stderr).toContain('Undoing the apply');
    expect(undone.stdout).not.toContain('single-run-written');
    expect((await runInProcess(project, 'status', '--all')).stdout).toContain(future);
  });

  it('keeps no single run from its cancellation, but a cycle from a single run', async () => {
    const project = await openWritten();
    const refused = await runInProcess(project, 'run', files, '--yes');
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(await runInProcess(project, 'run', files, '--cancel', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect((await runInProcess(project, 'status', '--all')).stdout).not.toContain(future);
  });
});
