import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { git } from '../cli/git-repository.ts';
import { holdRequest } from '../cli/hold-request.ts';
import { talk } from '../cli/talk-in-process.ts';
import { consoleRequest } from '../worlds/console-request.ts';
import { openPipeline, type Pipeline } from './pipeline.ts';

const timeoutMs = 120_000;
const ofPull = (number: number) => ({ GITHUB_REF: `refs/pull/${number}/merge` });
const planOf = (checkout: string) => join(checkout, 'cyclectl-reports/cyclectl.plan');

let place: Pipeline;

beforeAll(async () => {
  place = await openPipeline();
  // What is there before the first pull request.
  const main = await git(place.project.directory, 'rev-parse', 'main');
  const { checkout } = await place.run({ at: main, does: 'review', variables: ofPull(1) });
  const first = await place.run({
    at: main,
    does: 'apply',
    variables: { CYCLECTL_PLAN: planOf(checkout), CYCLECTL_POST: 'false' },
  });
  expect(first, first.log).toMatchObject({ exitCode: 0 });
}, timeoutMs);

/** Moves a value of northwind on a branch, from what it is there. */
async function setTimezone(name: string): Promise<void> {
  const { project } = place;
  await git(project.directory, 'checkout', '--quiet', 'main');
  const text = await readFile(join(project.directory, 'accounts/northwind.yaml'), 'utf8');
  await project.write('accounts/northwind.yaml', text.replace(/timezone: .*/, `timezone: ${name}`));
}

async function readTimezone(): Promise<unknown> {
  const path = '/v1.0/accounts/northwind-8812';
  const account = await consoleRequest(place.emulator, { method: 'GET', path });
  return (account as { Timezone: string }).Timezone;
}

async function moveName(name: string): Promise<void> {
  const path = '/v1.0/accounts/northwind-8812';
  await consoleRequest(place.emulator, { method: 'PUT', path, body: { Name: name } });
}

describe('A pull request', () => {
  it(
    'gets one comment, which follows it, and is applied after the merge exactly as it was planned',
    async () => {
      const { forge } = place;
      await setTimezone('Europe/Lisbon');
      const early = await place.push('lisbon', 'Move to Lisbon');
      const variables = { ...ofPull(12), CYCLECTL_BASE: 'origin/main' };
      const reviewed = await place.run({ at: early, does: 'review', variables });
      expect(reviewed, reviewed.log).toMatchObject({ exitCode: 0 });
      expect(forge.bodiesOf('12')).toEqual([expect.stringContaining('Europe/Lisbon')]);
      expect(reviewed.log).toContain('1 account not looked at');
      await setTimezone('Europe/Madrid');
      const head = await place.push('lisbon', 'Rather to Madrid');
      const again = await place.run({ at: head, does: 'review', variables });
      expect(forge.bodiesOf('12')).toEqual([expect.stringContaining('Europe/Madrid')]);
      for (const file of ['plan.md', 'plan.html', 'plan.json', 'validate.xml', 'validate.sarif'])
        expect(existsSync(join(again.checkout, 'cyclectl-reports', file)), file).toBe(true);

      const merged = await place.merge('lisbon');
      forge.pulls.set(merged, [{ number: 12, isMerged: true }]);
      const applied = await place.run({
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
      expect(await readTimezone()).toBe('Europe/Madrid');
      expect(forge.bodiesOf('12')).toEqual([
        expect.stringContaining('cyclectl plan'),
        expect.stringContaining('cyclectl apply'),
      ]);
      const history = await talk(place.project, '-e', 'prod', 'history', '--format', 'json');
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
    'whose plan does not hold any more is not applied, and a fresh plan is posted that is',
    async () => {
      const { forge } = place;
      await setTimezone('Europe/Rome');
      const head = await place.push('rome', 'Move to Rome');
      const reviewed = await place.run({ at: head, does: 'review', variables: ofPull(13) });
      const merged = await place.merge('rome');
      forge.pulls.set(merged, [{ number: 13, isMerged: true }]);
      const path = '/v1.0/accounts/northwind-8812';
      const body = { Timezone: 'Europe/Oslo' };
      await consoleRequest(place.emulator, { method: 'PUT', path, body });
      const variables = { CYCLECTL_COMMIT: merged };
      const stale = await place.run({
        at: merged,
        does: 'apply',
        variables: { ...variables, CYCLECTL_PLAN: planOf(reviewed.checkout) },
      });
      expect(stale, stale.log).toMatchObject({ exitCode: 1 });
      expect(await readTimezone()).toBe('Europe/Oslo');
      const [plan, apply] = forge.bodiesOf('13');
      expect(plan).toContain('Europe/Oslo');
      expect(apply).toContain('plan-stale');
      const fresh = planOf(stale.checkout);
      const second = await place.run({
        at: merged,
        does: 'apply',
        variables: { ...variables, CYCLECTL_PLAN: fresh },
      });
      expect(second, second.log).toMatchObject({ exitCode: 0 });
      expect(await readTimezone()).toBe('Europe/Rome');
    },
    timeoutMs,
  );

  it(
    'that meets another one in the same account is refused after the merge of both',
    async () => {
      await setTimezone('Europe/Vienna');
      const vienna = await place.push('vienna', 'Move to Vienna');
      const reviewed = await place.run({ at: vienna, does: 'review', variables: ofPull(14) });
      await git(place.project.directory, 'checkout', '--quiet', 'main');
      await place.project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
      await place.push('apac', 'Mean another region');
      await place.merge('apac');
      const merged = await place.merge('vienna');
      const applied = await place.run({
        at: merged,
        does: 'apply',
        variables: { CYCLECTL_PLAN: planOf(reviewed.checkout), CYCLECTL_POST: 'false' },
      });
      expect(applied, applied.log).toMatchObject({ exitCode: 1 });
      expect(await readTimezone()).not.toBe('Europe/Vienna');
      expect(place.forge.bodiesOf('14')).toEqual([expect.stringContaining('Europe/Vienna')]);
    },
    timeoutMs,
  );

  it(
    'of a fork has no secret: it is planned on the embedded service, nothing is posted, no plan is saved',
    async () => {
      const { forge } = place;
      await setTimezone('Europe/Paris');
      const head = await place.push('fork', 'From a fork');
      const before = [forge.requests.length, place.emulator.requests().length];
      const { exitCode, log, checkout } = await place.run({
        at: head,
        does: 'review',
        isFork: true,
        variables: { CYCLECTL_ENVIRONMENT: 'local' },
      });
      expect([exitCode, log]).toEqual([0, expect.stringContaining('Europe/Paris')]);
      expect(existsSync(planOf(checkout))).toBe(false);
      expect([forge.requests.length, place.emulator.requests().length]).toEqual(before);
    },
    timeoutMs,
  );

  it(
    'with a mistake is told of it where it stands',
    async () => {
      const { forge, project } = place;
      await git(project.directory, 'checkout', '--quiet', 'main');
      await project.edit('accounts/contoso.yaml', 'retention:', 'retension:');
      const head = await place.push('mistake', 'Mistype');
      const { exitCode } = await place.run({ at: head, does: 'review', variables: ofPull(16) });
      expect(exitCode).toBe(1);
      expect(forge.bodiesOf('16')).toEqual([
        expect.stringMatching(/accounts\/contoso\.yaml:\d+:\d+/),
      ]);
    },
    timeoutMs,
  );
});

describe('After the merge', () => {
  it(
    'a job that is killed is gone on with by the next one, from another checkout',
    async () => {
      await git(place.project.directory, 'checkout', '--quiet', 'main');
      await place.project.edit('accounts/northwind.yaml', 'every: 15m', 'every: 30m');
      await place.project.edit('accounts/northwind.yaml', 'region: eu}', 'region: us}');
      const head = await place.push('killed', 'Run it less often');
      const reviewed = await place.run({ at: head, does: 'review', variables: ofPull(17) });
      const merged = await place.merge('killed');
      const job = {
        at: merged,
        does: 'apply',
        variables: { CYCLECTL_PLAN: planOf(reviewed.checkout), CYCLECTL_POST: 'false' },
      } as const;
      const held = holdRequest(place.emulator, { method: 'PUT', path: '/v1.0/**', nth: 2 });
      const killed = await place.start(job);
      await held.hasCome();
      killed.kill();
      expect((await killed.ended).exitCode).toBeUndefined();
      place.emulator.control.plantFaults([]);
      const second = await place.run(job);
      expect(second, second.log).toMatchObject({ exitCode: 0 });
      expect(second.log).toContain('Going on with the apply');
      const left = await talk(place.project, '-e', 'prod', 'plan', '--exit-code');
      expect(left, left.stdout).toMatchObject({ exitCode: 0 });
    },
    timeoutMs,
  );

  it(
    'nothing is applied without a saved plan: a fresh one is posted',
    async () => {
      const merged = await git(place.project.directory, 'rev-parse', 'main');
      place.forge.pulls.set(merged, [{ number: 18, isMerged: true }]);
      const variables = { CYCLECTL_COMMIT: merged };
      const { exitCode, checkout } = await place.run({ at: merged, does: 'apply', variables });
      expect(exitCode).toBe(1);
      expect(existsSync(planOf(checkout))).toBe(true);
      expect(place.forge.bodiesOf('18')).toEqual([expect.stringContaining('cyclectl plan')]);
    },
    timeoutMs,
  );
});

describe('By the clock', () => {
  it(
    'drift opens one issue, changes it, and closes it when it is over',
    async () => {
      const { forge } = place;
      const at = await git(place.project.directory, 'rev-parse', 'main');
      const drift = async () => {
        const job = await place.run({ at, does: 'drift' });
        expect(job, job.log).toMatchObject({ exitCode: 0 });
        return forge.openIssues().map(({ title, body }) => [title, body]);
      };
      expect(await drift()).toEqual([]);
      await moveName('By hand');
      const [opened, ...others] = await drift();
      expect(others).toEqual([]);
      expect(opened).toEqual(['Drift in prod', expect.stringContaining('By hand')]);
      await moveName('By another hand');
      expect(await drift()).toEqual([
        ['Drift in prod', expect.stringContaining('By another hand')],
      ]);
      const saved = join(place.project.directory, 'revert.json');
      const { project } = place;
      expect(await talk(project, '-e', 'prod', 'drift', '--revert', '--out', saved)).toMatchObject({
        exitCode: 0,
      });
      expect(await talk(project, '-e', 'prod', 'apply', saved)).toMatchObject({ exitCode: 0 });
      expect(await drift()).toEqual([]);
      expect(forge.issues).toHaveLength(1);
    },
    timeoutMs,
  );
});
