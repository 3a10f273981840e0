import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockRequest } from '../support/block-request.ts';
import { git } from '../support/git-repository.ts';
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

describe('A pull request', () => {
  it(
    'whose plan does not hold any more is not applied, and a fresh plan is posted that is',
    async () => {
      const { forge } = pipeline;
      await setTimezone(pipeline, 'Europe/Rome');
      const head = await pipeline.push('rome', 'Move to Rome');
      const reviewed = await pipeline.run({
        at: head,
        does: 'review',
        variables: ofPull(13),
        inProcess: true,
      });
      await pipeline.merge('rome');
      await git(pipeline.project.directory, 'checkout', '--quiet', 'main');
      const contoso = 'displayName: Contoso\n';
      await pipeline.project.edit(
        'accounts/contoso.yaml',
        contoso,
        `${contoso}  timezone: Europe/Paris\n`,
      );
      await pipeline.push('paris', 'Move another account');
      const merged = await pipeline.merge('paris');
      forge.pulls.set(merged, [{ number: 13, isMerged: true }]);
      const path = '/v1.0/accounts/northwind-8812';
      const body = { Timezone: 'Europe/Oslo' };
      await consoleRequest(pipeline.emulator, { method: 'PUT', path, body });
      const variables = { CYCLECTL_COMMIT: merged };
      const stale = await pipeline.run({
        at: merged,
        does: 'apply',
        variables: { ...variables, CYCLECTL_PLAN: planOf(reviewed.checkout) },
        inProcess: true,
      });
      expect(stale, stale.log).toMatchObject({ exitCode: 1 });
      expect(await readTimezone(pipeline)).toBe('Europe/Oslo');
      const [plan, apply] = forge.bodiesOf('13');
      expect(plan).toContain('Europe/Oslo');
      expect(apply).toContain('plan-stale');
      // The other account was in nobody's plan: the fresh one does not reach it either.
      expect(plan).toContain('1 account excluded: the plan that it replaces');
      const fresh = planOf(stale.checkout);
      const second = await pipeline.run({
        at: merged,
        does: 'apply',
        variables: { ...variables, CYCLECTL_PLAN: fresh },
        inProcess: true,
      });
      expect(second, second.log).toMatchObject({ exitCode: 0 });
      expect(await readTimezone(pipeline)).toBe('Europe/Rome');
      const rest = await pipeline.plan('--select', 'account=contoso');
      expect(await readFile(rest, 'utf8'), 'no plan had it').toContain('Europe/Paris');
      const applied = await runInProcess(pipeline.project, '-e', 'prod', 'apply', rest);
      expect(applied, applied.stderr).toMatchObject({ exitCode: 0 });
    },
    timeoutMs,
  );

  it(
    'that meets another one in the same account is refused after the merge of both',
    async () => {
      await setTimezone(pipeline, 'Europe/Vienna');
      await pipeline.push('vienna', 'Move to Vienna');
      const plan = await pipeline.plan();
      await git(pipeline.project.directory, 'checkout', '--quiet', 'main');
      await pipeline.project.edit('accounts/northwind.yaml', 'region: emea', 'region: apac');
      await pipeline.push('apac', 'Mean another region');
      await pipeline.merge('apac');
      const merged = await pipeline.merge('vienna');
      pipeline.forge.pulls.set(merged, [{ number: 14, isMerged: true }]);
      const applied = await pipeline.run({
        at: merged,
        does: 'apply',
        variables: { CYCLECTL_PLAN: plan, CYCLECTL_POST: 'false' },
        inProcess: true,
      });
      expect(applied, applied.log).toMatchObject({ exitCode: 1 });
      expect(await readTimezone(pipeline)).not.toBe('Europe/Vienna');
      expect(pipeline.forge.bodiesOf('14')).toEqual([]);
    },
    timeoutMs,
  );
});

describe('After the merge', () => {
  it(
    'a job that is killed is resumed by the next one, from another checkout; none works beside it',
    async () => {
      const { forge, project, emulator } = pipeline;
      await git(project.directory, 'checkout', '--quiet', 'main');
      await project.edit('accounts/northwind.yaml', 'every: 15m', 'every: 30m');
      await project.edit('accounts/northwind.yaml', 'region: eu}', 'region: us}');
      await pipeline.push('killed', 'Run it less often');
      const plan = await pipeline.plan();
      const other = await pipeline.plan('--select', 'account=northwind');
      const merged = await pipeline.merge('killed');
      forge.pulls.set(merged, [{ number: 17, isMerged: true }]);
      const apply = (file: string, more = {}) => {
        const variables = { CYCLECTL_COMMIT: merged, CYCLECTL_PLAN: file, ...more };
        return { at: merged, does: 'apply', variables } as const;
      };
      const held = blockRequest(emulator, { method: 'PUT', path: '/v1.0/**', nth: 2 });
      const killed = await pipeline.start(apply(plan));
      await held.hasCome();
      const patience = { CYCLECTL_LOCK_TIMEOUT: '0s' };
      // One after the other: beside each other they might meet in a lock of their own.
      const busy = [
        await pipeline.run(apply(plan, patience)),
        await pipeline.run({ ...apply(other, patience), inProcess: true }),
      ];
      expect(busy.map(({ log }) => /\[(run-at-work|lock-held)\]/.exec(log)?.[1])).toEqual([
        'run-at-work',
        'lock-held',
      ]);
      for (const { exitCode, log, checkout } of busy) {
        expect([exitCode, log]).toEqual([1, expect.stringContaining('Another job is applying')]);
        expect(existsSync(planOf(checkout))).toBe(false);
      }
      expect(forge.bodiesOf('17')).toEqual([]);
      killed.kill();
      expect((await killed.ended).exitCode).toBeUndefined();
      emulator.control.plantFaults([]);
      const second = await pipeline.run(apply(plan));
      expect(second, second.log).toMatchObject({ exitCode: 0 });
      expect(second.log).toContain('Continuing the apply');
      expect(forge.bodiesOf('17')).toEqual([expect.stringContaining('cyclectl apply')]);
      const left = await runInProcess(project, '-e', 'prod', 'plan', '--exit-code');
      expect(left, left.stdout).toMatchObject({ exitCode: 0 });
    },
    timeoutMs,
  );

  it(
    'nothing is applied without a saved plan: a fresh one is posted, and all is well where it has nothing to do',
    async () => {
      await git(pipeline.project.directory, 'checkout', '--quiet', 'main');
      await setTimezone(pipeline, 'Europe/Lisbon');
      await pipeline.push('lisbon', 'Move to Lisbon');
      const merged = await pipeline.merge('lisbon');
      pipeline.forge.pulls.set(merged, [{ number: 18, isMerged: true }]);
      const variables = { CYCLECTL_COMMIT: merged };
      const { exitCode, checkout } = await pipeline.run({
        at: merged,
        does: 'apply',
        variables,
        inProcess: true,
      });
      expect(exitCode).toBe(1);
      expect(existsSync(planOf(checkout))).toBe(true);
      expect(pipeline.forge.bodiesOf('18')).toEqual([expect.stringContaining('cyclectl plan')]);
      const fresh = planOf(checkout);
      const applied = await runInProcess(pipeline.project, '-e', 'prod', 'apply', fresh);
      expect(applied, applied.stderr).toMatchObject({ exitCode: 0 });
      expect(await readTimezone(pipeline)).toBe('Europe/Lisbon');
      const again = await pipeline.run({ at: merged, does: 'apply', variables, inProcess: true });
      expect(again, again.log).toMatchObject({ exitCode: 0 });
    },
    timeoutMs,
  );
});
