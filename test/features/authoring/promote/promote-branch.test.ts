import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

const person = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@cyclectl.example',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@cyclectl.example',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const manifest = 'accounts/northwind.yaml';
const promote = ['promote', '--from', 'staging', '--to', 'prod'];

async function git({ directory }: Project, ...words: readonly string[]): Promise<string> {
  const { stdout } = await execa('git', words, { cwd: directory, env: person });
  return stdout;
}

/** The example in a repository, with CRLF in its manifest, and another time zone in staging. */
async function openChanged(env: Readonly<Record<string, string>> = person): Promise<Project> {
  const project = await copyExample('promote', env);
  const text = (await readProjectFile(project, manifest)).replaceAll('\n', '\r\n');
  await project.write(manifest, text);
  await project.write('.gitignore', '.cyclectl\n');
  await git(project, 'init', '--quiet', '--initial-branch', 'main');
  await git(project, 'add', '--all');
  await git(project, 'commit', '--quiet', '--message', 'Begin');
  await runOnOneLine(project, 'apply', '-e', 'staging', '--yes');
  const path = '/v1.0/accounts/northwind-test';
  await runOnOneLine(
    project,
    ...['emulator', 'request', '-e', 'staging', 'PUT', path],
    '{"Timezone":"UTC"}',
  );
  return project;
}

/** All that a person has open: files, index, the branch and where it is. */
async function lookAround(project: Project): Promise<string> {
  const index = await readFile(join(project.directory, '.git/index'), 'base64');
  const status = await git(project, 'status', '--porcelain', '--branch');
  return [await git(project, 'rev-parse', 'HEAD'), status, index].join('\n');
}

describe('promote --branch', () => {
  it('makes one commit on a new branch, runs no hook, and leaves alone what is checked out', async () => {
    const project = await openChanged();
    const hooks = join(project.directory, '.git/hooks');
    await mkdir(hooks, { recursive: true });
    for (const name of ['post-commit', 'reference-transaction', 'pre-commit', 'fsmonitor']) {
      await writeFile(join(hooks, name), `#!/bin/sh\ntouch "${project.directory}/ran-${name}"\n`);
      await chmod(join(hooks, name), 0o755);
    }
    await git(project, 'config', 'commit.gpgsign', 'true');
    await git(project, 'config', 'gpg.program', join(hooks, 'pre-commit'));
    const before = await lookAround(project);
    await git(project, 'config', 'core.fsmonitor', join(hooks, 'fsmonitor'));
    const { exitCode, text } = await runOnOneLine(project, ...promote, '--branch', 'promote/zone');
    expect([exitCode, text]).toEqual([0, expect.stringContaining('new branch promote/zone')]);
    expect(text).toContain(`then: cyclectl plan -C ${project.directory} -e prod`);
    await git(project, 'config', '--unset', 'core.fsmonitor');
    expect((await readdir(project.directory)).filter((name) => name.startsWith('ran-'))).toEqual(
      [],
    );
    expect(await lookAround(project)).toBe(before);
    const shown = await git(project, 'show', '--format=%an%n%B', 'promote/zone');
    expect(shown).toContain('A Person\nPromote changes from staging to prod\n');
    expect(shown).toContain(`- northwind/timezone in ${manifest}`);
    const there = await readProjectFile(project, manifest);
    const { stdout } = await execa('git', ['cat-file', 'blob', `promote/zone:${manifest}`], {
      cwd: project.directory,
      stripFinalNewline: false,
    });
    expect(stdout).toBe(there.replace('Europe/Berlin', 'UTC'));
    const again = await runOnOneLine(project, ...promote, '--branch', 'promote/zone');
    expect([again.exitCode, again.text]).toEqual([1, expect.stringContaining('exists already')]);
  }, 60_000);

  it('refuses a file that has changes which are not committed, and makes no branch', async () => {
    const project = await openChanged();
    await project.edit(manifest, '# of the headquarters', '# of someone');
    for (const words of [[], ['add', manifest]]) {
      if (words.length > 0) await git(project, ...words);
      const { exitCode, text } = await runOnOneLine(project, ...promote, '--branch', 'zone');
      expect([exitCode, text]).toEqual([
        1,
        expect.stringContaining(`${manifest} has uncommitted changes`),
      ]);
    }
    expect(await git(project, 'branch', '--list', 'zone')).toBe('');
    const patch = await runOnOneLine(project, ...promote);
    expect(patch.text).toContain('timezone: UTC');
  }, 60_000);

  it.each([
    ['--upload-pack=x', 'is not a valid branch name'],
    ['a..b', 'is not a valid branch name'],
    ['@', 'is not a valid branch name'],
    ['refs/heads/zone', 'write it without refs/heads/'],
    ['main', 'exists already'],
  ])('refuses the branch %s before any service is asked', async (branch, says) => {
    const project = await copyExample('promote', person);
    await git(project, 'init', '--quiet', '--initial-branch', 'main');
    await git(project, 'add', 'cyclectl.yaml');
    await git(project, 'commit', '--quiet', '--message', 'Begin');
    const { exitCode, text } = await runOnOneLine(project, ...promote, `--branch=${branch}`);
    expect([exitCode, text]).toEqual([1, expect.stringContaining(says)]);
  });

  it('reports a missing repository, commit or author', async () => {
    const { GIT_CONFIG_GLOBAL } = person;
    const project = await copyExample('promote', { GIT_CONFIG_GLOBAL });
    const tell = async () => (await runOnOneLine(project, ...promote, '--branch', 'zone')).text;
    expect(await tell()).toContain('is not in a git repository');
    await git(project, 'init', '--quiet');
    expect(await tell()).toContain('has no commit yet');
    await git(project, 'add', 'cyclectl.yaml');
    await git(project, 'commit', '--quiet', '--message', 'Begin');
    expect(await tell()).toContain('git has no author for the commit');
  });
});
