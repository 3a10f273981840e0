import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { closeAfterFile } from '../support/opened.ts';

// What the apply job of the file for GitLab fetches, with the shell and the curl of a job. In the place of the recipe
// stands one that says which plan it was given.

const file = new URL('../../examples/ci/gitlab/gitlab-ci.yml', import.meta.url);
const { script } = parse(await readFile(file, 'utf8'))['cyclectl apply'];
const project = '/api/v4/projects/77';
const ofReview = `${project}/jobs/artifacts/refs%2Fmerge-requests%2F5%2Fhead/raw/cyclectl-reports/cyclectl.plan?job=cyclectl%20review`;
const keptBy = (job: number) => `${project}/jobs/${job}/artifacts/cyclectl-reports/cyclectl.plan`;
const jobs = `${project}/pipelines/31/jobs?include_retried=true&per_page=100`;
const always = {
  [jobs]: JSON.stringify([
    { id: 93, name: 'cyclectl apply' },
    { id: 91, name: 'cyclectl apply' },
    { id: 92, name: 'cyclectl apply' },
    { id: 90, name: 'cyclectl review' },
  ]),
  [`${project}/repository/commits/c0ffee/merge_requests`]: JSON.stringify([
    { iid: 4, state: 'closed' },
    { iid: 5, state: 'merged' },
  ]),
};

it('GitLab applies the plan of the review, where no earlier try of the job has kept a fresh one', async () => {
  expect(await runJob({ ...always, [ofReview]: 'of the review' })).toEqual('of the review');
});

it('GitLab applies the fresh plan that the latest earlier try of the job has kept, and not the stale one again', async () => {
  const kept = { [ofReview]: 'of the review', [keptBy(90)]: 'of another job' };
  const tries = { [keptBy(91)]: 'of the first try', [keptBy(93)]: 'of this one' };
  expect(await runJob({ ...always, ...kept, ...tries })).toEqual('of the first try');
  const second = { [keptBy(92)]: 'of the second try' };
  expect(await runJob({ ...always, ...kept, ...tries, ...second })).toEqual('of the second try');
});

it('GitLab has no plan to apply where none is kept, nor where a branch brought one along', async () => {
  expect(await runJob(always)).toEqual('none');
});

it('GitLab fails the job if the changes are unknown', async () => {
  await expect(runJob({ [ofReview]: 'of the review' })).rejects.toThrow('exit code 1');
});

async function runJob(answers: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const body = headers['private-token'] === 'a-token' ? answers[url] : undefined;
    response.writeHead(body === undefined ? 404 : 200).end(body ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const checkout = await mkdtemp(join(tmpdir(), 'cyclectl-gitlab-'));
  closeAfterFile(() => rm(checkout, { recursive: true, force: true }));
  await mkdir(join(checkout, 'ci'));
  await writeFile(join(checkout, 'approved.plan'), 'of the branch');
  await writeFile(
    join(checkout, 'ci/recipe.sh'),
    'cat "$CYCLECTL_PLAN" 2>/dev/null || echo none\n',
  );
  const { stdout } = await execa('sh', ['-e', '-c', script.join('\n')], {
    cwd: checkout,
    extendEnv: false,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      CI_API_V4_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v4`,
      CI_PROJECT_ID: '77',
      CI_PIPELINE_ID: '31',
      CI_JOB_ID: '93',
      CI_JOB_NAME: 'cyclectl apply',
      CI_COMMIT_SHA: 'c0ffee',
      GITLAB_TOKEN: 'a-token',
    },
  });
  return stdout;
}
