import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { openEmulator } from '../../../../src/emulator/emulator.ts';
import { listWorkflowCommands } from '../../../ci/workflow-commands.ts';
import { account, nameFolder } from '../../../support/begin-project.ts';
import { commit, git } from '../../../support/git-repository.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { programPath } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

// The steps of the workflow that init writes, run by a shell with the real program.

type Job = {
  readonly if?: string;
  readonly environment?: string;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
};

type Workflow = {
  readonly env: Readonly<Record<string, string>>;
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
};

async function begin(...args: readonly string[]) {
  const folder = await nameFolder('our customers');
  const project = { directory: folder, environment: {} };
  const { exitCode, stdout, stderr } = await runInProcess(
    project,
    'init',
    '--format',
    'json',
    ...args,
  );
  expect(exitCode, stderr).toBe(0);
  const text = await readFile(join(folder, '.github/workflows/cyclectl.yml'), 'utf8');
  // As a pull request is checked out: its first parent is the branch that it is merged into.
  await git(folder, 'init', '--quiet');
  await git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Target branch');
  await commit({ directory: folder }, 'Pull request');
  return { folder, reported: JSON.parse(stdout).result, workflow: parse(text) as Workflow };
}

const named = { CYCLECTL_PACKAGE: 'https://files.example/cyclectl-1.0.0.tgz' };

/** Runs the shell steps of a job, until one fails; `npx` is one that knows one package alone. */
async function run(
  { folder, workflow }: Pick<Awaited<ReturnType<typeof begin>>, 'folder' | 'workflow'>,
  job: Job | undefined,
  secrets: Record<string, string> = {},
) {
  const bin = await nameFolder('bin');
  await mkdir(bin);
  const npx = `#!/bin/sh
[ "$1 $2 $3 $4" = "--yes --package ${named.CYCLECTL_PACKAGE} cyclectl" ] || exit 99
shift 4
exec '${process.execPath}' '${programPath}' "$@"
`;
  await writeFile(join(bin, 'npx'), npx);
  await chmod(join(bin, 'npx'), 0o755);
  const ended: { readonly exitCode: number | undefined; readonly stdout: string }[] = [];
  for (const { run: command, env = {} } of job?.steps ?? []) {
    if (command === undefined) continue;
    const given = Object.entries({ ...workflow.env, ...env }).map(([name, value]) => [
      name,
      readSecret(value, secrets),
    ]);
    const { exitCode, stdout } = await execa('/bin/sh', ['-e', '-c', command], {
      cwd: folder,
      env: {
        CI: 'true',
        RUNNER_TEMP: bin,
        PATH: `${bin}:/usr/bin:/bin`,
        ...Object.fromEntries(given),
      },
      extendEnv: false,
      reject: false,
    });
    // No line of what is printed is a command, whichever names are in it.
    if (command.includes('npx')) expect(listWorkflowCommands(stdout)).toEqual(['stop-commands']);
    ended.push({ exitCode, stdout: stdout.replace(/^::stop-commands::[0-9a-f]{32}\n?/, '') });
    if (exitCode !== 0) break;
  }
  return ended;
}

function readSecret(text: string, secrets: Record<string, string>): string {
  const name = /^\$\{\{ (?:secrets|vars)\.(\w+) \}\}$/.exec(text)?.[1];
  return name === undefined ? text : (secrets[name] ?? '');
}

function expectCareful({ on, env, permissions, jobs }: Workflow): void {
  // No name that anybody may take in a public registry.
  expect(env).toEqual({
    CYCLECTL_PACKAGE: `\${{ vars.CYCLECTL_PACKAGE }}`,
    CYCLECTL_POLICY_REF: 'HEAD^1',
  });
  // Never pull_request_target, which runs a fork's branch beside the secrets.
  expect(on).toEqual({ pull_request: null });
  expect(permissions).toEqual({ contents: 'read' });
  for (const { steps } of Object.values(jobs)) {
    expect(steps.map(({ uses }) => uses ?? 'run').slice(0, 2)).toEqual([
      'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683',
      'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020',
    ]);
    expect(steps[0]).toMatchObject({ with: { 'persist-credentials': false } });
  }
}

it('on the embedded service it validates and plans, and needs no secret for that', async () => {
  const begun = await begin('--local');
  const { workflow } = begun;
  expectCareful(workflow);
  expect(Object.keys(workflow.jobs)).toEqual(['check']);
  expect(JSON.stringify(workflow.jobs)).not.toMatch(/secrets\.|vars\./);
  const [, validated, planned] = await run(begun, workflow.jobs.check, named);
  expect(validated).toEqual({ exitCode: 0, stdout: 'Valid. 1 account.' });
  expect(planned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('4 creates') });
});

it('on a real service it plans branches of the repository alone, with what init says to set', async () => {
  const world = 'accounts: [{id: northwind-8812, name: Northwind}]';
  const emulator = await openEmulator({ world });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const begun = await begin('--base-url', url, ...account, '-e', 'staging');
  const { reported, workflow } = begun;
  expectCareful(workflow);
  const { validate, plan } = workflow.jobs;
  expect(JSON.stringify(validate)).not.toMatch(/secrets\.|vars\./);
  const [, validated] = await run(begun, validate, named);
  expect(validated).toEqual({ exitCode: 0, stdout: 'Valid. 1 account.' });
  expect(plan).toMatchObject({
    if: 'github.event.pull_request.head.repo.full_name == github.repository',
    environment: 'staging',
  });
  const { clientId, clientSecret } = emulator.credentials;
  const known: Readonly<Record<string, string>> = {
    ...named,
    SVC_CLIENT_ID: clientId,
    SVC_CLIENT_SECRET: clientSecret,
    CYCLECTL_SECRET_KEY: 'a key for tests that is long enough',
  };
  const set = (reported.variables as { name: string; value?: string }[]).map(
    ({ name, value }) => [name, value ?? known[name] ?? ''] as const,
  );
  const asked = plan?.steps.flatMap(({ env = {} }) => Object.keys(env)) ?? [];
  expect(
    [
      ...asked,
      ...Object.keys(workflow.env).filter((name) => name !== 'CYCLECTL_POLICY_REF'),
    ].toSorted(),
  ).toEqual(set.map(([name]) => name).toSorted());
  const [, planned] = await run(begun, plan, Object.fromEntries(set));
  expect(planned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('No changes') });
  // What nobody has set is told, and nothing is planned.
  expect((await run(begun, plan, named)).at(-1)).toEqual({
    exitCode: 1,
    stdout: expect.stringContaining('bounds-missing'),
  });
  for (const job of [validate, plan]) {
    expect(await run(begun, job)).toEqual([
      {
        exitCode: 1,
        stdout: expect.stringMatching(/^::error::Set the repository variable CYCLECTL_PACKAGE/),
      },
    ]);
  }
});
