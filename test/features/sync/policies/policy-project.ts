import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatPolicy } from '../../../engine/policy/load-policies.ts';
import { commit, git } from '../../../support/git-repository.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { copyProject, home, type Project } from '../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../support/run-in-process.ts';

/** A copy of examples/policies, whose accounts follow its policies. */
export function copyPolicies(env: Readonly<Record<string, string>> = {}): Promise<Project> {
  return copyProject({ directory: join(home, 'examples/policies') }, env);
}

/** The same in a repository of its own, where it is committed. */
export async function commitPolicies(): Promise<Project> {
  const project = await copyPolicies();
  await project.write('.gitignore', '.cyclectl/\n');
  await git(project.directory, 'init', '--quiet', '--initial-branch=main');
  await commit(project, 'Begin');
  return project;
}

/** Runs a command in the folder of a project; its text has one space where it has several. */
export async function say(
  { directory, environment }: Pick<Project, 'directory' | 'environment'>,
  ...args: readonly string[]
) {
  const { exitCode, stdout, stderr } = await startInProcess({ directory, environment }, ...args)
    .ended;
  return { exitCode, stdout, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

/** The same project in another environment. */
export function withVariables(project: Project, environment: Readonly<Record<string, string>>) {
  return { directory: project.directory, environment };
}

/** Makes a cycle run more often than a policy allows. */
export function violate(project: Project): Promise<void> {
  return project.edit('accounts/northwind.yaml', 'every: 1h', 'every: 1m');
}

/** The violation of it. */
export const denied = 'northwind/cycles/orders violates the policy schedule-at-least-15m';

/** A folder of a test's own. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A policy that denies each cycle. */
export const nothing = formatPolicy(
  'no-cycles',
  'about: cycle',
  'validations: [{expression: key == "", message: There are no cycles}]',
  'action: deny',
);
