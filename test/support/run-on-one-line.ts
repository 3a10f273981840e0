import { expect } from 'vitest';
import { quickstartIds } from '../worlds/quickstart.ts';
import type { Project } from './run-cyclectl.ts';
import { runInProcess } from './run-in-process.ts';

/** Result of a command with all its output on one line, so that wrapped commands match. */
export async function runOnOneLine(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  return { exitCode, stdout, text: `${stdout}\n${stderr}`.replaceAll(/(?:\s+\\)?\s+/g, ' ') };
}

/** The runs that history shows, the newest first. */
export async function listRuns(
  project: Project,
): Promise<readonly { id: string; undoes?: string }[]> {
  const { stdout } = await runOnOneLine(project, 'history', '--format', 'json');
  return JSON.parse(stdout).runs;
}

/** Edits northwind, applies it, and gives the id of that run. */
export async function applyEdit(project: Project, before: string, after: string): Promise<string> {
  await project.edit('accounts/northwind.yaml', before, after);
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  return (await listRuns(project))[0]?.id ?? '';
}

/** Northwind's timezone in the embedded service. */
export async function readTimezone(project: Project): Promise<string> {
  const path = `/v1.0/accounts/${quickstartIds.northwind}`;
  const { stdout } = await runOnOneLine(project, 'emulator', 'request', 'GET', path);
  return JSON.parse(stdout).Timezone;
}
