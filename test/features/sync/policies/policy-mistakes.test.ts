import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit } from '../../../support/git-repository.ts';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import {
  commitPolicies,
  copyPolicies,
  makeFolder,
  nothing,
  say,
  withVariables,
} from './policy-project.ts';

describe('validate by policies that have mistakes', () => {
  it('reports each once, and no account as passed', async () => {
    const project = await commitPolicies();
    await project.edit('policy/schedules.yaml', 'about: cycle', 'about: cycles');
    await commit(project, 'Break');
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    const { exitCode, text } = await say(
      asked,
      'validate',
      '--report',
      `junit=${join(project.directory, 'junit.xml')}`,
    );
    expect(exitCode).toBe(1);
    expect(text.match(/policy\/schedules.yaml:6:10: error/g)).toHaveLength(1);
    expect(text).not.toContain('is not checked');
    const junit = await readProjectFile(project, 'junit.xml');
    expect(junit).toContain('northwind is not checked, because the policies have mistakes');
  });

  it('gives those of a commit no place in the checkout', async () => {
    const project = await commitPolicies();
    await project.edit('policy/schedules.yaml', 'about: cycle', 'about: cycles');
    await commit(project, 'Break');
    await project.edit('policy/schedules.yaml', 'about: cycles', 'about: cycle');
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    await say(asked, 'validate', '--report', `sarif=${join(project.directory, 'out.sarif')}`);
    const sarif = await readProjectFile(project, 'out.sarif');
    expect(sarif).toContain('HEAD:policy/schedules.yaml:6:10: ');
    expect(sarif).not.toContain('HEAD%3Apolicy');
  });
});

describe('cyclectl policy test', () => {
  it('passes the examples of the example', async () => {
    const { exitCode, stdout } = await say(await copyPolicies(), 'policy', 'test');
    expect(stdout).toBe('5 policies, 15 examples. All pass.');
    expect(exitCode).toBe(0);
  });

  it('fails with an example that fails, and so does validate', async () => {
    const project = await copyPolicies();
    await project.edit('policy/schedules.yaml', '>= duration("15m")', '>= duration("2m")');
    const { exitCode, text } = await say(project, 'policy', 'test');
    expect(exitCode).toBe(1);
    expect(text).toContain('2 examples fail.');
    expect(text).toContain('policy/schedules.yaml:26:15: error: The example "every 5 minutes"');
    for (const file of [[], [join(project.directory, 'policy/schedules.yaml')]]) {
      const validated = await say(project, 'validate', ...file);
      expect(validated.exitCode).toBe(1);
      expect(validated.text).toContain('The example "every 5 minutes"');
    }
  });

  it('does not say that all pass where a policy has mistakes', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'own.yaml'), nothing.replace('about: cycle', 'about: cycles'));
    const { stdout } = await say(await copyPolicies(), 'policy', 'test', folder);
    expect(stdout).toBe('0 policies, 0 examples. Policies with mistakes were not tested.');
  });

  it('tests another folder as data, and says where there is none', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'own.yaml'), nothing);
    const project = await copyPolicies();
    const tested = await say(project, 'policy', 'test', folder, '--format', 'json');
    expect(JSON.parse(tested.stdout)).toMatchObject({
      kind: 'policy-test',
      policies: [{ name: 'no-cycles', file: join(folder, 'own.yaml'), examples: 0, failed: [] }],
    });
    const none = await say(project, 'policy', 'test', join(folder, 'none'));
    expect(none.exitCode).toBe(1);
    expect(none.text).toContain('There is no folder of policies');
  });
});
