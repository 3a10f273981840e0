import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, git } from '../../../support/git-repository.ts';
import {
  commitPolicies,
  copyPolicies,
  denied,
  makeFolder,
  nothing,
  say,
  violate,
  withVariables,
} from './policy-project.ts';

describe('policies of a target branch', () => {
  it('count in place of those of the branch, which can weaken none of them', async () => {
    const project = await commitPolicies();
    await git(project.directory, 'switch', '--quiet', '--create', 'branch');
    await violate(project);
    await rm(join(project.directory, 'policy'), { recursive: true });
    await commit(project, 'Weaken');
    expect((await say(project, 'plan')).exitCode).toBe(0);
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'main' });
    const planned = await say(asked, 'plan');
    expect(planned.exitCode).toBe(1);
    expect(planned.text).toContain(denied);
    expect(planned.text).toContain('in main:policy/schedules.yaml');
    const validated = await say(asked, 'validate');
    expect(validated.exitCode).toBe(1);
    expect(validated.text).toContain(denied);
    const applied = await say(asked, 'apply', '--yes', '--select', 'account=northwind');
    expect(applied.exitCode).toBe(1);
  });

  it('do not have an exception that the branch adds', async () => {
    const project = await commitPolicies();
    await violate(project);
    await project.edit('policy/schedules.yaml', '[fabrikam]', '[fabrikam, northwind]');
    expect((await say(project, 'plan')).exitCode).toBe(0);
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    expect((await say(asked, 'plan')).text).toContain(denied);
  });

  it('are none before a first commit of them, and those of the branch are checked', async () => {
    const project = await commitPolicies();
    await project.write('policy/new.yaml', nothing);
    const folder = join(project.directory, 'policy');
    await git(project.directory, 'rm', '-r', '--quiet', '--cached', 'policy');
    await git(project.directory, 'commit', '--quiet', '--message', 'Without');
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD', CI: 'true' });
    expect((await say(asked, 'plan')).exitCode).toBe(0);
    expect((await say(asked, 'validate')).exitCode).toBe(0);
    await writeFile(join(folder, 'new.yaml'), nothing.replace('key ==', 'nothing =='));
    const { exitCode, text } = await say(asked, 'validate');
    expect(exitCode).toBe(1);
    expect(text).toContain('policy/new.yaml:6:30: error: An expression of the policy no-cycles');
    expect((await say(asked, 'plan')).exitCode).toBe(0);
  });

  it('refuse all where they have a mistake, or the commit is not there', async () => {
    const project = await commitPolicies();
    await project.edit('policy/schedules.yaml', 'about: cycle', 'about: cycles');
    await commit(project, 'Break');
    await project.edit('policy/schedules.yaml', 'about: cycles', 'about: cycle');
    const broken = await say(withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' }), 'plan');
    expect(broken.exitCode).toBe(1);
    expect(broken.text).toContain('HEAD:policy/schedules.yaml:6:10: error:');
    expect(broken.text).not.toContain('to apply');
    const fixed = await say(withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD~' }), 'plan');
    expect(fixed.exitCode).toBe(0);
    const gone = await say(withVariables(project, { CYCLECTL_POLICY_REF: 'nowhere' }), 'plan');
    expect(gone.exitCode).toBe(1);
    expect(gone.text).toContain('git finds no commit nowhere');
  });

  it('are not those of a folder that a branch makes its project a link to', async () => {
    const { directory } = await copyPolicies();
    const outer = await makeFolder();
    const customers = join(outer, 'customers');
    await cp(directory, customers, { recursive: true });
    await git(outer, 'init', '--quiet', '--initial-branch=main');
    await commit({ directory: outer }, 'Begin');
    await rename(customers, join(outer, 'moved'));
    await symlink('moved', customers);
    await commit({ directory: outer }, 'Link');
    const environment = { CYCLECTL_POLICY_REF: 'HEAD~' };
    const planned = await say({ directory: customers, environment }, 'plan');
    expect(planned.exitCode).toBe(1);
    expect(planned.text).toContain('the folder of the project is a link to moved/');
    const inside = await say({ directory: join(outer, 'moved'), environment }, 'plan');
    expect(inside.exitCode).toBe(1);
    expect(inside.text).toContain(
      'has no moved/cyclectl.yaml, but customers/policy/accounts.yaml, so that it does not say',
    );
  });

  it('are none for a project that the commit has without, beside one with policies', async () => {
    const { directory } = await copyPolicies();
    const outer = await makeFolder();
    for (const name of ['customers', 'others']) {
      await cp(directory, join(outer, name), { recursive: true });
    }
    await rm(join(outer, 'others/policy'), { recursive: true });
    await git(outer, 'init', '--quiet');
    await commit({ directory: outer }, 'Begin');
    const environment = { CYCLECTL_POLICY_REF: 'HEAD' };
    const planned = await say({ directory: join(outer, 'others'), environment }, 'plan');
    expect(planned.exitCode, planned.text).toBe(0);
    expect(planned.text).toContain('No policies count');
  });

  it('are not those of a submodule, which a branch chooses', async () => {
    const inner = await commitPolicies();
    const outer = await makeFolder();
    await git(outer, 'init', '--quiet');
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet'] as const;
    await git(outer, ...add, inner.directory, 'customers');
    const project = {
      directory: join(outer, 'customers'),
      environment: { CYCLECTL_POLICY_REF: 'HEAD' },
    };
    const planned = await say(project, 'plan');
    expect(planned.exitCode).toBe(1);
    expect(planned.text).toContain('the project is in a submodule');
  });

  it('are not at a name that a branch and a tag share', async () => {
    const project = await commitPolicies();
    await git(project.directory, 'tag', 'main');
    const planned = await say(withVariables(project, { CYCLECTL_POLICY_REF: 'main' }), 'plan');
    expect(planned.exitCode).toBe(1);
    expect(planned.text).toContain('main is the name of refs/heads/main and of refs/tags/main');
    const named = withVariables(project, { CYCLECTL_POLICY_REF: 'refs/heads/main' });
    const right = await say(named, 'plan');
    expect(right.exitCode).toBe(0);
    expect(right.text).toMatch(
      /\d+ policies count, by CYCLECTL_POLICY_REF \(refs\/heads\/main\)\./,
    );
  });

  it('are beside cyclectl.yaml, also in a folder of the repository', async () => {
    const { directory } = await copyPolicies();
    const outer = await makeFolder();
    const project = { directory: join(outer, 'integrations'), environment: {} };
    await cp(directory, project.directory, { recursive: true });
    await git(outer, 'init', '--quiet');
    await commit({ directory: outer }, 'Begin');
    await rm(join(project.directory, 'policy'), { recursive: true });
    const manifest = join(project.directory, 'accounts/northwind.yaml');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('every: 1h', 'every: 1m'));
    expect((await say(project, 'validate')).exitCode).toBe(0);
    const asked = { ...project, environment: { CYCLECTL_POLICY_REF: 'HEAD' } };
    expect((await say(asked, 'validate')).text).toContain(denied);
  });

  it('must be named in CI', async () => {
    const project = await commitPolicies();
    const asked = withVariables(project, { CI: 'true' });
    for (const command of ['plan', 'validate'] as const) {
      const { exitCode, text } = await say(asked, command);
      expect(exitCode).toBe(1);
      expect(text).toContain('CYCLECTL_POLICY_REF does not name the commit');
    }
  });

  it('are refused where one is a link, because it would not be read', async () => {
    const project = await commitPolicies();
    await git(project.directory, 'config', 'core.symlinks', 'true');
    const path = join(project.directory, 'policy');
    await rm(join(path, 'plans.yaml'));
    await symlink('accounts.yaml', join(path, 'plans.yaml'));
    await commit(project, 'Link');
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    const { exitCode, text } = await say(asked, 'plan');
    expect(exitCode).toBe(1);
    expect(text).toContain('HEAD:policy/plans.yaml is a link');
  });

  it('are refused where a file of theirs would be passed over without a word', async () => {
    const project = await commitPolicies();
    await git(project.directory, 'config', 'core.symlinks', 'true');
    const folder = join(project.directory, 'policy');
    await rename(join(folder, 'plans.yaml'), join(folder, 'plans.YAML'));
    await symlink('../accounts', join(folder, 'more'));
    await symlink('../cyclectl.yaml', join(folder, 'about'));
    await symlink('nobody@nowhere', join(folder, '.#lock.yaml'));
    await commit(project, 'Hide');
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    for (const [each, prefix] of [
      [asked, 'HEAD:'],
      [project, ''],
    ] as const) {
      const { exitCode, text } = await say(each, 'plan');
      expect(exitCode).toBe(1);
      expect(text).toContain(`error: ${prefix}policy/plans.YAML looks like a policy`);
      expect(text).toContain(`error: ${prefix}policy/more is a link`);
      expect(text).not.toContain('policy/about');
      expect(text).not.toContain('lock.yaml');
    }
  });

  it('are refused where the folder itself is a link or a file', async () => {
    const project = await commitPolicies();
    await git(project.directory, 'config', 'core.symlinks', 'true');
    const folder = join(project.directory, 'policy');
    await rename(folder, join(project.directory, 'rules'));
    const asked = withVariables(project, { CYCLECTL_POLICY_REF: 'HEAD' });
    for (const [make, why] of [
      [() => symlink('rules', folder), 'is a link'],
      [() => symlink('nowhere', folder), 'is a link'],
      [() => writeFile(folder, ''), 'is not a regular file'],
    ] as const) {
      await make();
      await commit(project, 'Replace');
      const { exitCode, text } = await say(asked, 'plan');
      expect(exitCode).toBe(1);
      expect(text).toContain(`HEAD:policy ${why}`);
      expect((await say(project, 'validate')).text).toContain(`error: policy ${why}`);
      await rm(folder);
    }
  });
});

describe('policies of the operator', () => {
  it('count beside those of the project', async () => {
    const project = await copyPolicies();
    const folder = await makeFolder();
    await writeFile(join(folder, 'own.yaml'), nothing);
    const asked = withVariables(project, { CYCLECTL_POLICY_FOLDER: folder });
    const { exitCode, text } = await say(asked, 'plan');
    expect(exitCode).toBe(1);
    expect(text).toContain('contoso/cycles/orders violates the policy no-cycles');
    expect(text).toContain(`in ${folder}/own.yaml`);
  });

  it('may be a mounted ConfigMap, whose files are links', async () => {
    const project = await copyPolicies();
    const folder = await makeFolder();
    await mkdir(join(folder, '..2026_11'));
    await writeFile(join(folder, '..2026_11/own.yaml'), nothing);
    await symlink('..2026_11', join(folder, '..data'));
    await symlink('..data/own.yaml', join(folder, 'own.yaml'));
    await symlink('.', join(folder, 'again'));
    const asked = withVariables(project, { CYCLECTL_POLICY_FOLDER: folder });
    const { exitCode, text } = await say(asked, 'plan');
    expect(exitCode).toBe(1);
    expect(text).toContain(`in ${folder}/own.yaml`);
    expect(text).not.toContain('Two policies');
    expect((await say(project, 'policy', 'test', folder)).stdout).toContain('1 policy, 0 examples');
    await symlink('nowhere', join(folder, 'gone.yaml'));
    const dangling = await say(asked, 'plan');
    expect(dangling.text).toContain(`error: ${folder}/gone.yaml is not a regular file`);
  });

  it('are not read where a link leads into the checkout', async () => {
    const project = await commitPolicies();
    const folder = await makeFolder();
    await symlink(join(project.directory, 'policy/plans.yaml'), join(folder, 'own.yaml'));
    const asked = withVariables(project, { CYCLECTL_POLICY_FOLDER: folder });
    const { exitCode, text } = await say(asked, 'plan');
    expect(exitCode).toBe(1);
    expect(text).toContain(`whose file ${folder}/own.yaml is inside the checkout`);
  });

  it('are in a folder that is there, outside the checkout', async () => {
    const project = await commitPolicies();
    const inside = join(project.directory, 'elsewhere');
    await mkdir(inside);
    for (const [folder, why] of [
      [inside, 'is inside the checkout'],
      [join(project.directory, 'missing'), 'is no folder'],
    ] as const) {
      const { exitCode, text } = await say(
        withVariables(project, { CYCLECTL_POLICY_FOLDER: folder }),
        'plan',
      );
      expect(exitCode).toBe(1);
      expect(text).toContain(why);
    }
  });
});

describe('a policy of the working tree', () => {
  it('names environments of the project, because a typo would drop it', async () => {
    const project = await copyPolicies();
    await project.edit('policy/schedules.yaml', '[production]', '[prodution]');
    const { exitCode, text } = await say(project, 'validate');
    expect(exitCode).toBe(1);
    expect(text).toContain('policy/schedules.yaml:7:26: error: The project has no environment');
    expect(text).toContain('Did you mean production?');
  });
});
