import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git } from '../support/git-repository.ts';
import { closeAfterFile } from '../support/opened.ts';
import { programPath } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { consoleRequest } from '../worlds/console/console-request.ts';
import {
  ofPull,
  openAppliedPipeline,
  type Pipeline,
  planOf,
  readTimezone,
  setTimezone,
} from './pipeline.ts';

const timeoutMs = 120_000;

let pipeline: Pipeline;

beforeAll(async () => {
  pipeline = await openAppliedPipeline();
}, timeoutMs);

async function moveName(name: string): Promise<void> {
  const path = '/v1.0/accounts/northwind-8812';
  await consoleRequest(pipeline.emulator, { method: 'PUT', path, body: { Name: name } });
}

describe('A pull request', () => {
  it(
    'shows below its plan what a rehearsal of it came to, where that is asked for',
    async () => {
      const { forge } = pipeline;
      await setTimezone(pipeline, 'Europe/Prague');
      const head = await pipeline.push('prague', 'Move to Prague');
      const variables = { ...ofPull(31), CYCLECTL_BASE: 'origin/main', CYCLECTL_REHEARSE: 'true' };
      const reviewed = await pipeline.run({ at: head, does: 'review', variables });
      expect(reviewed, reviewed.log).toMatchObject({ exitCode: 0 });
      const [comment = ''] = forge.bodiesOf('31');
      expect(forge.bodiesOf('31')).toHaveLength(1);
      expect(comment).toMatch(/### cyclectl plan[\s\S]*### cyclectl rehearse/);
      expect(comment).toContain('1 account rehearsed, nothing failed');
      expect(existsSync(join(reviewed.checkout, 'cyclectl-reports', 'rehearse.json'))).toBe(true);
    },
    timeoutMs,
  );

  it(
    'gets one comment, which follows it, and is applied after the merge exactly as it was planned',
    async () => {
      const { forge } = pipeline;
      await setTimezone(pipeline, 'Europe/Lisbon');
      const early = await pipeline.push('lisbon', 'Move to Lisbon');
      const variables = { ...ofPull(12), CYCLECTL_BASE: 'origin/main' };
      const reviewed = await pipeline.run({ at: early, does: 'review', variables });
      expect(reviewed, reviewed.log).toMatchObject({ exitCode: 0 });
      expect(forge.bodiesOf('12')).toEqual([expect.stringContaining('Europe/Lisbon')]);
      expect(reviewed.log).toContain('1 account excluded');
      await setTimezone(pipeline, 'Europe/Madrid');
      const head = await pipeline.push('lisbon', 'Rather to Madrid');
      const again = await pipeline.run({ at: head, does: 'review', variables, inProcess: true });
      expect(forge.bodiesOf('12')).toEqual([expect.stringContaining('Europe/Madrid')]);
      for (const file of ['plan.md', 'plan.html', 'plan.json', 'validate.xml', 'validate.sarif'])
        expect(existsSync(join(again.checkout, 'cyclectl-reports', file)), file).toBe(true);

      const merged = await pipeline.merge('lisbon');
      forge.pulls.set(merged, [{ number: 12, isMerged: true }]);
      const applied = await pipeline.run({
        at: merged,
        does: 'apply',
        variables: {
          CYCLECTL_PLAN: planOf(again.checkout),
          CYCLECTL_APPROVED_BY: 'a reviewer',
          CYCLECTL_COMMIT: merged,
          GITHUB_SERVER_URL: 'https://forge.example',
          GITHUB_RUN_ID: '4711',
        },
      });
      expect(applied, applied.log).toMatchObject({ exitCode: 0 });
      expect(await readTimezone(pipeline)).toBe('Europe/Madrid');
      expect(forge.bodiesOf('12')).toEqual([
        expect.stringContaining('cyclectl plan'),
        expect.stringContaining('cyclectl apply'),
      ]);
      const history = await runInProcess(
        pipeline.project,
        '-e',
        'prod',
        'history',
        '--format',
        'json',
      );
      const [run] = JSON.parse(history.stdout).runs;
      expect(run).toMatchObject({
        approvedBy: 'a reviewer',
        commit: merged,
        ciRun: 'https://forge.example/sample/integrations/actions/runs/4711',
      });
    },
    timeoutMs,
  );

  it(
    'of a fork has no secret: it is planned on the embedded service, nothing is posted, no plan is saved',
    async () => {
      const { forge } = pipeline;
      await setTimezone(pipeline, 'Europe/Paris');
      const head = await pipeline.push('fork', 'From a fork');
      const before = [forge.requests.length, pipeline.emulator.requests().length];
      const folder = await mkdtemp(join(tmpdir(), 'with a space '));
      closeAfterFile(() => rm(folder, { recursive: true }));
      const program = join(folder, 'cyclectl.js');
      await symlink(programPath, program);
      const { exitCode, log, checkout } = await pipeline.run({
        at: head,
        does: 'review',
        isFork: true,
        variables: { CYCLECTL_ENVIRONMENT: 'local', CYCLECTL: program },
      });
      expect([exitCode, log]).toEqual([0, expect.stringContaining('Europe/Paris')]);
      expect(existsSync(planOf(checkout))).toBe(false);
      expect([forge.requests.length, pipeline.emulator.requests().length]).toEqual(before);
    },
    timeoutMs,
  );

  it(
    'with a mistake reports it with its position',
    async () => {
      const { forge, project } = pipeline;
      await git(project.directory, 'checkout', '--quiet', 'main');
      await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
      const head = await pipeline.push('mistake', 'Mistype');
      const { exitCode } = await pipeline.run({
        at: head,
        does: 'review',
        variables: ofPull(16),
        inProcess: true,
      });
      expect(exitCode).toBe(1);
      expect(forge.bodiesOf('16')).toEqual([
        expect.stringMatching(/accounts\/contoso\.yaml:\d+:\d+/),
      ]);
    },
    timeoutMs,
  );
});

describe('By the clock', () => {
  it(
    'drift opens one issue, changes it, and closes it when it is over',
    async () => {
      const { forge } = pipeline;
      await git(pipeline.project.directory, 'checkout', '--quiet', 'main');
      const at = await git(pipeline.project.directory, 'rev-parse', 'main');
      const drift = async (how: { readonly inProcess?: true } = { inProcess: true }) => {
        const job = await pipeline.run({ at, does: 'drift', ...how });
        expect(job, job.log).toMatchObject({ exitCode: 0 });
        return forge.openIssues().map(({ title, body }) => [title, body]);
      };
      await moveName('By hand');
      const [opened, ...others] = await drift({});
      expect(others).toEqual([]);
      expect(opened).toEqual(['Drift in prod', expect.stringContaining('By hand')]);
      await moveName('By another hand');
      expect(await drift()).toEqual([
        ['Drift in prod', expect.stringContaining('By another hand')],
      ]);
      const saved = join(pipeline.project.directory, 'revert.json');
      const { project } = pipeline;
      expect(
        await runInProcess(project, '-e', 'prod', 'drift', '--revert', '--out', saved),
      ).toMatchObject({
        exitCode: 0,
      });
      expect(await runInProcess(project, '-e', 'prod', 'apply', saved)).toMatchObject({
        exitCode: 0,
      });
      expect(await drift()).toEqual([]);
      expect(forge.issues).toHaveLength(1);
    },
    timeoutMs,
  );
});
