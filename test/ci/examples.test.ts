import { access, constants, readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  clientIdVariable,
  clientSecretVariable,
} from '../../src/features/authoring/init/scaffold.ts';

const root = new URL('../../', import.meta.url);
const read = async (path: string) => parse(await readFile(new URL(path, root), 'utf8'));
const workflows = (await readdir(fileURLToPath(new URL('examples/ci/github/', root)))).map(
  (name) => `examples/ci/github/${name}`,
);
const own = (await readdir(fileURLToPath(new URL('.github/workflows/', root)))).map(
  (name) => `.github/workflows/${name}`,
);
const action = 'action.yml';

// What each job asks of GitHub: its code; the comments, and their pull request by its commit; the plan that is kept; the issue.
const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cyclectl-review': { contents: 'read', 'pull-requests': 'write' },
  'cyclectl-apply': { contents: 'read', 'pull-requests': 'write', actions: 'read' },
  'cyclectl-drift': { contents: 'read', issues: 'write' },
  'cyclectl-rollout': { contents: 'read' },
};

type Step = { readonly uses?: string; readonly with?: Readonly<Record<string, string>> };

const stepsOf = (workflow: { jobs: Record<string, { steps: Step[] }> }): readonly Step[] =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps);

it.each([...workflows, ...own, action])(
  '%s pins each third-party action to a commit',
  async (path) => {
    const file = await read(path);
    const steps: readonly Step[] = path === action ? file.runs.steps : stepsOf(file);
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used.length).toBeGreaterThan(0);
    for (const uses of used) expect(uses).toMatch(/^OWNER\/cyclectl@v1$|@[0-9a-f]{40}$/);
  },
);

it.each(workflows)(
  '%s has least permissions, a concurrency group, and inputs that there are',
  async (path) => {
    const workflow = await read(path);
    const { inputs } = await read(action);
    expect(workflow.permissions).toEqual(needed[basename(path, '.yml')]);
    expect(workflow.concurrency.group).toMatch(/^cyclectl-/);
    const own = stepsOf(workflow).filter(({ uses }) => uses?.startsWith('OWNER/cyclectl@'));
    expect(own).toHaveLength(1);
    for (const name of Object.keys(own[0]?.with ?? {})) expect(Object.keys(inputs)).toContain(name);
    const text = await readFile(new URL(path, root), 'utf8');
    expect(text, 'code of a fork with secrets').not.toContain('pull_request_target');
  },
);

it('the jobs are given what cyclectl.yaml of init needs', async () => {
  for (const path of workflows) {
    const own = stepsOf(await read(path)).filter(({ uses }) => uses?.startsWith('OWNER/cyclectl@'));
    const given = Object.keys((own[0] as { env?: Record<string, string> }).env ?? {});
    for (const name of [clientIdVariable, clientSecretVariable]) expect(given).toContain(name);
  }
  const text = await readFile(new URL('examples/ci/gitlab/gitlab-ci.yml', root), 'utf8');
  for (const name of [clientIdVariable, clientSecretVariable]) expect(text).toContain(name);
});

it('what is in a script of the action comes from variables, and not from what an event says', async () => {
  const { runs } = await read(action);
  for (const { run = '' } of runs.steps) expect(run).not.toContain('${{');
});

it('the action names the program by a path, in which there may be a space, and no word beside it', async () => {
  const { runs } = await read(action);
  const [{ env }] = runs.steps.filter(({ id }: { id?: string }) => id === 'recipe');
  const path = env.CYCLECTL.replace(/^.*action_path }}\//, '');
  expect(path).not.toMatch(/\s/);
  await access(new URL(path, root), constants.X_OK);
});

it('the action keeps files of fixed paths: nothing that a step has printed names one', async () => {
  const { runs } = await read(action);
  const kept = runs.steps.filter(({ uses = '' }) => uses.includes('/upload-artifact@'));
  expect(kept.map((step: Step) => step.with?.path)).toEqual([
    `\${{ runner.temp }}/cyclectl-reports/cyclectl.plan`,
    `\${{ runner.temp }}/cyclectl-reports`,
  ]);
  const [printing] = runs.steps.filter(({ id }: { id?: string }) => id === 'recipe');
  expect(JSON.stringify(runs.steps)).not.toContain(`steps.${printing.id}.outputs`);
});

it('the action installs what cyclectl needs, and neither optional packages nor scripts of packages', async () => {
  const { runs } = await read(action);
  const installs = runs.steps.flatMap(({ run = '' }) => /npm ci.*/.exec(run) ?? []);
  expect(installs).toEqual([
    'npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund',
  ]);
});

it('who runs an apply again is who approved it, and not who merged: the fresh plan came after the merge', async () => {
  const { runs } = await read(action);
  const [{ env }] = runs.steps.filter(({ id }: { id?: string }) => id === 'recipe');
  expect(env.CYCLECTL_APPROVED_BY).toMatch(/^\$\{\{ github\.triggering_actor \}\}$/);
});

it('GitLab recognizes a fork by the project of the merge request, not of the job', async () => {
  const pipeline = await read('examples/ci/gitlab/gitlab-ci.yml');
  const own = '$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID';
  expect(pipeline['cyclectl review'].rules[0].if).toContain(own);
  expect(pipeline['cyclectl review of a fork'].rules[0].if).toContain(own.replace('==', '!='));
});

it('GitLab calls the recipe with what it knows, and cancels no apply', async () => {
  const pipeline = await read('examples/ci/gitlab/gitlab-ci.yml');
  const recipe = await readFile(new URL('.github/recipe.sh', root), 'utf8');
  const scripts = Object.values(pipeline).flatMap(
    (job) => (job as { script?: string[] }).script ?? [],
  );
  const calls = scripts.flatMap((line) => /recipe\.sh (\w+)/.exec(line)?.[1] ?? []);
  expect(new Set(calls)).toEqual(new Set(['review', 'apply', 'drift', 'open', 'step', 'approve']));
  for (const call of calls) expect(recipe).toContain(`${call}() {`);
  for (const name of scripts.flatMap((line) => line.match(/CYCLECTL_\w+(?==)/g) ?? [])) {
    expect(recipe).toContain(name);
  }
  expect(pipeline['cyclectl apply']).toMatchObject({
    interruptible: false,
    resource_group: expect.stringMatching(/./),
  });
});

it('approves waves in the protected environment alone, and holds up no step meanwhile', async () => {
  const github = await read('examples/ci/github/cyclectl-rollout.yml');
  expect(github.on.workflow_dispatch.inputs.do.options).toEqual(['step', 'approve']);
  expect(github.jobs.rollout.environment).toContain("inputs.do == 'approve') && 'prod' ||");
  expect(github.concurrency.group).toContain('inputs.do');
  const gitlab = await read('examples/ci/gitlab/gitlab-ci.yml');
  expect(gitlab['cyclectl approve']).toMatchObject({
    environment: 'prod',
    rules: [{ when: 'manual', allow_failure: true }],
  });
  expect(gitlab['cyclectl approve']).not.toHaveProperty('resource_group');
});
