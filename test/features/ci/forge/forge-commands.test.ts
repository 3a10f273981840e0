import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeForge, openFakeForge } from '../../../notify/forge/fake-forge.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

let forge: FakeForge;
let file: string;

const marker = '<!-- cyclectl:plan:local -->';
const kinds = ['github', 'gitlab'] as const;

beforeEach(async () => {
  forge = await openFakeForge();
  file = join(await mkdtemp(join(tmpdir(), 'forge-test-')), 'plan.md');
  await report('first');
});

const report = (text: string, ...lines: readonly string[]) =>
  writeFile(file, [marker, ...lines, `### ${text}`, ''].join('\n'));

function run(kind: (typeof kinds)[number], ...argv: readonly string[]) {
  return runInProcess({ directory: '.', environment: forge.environmentOf(kind) }, 'forge', ...argv);
}

describe.each(kinds)('cyclectl forge comment at %s', (kind) => {
  const comment = (...more: readonly string[]) => run(kind, 'comment', file, ...more);

  it('adds one comment, and later changes that one', async () => {
    const added = await comment('--pull-request', '12');
    expect([added.exitCode, added.stdout]).toEqual([0, expect.stringContaining('a comment')]);
    await report('second');
    const changed = await comment('--pull-request', '12');
    expect(changed.stdout).toContain('Updated');
    expect(forge.bodiesOf('12')).toEqual([`${marker}\n### second\n`]);
    expect((await comment('--pull-request', '12')).stdout).toContain('No change');
  });

  it('finds its comment behind hundreds of others, and leaves those of others alone', async () => {
    const theirs = forge.addComment('12', `${marker}\nmine, says somebody else`, 'mallory');
    for (let count = 0; count < 230; count += 1) forge.addComment('12', `talk ${count}`, 'nancy');
    await comment('--pull-request', '12');
    await report('second');
    await comment('--pull-request', '12');
    expect(theirs.body).toContain('mine, says somebody else');
    expect(forge.bodiesOf('12').filter((body) => body.startsWith(marker))).toHaveLength(2);
    expect(forge.bodiesOf('12').at(-1)).toContain('second');
  });

  it('looks before it posts again where the answer was lost', async () => {
    forge.faults.push({ method: 'POST', status: 502, isDone: true });
    expect((await comment('--pull-request', '12')).exitCode).toBe(0);
    expect(forge.bodiesOf('12')).toHaveLength(1);
  });

  it('says so where the answer was lost and nothing was made', async () => {
    forge.faults.push({ method: 'POST', status: 502, isDone: false });
    const { exitCode, stderr } = await comment('--pull-request', '12');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('outcome unknown')]);
    expect((await comment('--pull-request', '12')).exitCode).toBe(0);
    expect(forge.bodiesOf('12')).toHaveLength(1);
  });

  it.each([
    ['a first limit', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2000000000' }, ''],
    ['a second limit', { 'retry-after': '3' }, ''],
    ['a second limit in words', {}, 'You have exceeded a secondary rate limit.'],
  ])(
    'comes back later where a 403 is %s, and not the right to post that lacks',
    async (_which, headers, message) => {
      const soon = { 'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + 5) };
      const given = 'x-ratelimit-reset' in headers ? { ...headers, ...soon } : headers;
      forge.faults.push({ method: 'POST', status: 403, isDone: false, message, headers: given });
      expect(await comment('--pull-request', '12')).toMatchObject({ exitCode: 0 });
      expect(forge.bodiesOf('12')).toHaveLength(1);
    },
  );

  it('says so where it would have to wait for long', async () => {
    const headers = { 'retry-after': '1800' };
    forge.faults.push({ method: 'POST', status: 403, isDone: false, headers });
    const { exitCode, stderr } = await comment('--pull-request', '12');
    const said = stderr.replace(/\s+/g, ' ');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('too many requests on POST')]);
    expect(said).toContain('asks to retry in 1800 s');
    expect(said).toContain('Run the job again later');
    expect(said).not.toContain('token may write');
  });

  it('finds its comment at the beginning of a thread without an end, and says so where it cannot', async () => {
    await comment('--pull-request', '12');
    for (let count = 0; count < 10_000; count += 1) forge.addComment('12', 'talk', 'nancy');
    await report('second');
    expect(await comment('--pull-request', '12')).toMatchObject({ exitCode: 0 });
    expect(forge.bodiesOf('12')[0]).toContain('second');
    forge.comments.get('12')?.shift();
    forge.requests.length = 0;
    const { exitCode, stderr } = await comment('--pull-request', '12');
    const said = stderr.replace(/\s+/g, ' ');
    expect([exitCode, said]).toEqual([1, expect.stringContaining('among the first 10,000')]);
    expect(forge.requests.length).toBeLessThan(110);
  });

  it('finds the pull request that brought a commit, the merged one first', async () => {
    forge.pulls.set('abc123', [
      { number: 4, isMerged: false },
      { number: 5, isMerged: true },
    ]);
    await comment('--commit', 'abc123');
    expect([forge.bodiesOf('4'), forge.bodiesOf('5')]).toEqual([[], [`${marker}\n### first\n`]]);
    const none = await comment('--commit', 'def456');
    expect([none.exitCode, none.stdout]).toEqual([
      0,
      expect.stringContaining('Nothing was posted'),
    ]);
  });

  it('says what the token may not do, without the token', async () => {
    forge.mayWrite = false;
    const { exitCode, stderr } = await comment('--pull-request', '12');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('403 forbidden')]);
    expect(stderr).not.toContain(forge.token);
  });
});

describe.each(kinds)('cyclectl forge issue at %s', (kind) => {
  const issue = (...more: readonly string[]) =>
    run(kind, 'issue', file, '--title', 'Drift in local', ...more);

  it('opens one issue, changes it while it is open, and closes it', async () => {
    forge.addIssue({ body: `${marker}\nfake`, author: 'mallory', labels: ['cyclectl-drift'] });
    expect((await issue()).stdout).toContain('an issue');
    await report('second');
    await issue();
    expect(forge.openIssues().map(({ body }) => body)).toEqual([
      `${marker}\nfake`,
      `${marker}\n### second\n`,
    ]);
    await report('clean');
    expect((await issue('--close')).stdout).toContain('Closed');
    expect(forge.issues.at(-1)).toMatchObject({
      isOpen: false,
      title: 'Drift in local',
      body: `${marker}\n### clean\n`,
    });
    expect((await issue('--close')).stdout).toContain('Nothing was posted');
  });

  it('leaves one open whose report has differences that fail nothing', async () => {
    await issue();
    await report('labels', '<!-- cyclectl open: 2 -->');
    expect((await issue('--close')).stdout).toContain('Updated the issue');
    expect(forge.openIssues().map(({ body }) => body)).toEqual([
      `${marker}\n<!-- cyclectl open: 2 -->\n### labels\n`,
    ]);
    await report('clean');
    expect((await issue('--close')).stdout).toContain('Closed');
  });

  it('opens another one where the earlier one was closed', async () => {
    await issue();
    await issue('--close');
    await issue();
    expect(forge.issues).toHaveLength(2);
    expect(forge.openIssues()).toHaveLength(1);
  });
});

describe('cyclectl forge', () => {
  it('knows what it has written with the token of an app of its own', async () => {
    forge.author = 'deploy-helper[bot]';
    const theirs = forge.addComment('12', `${marker}\nby a workflow`, 'github-actions[bot]');
    for (const text of ['second', 'third']) {
      await report(text);
      await run('github', 'comment', file, '--pull-request', '12');
    }
    expect(theirs.body).toContain('by a workflow');
    expect(forge.bodiesOf('12').slice(1)).toEqual([`${marker}\n### third\n`]);
  });

  it.each(['sample', 'a/b/c', '../b', 'a/..', 'a/b?c', 'a b/c', '/b'])(
    'sends nothing where GITHUB_REPOSITORY is %s',
    async (repository) => {
      const environment = { ...forge.environmentOf('github'), GITHUB_REPOSITORY: repository };
      const asked = ['forge', 'comment', file, '--pull-request', '1'];
      const { exitCode, stderr } = await runInProcess({ directory: '.', environment }, ...asked);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('GITHUB_REPOSITORY')]);
      expect(forge.requests).toEqual([]);
    },
  );

  it.each(['..', 'group/../other', 'group//name', '7?x', '/7'])(
    'sends nothing where CI_PROJECT_ID is %s',
    async (project) => {
      const environment = { ...forge.environmentOf('gitlab'), CI_PROJECT_ID: project };
      const asked = ['forge', 'comment', file, '--pull-request', '1'];
      const { exitCode, stderr } = await runInProcess({ directory: '.', environment }, ...asked);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('CI_PROJECT_ID')]);
      expect(forge.requests).toEqual([]);
    },
  );

  it.each([
    ['no job', {}, 'neither GITHUB_REPOSITORY nor CI_PROJECT_ID'],
    ['no token', { GITHUB_REPOSITORY: 'a/b' }, 'GITHUB_TOKEN is not set'],
    [
      'an address without TLS',
      { CI_PROJECT_ID: '1', CI_API_V4_URL: 'http://forge.example/api/v4', GITLAB_TOKEN: 'x' },
      'does not use https',
    ],
    [
      'a token with a line end',
      { GITHUB_REPOSITORY: 'a/b', GITHUB_TOKEN: 'x\ny' },
      'not allowed in a header',
    ],
  ])('sends nothing where there is %s', async (_what, environment, says) => {
    const asked = ['forge', 'comment', file, '--pull-request', '1'];
    const { exitCode, stderr } = await runInProcess({ directory: '.', environment }, ...asked);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  it('takes the pull request from the job, and refuses a job that is of none', async () => {
    const of = (more: Record<string, string>) => ({
      directory: '.',
      environment: { ...forge.environmentOf('github'), ...more },
    });
    await runInProcess(of({ GITHUB_REF: 'refs/pull/31/merge' }), 'forge', 'comment', file);
    expect(forge.bodiesOf('31')).toHaveLength(1);
    const none = await runInProcess(
      of({ GITHUB_REF: 'refs/heads/main' }),
      'forge',
      'comment',
      file,
    );
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining('no pull request')]);
  });

  it('posts only what is a report', async () => {
    await writeFile(file, 'the password is hunter2\n');
    const { exitCode, stderr } = await run('github', 'comment', file, '--pull-request', '1');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not a Markdown report')]);
    expect(forge.requests).toEqual([]);
  });
});
