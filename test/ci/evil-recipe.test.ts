import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openReceiver } from '../notify/receiver.ts';
import { git } from '../support/git-repository.ts';
import { ofPull, openPipeline, type Pipeline } from './pipeline.ts';
import { listWorkflowCommands } from './workflow-commands.ts';

const timeoutMs = 120_000;

let pipeline: Pipeline;

beforeAll(async () => {
  pipeline = await openPipeline();
}, timeoutMs);

describe('A malicious pull request', () => {
  it(
    'that leads elsewhere is refused before anything is sent, and says so in its comment',
    async () => {
      const { forge, project } = pipeline;
      const evil = await openReceiver();
      await git(project.directory, 'checkout', '--quiet', 'main');
      const text = await readFile(join(project.directory, 'cyclectl.yaml'), 'utf8');
      await project.write('cyclectl.yaml', text.replace(/baseUrl: \S+/, `baseUrl: ${evil.url}`));
      const head = await pipeline.push('evil', 'Nothing to see');
      const { exitCode, log } = await pipeline.run({
        at: head,
        does: 'review',
        variables: ofPull(15),
      });
      expect(exitCode).toBe(1);
      // Where no runner reads the lines nothing is said to one.
      expect(log).toContain('origin-not-allowed');
      expect(log).not.toContain('stop-commands');
      expect(evil.heard).toEqual([]);
      expect(forge.bodiesOf('15')).toEqual([expect.stringContaining('origin-not-allowed')]);
    },
    timeoutMs,
  );

  it(
    'that brings a folder of reports along leads nowhere, and nothing of it is posted',
    async () => {
      const { forge, project } = pipeline;
      const reports = join(project.directory, 'cyclectl-reports');
      await git(project.directory, 'checkout', '--quiet', 'main');
      await mkdir(reports);
      await symlink('/proc/self/environ', join(reports, 'validate.md'));
      await symlink('/proc/self/environ', join(reports, 'plan.annotations'));
      const head = await pipeline.push('links', 'Bring links along');
      const variables = { ...ofPull(19), GITHUB_ACTIONS: 'true' };
      const { exitCode, log } = await pipeline.run({ at: head, does: 'review', variables });
      expect([exitCode, log]).toEqual([0, expect.not.stringContaining(forge.token)]);
      expect(forge.bodiesOf('19')).toEqual([expect.stringContaining('cyclectl plan')]);
      await rm(reports, { recursive: true });
      await symlink('/tmp', reports);
      const whole = await pipeline.push('link', 'Bring a link along');
      const refused = await pipeline.run({ at: whole, does: 'review', variables: ofPull(20) });
      expect([refused.exitCode, refused.log]).toEqual([1, expect.stringContaining('is a link')]);
      expect(forge.bodiesOf('20')).toEqual([]);
      await git(project.directory, 'checkout', '--quiet', 'main');
    },
    timeoutMs,
  );

  it(
    'that writes commands of the runner into its names gives it none, in whichever line they come to stand',
    async () => {
      const { project } = pipeline;
      await git(project.directory, 'checkout', '--quiet', 'main');
      const name = `##[add-mask]cyclectl ${'::add-mask::cyclectl '.repeat(12)}end`;
      const text = `apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: evil}\nspec: {${JSON.stringify(name)}: 1}\n`;
      await project.write('accounts/evil.yaml', text);
      const head = await pipeline.push('commands', 'Write commands');
      const variables = { ...ofPull(21), GITHUB_ACTIONS: 'true' };
      const { exitCode, log } = await pipeline.run({ at: head, does: 'review', variables });
      expect(exitCode).toBe(1);
      expect(log, 'one that begins a line').toMatch(/^\s*::add-mask::/m);
      expect(log, 'one within a line').toMatch(/[^\s]\s*##\[add-mask\]/);
      expect(new Set(listWorkflowCommands(log))).toEqual(new Set(['stop-commands', 'error']));
    },
    timeoutMs,
  );
});
