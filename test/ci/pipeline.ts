import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import { searchSaid } from '../canaries/search.ts';
import { type FakeForge, openFakeForge } from '../notify/forge/fake-forge.ts';
import { openTestDatabase } from '../postgres/open-test-database.ts';
import { commit, git } from '../support/git-repository.ts';
import { closeAfterFile } from '../support/opened.ts';
import { openRemoteProject, type Project, programPath } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { consoleRequest } from '../worlds/console/console-request.ts';
import { openHandedProgram } from './handed-program.ts';

const recipe = fileURLToPath(new URL('../../.github/recipe.sh', import.meta.url));

/** Result of a pipeline job. */
export type JobEnd = { readonly exitCode: number | undefined; readonly log: string };

/**
 * A repository with a project, what its pipeline works on, and where it posts: real git, the service over HTTP, one
 * PostgreSQL store for all jobs, the interface of comments and issues.
 */
export type Pipeline = {
  /** Where a person works. */
  readonly project: Project;
  readonly emulator: Emulator;
  readonly forge: FakeForge;
  /** Commits what is there on a branch that begins at main, and gives the commit. */
  push(branch: string, message: string): Promise<string>;
  /** Puts a branch onto main as a forge does, with a commit of its own. */
  merge(branch: string): Promise<string>;
  /** Saves a plan of what is there, as a review does, and gives its file. */
  plan(...asked: readonly string[]): Promise<string>;
  /** Runs the recipe on a new checkout of a commit. */
  start(job: Job): Promise<StartedJob>;
  run(job: Job): Promise<JobEnd & { readonly checkout: string }>;
};

export type Job = {
  readonly at: string;
  readonly does: 'review' | 'apply' | 'drift';
  readonly variables?: Readonly<Record<string, string>>;
  /** A job of a fork has no secret. */
  readonly isFork?: true;
  /** Runs the commands of the recipe in the test's process, in place of a process for each. */
  readonly inProcess?: true;
};

type StartedJob = {
  readonly checkout: string;
  readonly kill: () => void;
  readonly ended: Promise<JobEnd>;
};

/** Opens one whose project has a real service in `prod` and the embedded one in `local`. */
export async function openPipeline(): Promise<Pipeline> {
  const { url } = await openTestDatabase();
  const remote = await openRemoteProject({ DATABASE_URL: url.reveal() });
  const { directory, emulator, environment } = remote;
  const text = await readFile(join(directory, 'cyclectl.yaml'), 'utf8');
  const [head = '', service = ''] = text.split('    local:\n');
  const own = service.replace(/^ *#.*\n/gm, '');
  await remote.write(
    'cyclectl.yaml',
    `${head.replace('defaultEnvironment: local', 'defaultEnvironment: prod')}    local:\n      service: {emulator: {world: world.yaml}}\n    prod:\n${own}      store: {postgres: {env: DATABASE_URL}}\n      protect: {maxDeletes: 0, savedPlanOnly: true}\n`,
  );
  await remote.write('.gitignore', '.cyclectl/\n');
  await git(directory, 'init', '--quiet', '--initial-branch=main');
  await commit(remote, 'Begin');
  const forge = await openFakeForge();
  const secrets = { ...environment, ...forge.environmentOf('github') };
  const baseUrl = /baseUrl: (\S+)/.exec(own)?.[1] ?? '';
  const bounds = {
    CYCLECTL_ALLOW_ORIGINS: `${new URL(baseUrl).origin},https://hooks.example.com`,
    CYCLECTL_ALLOW_ENV: 'SVC_CLIENT_SECRET,DATABASE_URL',
  };
  const handed = await openHandedProgram();
  const start = async (job: Job): Promise<StartedJob> => {
    const { at, does, variables = {}, isFork } = job;
    const checkout = `${directory}-${does}-${Math.random().toString(36).slice(2)}`;
    closeAfterFile(() => rm(checkout, { recursive: true, force: true }));
    await git('.', 'clone', '--quiet', directory, checkout);
    await git(checkout, 'checkout', '--quiet', '--detach', at);
    const started = execa('sh', [recipe, does], {
      cwd: checkout,
      reject: false,
      all: true,
      stdin: 'ignore',
      extendEnv: false,
      detached: true,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
        CI: 'true',
        CYCLECTL: `${process.execPath} ${programPath}`,
        CYCLECTL_ENVIRONMENT: 'prod',
        ...(job.inProcess === true ? { ...handed, CYCLECTL_REPORTS: reportsOf(checkout) } : {}),
        ...(isFork === true ? { CYCLECTL_FORK: 'true' } : { ...secrets, ...bounds }),
        ...variables,
      },
    });
    const ended = started.then(({ exitCode, all }) => {
      searchSaid(`a job that does ${does}`, all);
      return { exitCode, log: all };
    });
    const kill = () => {
      if (started.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
    };
    return { checkout, kill, ended };
  };
  return {
    project: remote,
    emulator,
    forge,
    push: async (branch, message) => {
      await git(directory, 'checkout', '--quiet', '-B', branch, 'main');
      await commit(remote, message);
      return git(directory, 'rev-parse', 'HEAD');
    },
    merge: async (branch) => {
      await git(directory, 'checkout', '--quiet', 'main');
      await git(directory, 'merge', '--quiet', '--no-ff', '--no-edit', branch);
      return git(directory, 'rev-parse', 'HEAD');
    },
    plan: async (...asked) => {
      const file = `${directory}-${Math.random().toString(36).slice(2)}.plan`;
      closeAfterFile(() => rm(file, { force: true }));
      const planned = await runInProcess(remote, '-e', 'prod', 'plan', '--out', file, ...asked);
      expect(planned.exitCode, planned.stderr).toBe(0);
      return file;
    },
    start,
    run: async (job) => {
      const { checkout, ended } = await start(job);
      return { checkout, ...(await ended) };
    },
  };
}

/** The same where everything is applied that the first commit has. */
export async function openAppliedPipeline(): Promise<Pipeline> {
  const pipeline = await openPipeline();
  const applied = await runInProcess(
    pipeline.project,
    '-e',
    'prod',
    'apply',
    await pipeline.plan(),
  );
  expect(applied.exitCode, applied.stderr).toBe(0);
  return pipeline;
}

/** Moves a value of northwind from what it is on main. */
export async function setTimezone({ project }: Pipeline, name: string): Promise<void> {
  await git(project.directory, 'checkout', '--quiet', 'main');
  const text = await readFile(join(project.directory, 'accounts/northwind.yaml'), 'utf8');
  await project.write('accounts/northwind.yaml', text.replace(/timezone: .*/, `timezone: ${name}`));
}

/** The timezone that northwind has in the service. */
export async function readTimezone({ emulator }: Pipeline): Promise<unknown> {
  const path = '/v1.0/accounts/northwind-8812';
  const account = await consoleRequest(emulator, { method: 'GET', path });
  return (account as { Timezone: string }).Timezone;
}

/** Environment of a pull request's job. */
export const ofPull = (number: number) => ({ GITHUB_REF: `refs/pull/${number}/merge` });

const reportsOf = (checkout: string) => join(checkout, 'cyclectl-reports');

/** Where a job keeps the plan that it has saved. */
export const planOf = (checkout: string) => join(reportsOf(checkout), 'cyclectl.plan');
