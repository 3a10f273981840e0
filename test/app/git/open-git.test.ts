import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, realpath, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRepository } from '../../../src/app/git/open-git.ts';
import { readCommit } from '../../../src/app/git/read-commit.ts';
import { openChanges } from '../../../src/features/ci/changed-since/open-changes.ts';
import { git, person } from '../../support/git-repository.ts';
import { closeAfterFile } from '../../support/opened.ts';

let home: string;

beforeEach(async () => {
  home = await realpath(mkdtempSync(join(tmpdir(), 'cyclectl-git-')));
  closeAfterFile(() => rmSync(home, { recursive: true, force: true }));
});

/** A repository with a project folder of one file. */
async function begin(name: string, asked: readonly string[] = []): Promise<string> {
  const top = join(home, name);
  await mkdir(join(top, 'project'), { recursive: true });
  await writeFile(join(top, 'project/file'), 'one text');
  await git(top, 'init', '--quiet', '--initial-branch=main', ...asked);
  await git(top, 'add', '--all');
  await git(top, 'commit', '--quiet', '--message', 'Begin');
  return top;
}

/** What is said of a folder before and after its file gets another text of the same length. */
async function edit(folder: string, file = 'file') {
  const before = await readCommit(folder, person);
  await writeFile(join(folder, file), 'two text');
  const after = await readCommit(folder, person);
  const { changed } = await openChanges(folder, 'HEAD', person);
  return { before, after, changed: [...changed] };
}

describe('The repository of a folder', () => {
  it('is the one of a linked work tree', async () => {
    const top = await begin('main');
    const tree = join(home, 'tree');
    await git(top, 'worktree', 'add', '--quiet', tree);
    const head = await git(tree, 'commit', '--quiet', '--allow-empty', '-m', 'On').then(() =>
      git(tree, 'rev-parse', 'HEAD'),
    );
    const folder = join(tree, 'project');
    expect(await edit(folder)).toEqual({ before: head, after: `${head}+`, changed: ['file'] });
    expect(await readCommit(join(top, 'project'), person)).toBe(
      await git(top, 'rev-parse', 'HEAD'),
    );
  });

  it('is the one that a linked work tree within a work tree has', async () => {
    const top = await begin('main');
    await git(top, 'worktree', 'add', '--quiet', join(top, 'trees/one'));
    const head = await git(top, 'rev-parse', 'HEAD');
    const folder = join(top, 'trees/one/project');
    expect(await edit(folder)).toEqual({ before: head, after: `${head}+`, changed: ['file'] });
  });

  it('is the one of a linked work tree beside a bare repository', async () => {
    const top = await begin('main');
    const place = join(home, 'place');
    await mkdir(place);
    await git(place, 'clone', '--quiet', '--bare', top, '.bare');
    await writeFile(join(place, '.git'), 'gitdir: ./.bare\n');
    await git(place, 'worktree', 'add', '--quiet', 'tree', 'main');
    const head = await git(top, 'rev-parse', 'HEAD');
    const folder = join(place, 'tree/project');
    expect(await edit(folder)).toEqual({ before: head, after: `${head}+`, changed: ['file'] });
  });

  it('is the one that lies elsewhere, where .git is a file or a link', async () => {
    const top = await begin('main', ['--separate-git-dir', join(home, 'elsewhere')]);
    const head = await git(top, 'rev-parse', 'HEAD');
    expect(await readCommit(join(top, 'project'), person)).toBe(head);
  });

  it('is the one of a submodule, whose changes are also changes of the folder around it', async () => {
    const inner = await begin('inner');
    const outer = await begin('outer');
    const add = ['submodule', 'add', '--quiet', inner, 'project/sub'];
    await git(outer, '-c', 'protocol.file.allow=always', ...add);
    await git(outer, 'commit', '--quiet', '--message', 'Add it');
    const head = await git(outer, 'rev-parse', 'HEAD');
    const whole = await edit(join(outer, 'project'), 'sub/project/file');
    expect(whole).toEqual({ before: head, after: `${head}+`, changed: ['sub'] });
    const own = await git(inner, 'rev-parse', 'HEAD');
    expect(await readCommit(join(outer, 'project/sub/project'), person)).toBe(`${own}+`);
    // One that is not checked out has no files to compare.
    await git(outer, 'submodule', 'deinit', '--force', '--quiet', 'project/sub');
    expect(await readCommit(join(outer, 'project'), person)).toBe(head);
  });

  it('is none if git rejects its owner, and the error has the remedy', async () => {
    const top = await begin('main');
    // The program git as it is for another user: what it says then is its own.
    const bin = join(home, 'bin');
    await mkdir(bin);
    const path = '/usr/local/bin:/usr/bin:/bin';
    const text = `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nPATH=${path} exec git "$@"\n`;
    await writeFile(join(bin, 'git'), text);
    await chmod(join(bin, 'git'), 0o755);
    const other = { ...person, PATH: `${bin}:${path}` };
    expect(await readCommit(top, other)).toBeNull();
    await expect(openChanges(top, 'HEAD', other)).rejects.toMatchObject({
      message: expect.stringContaining('dubious ownership'),
      remedy: expect.stringContaining('git config --global --add safe.directory'),
    });
    const GIT_CONFIG_GLOBAL = join(home, 'global');
    await writeFile(GIT_CONFIG_GLOBAL, `[safe]\n\tdirectory = ${top}\n`);
    const head = await git(top, 'rev-parse', 'HEAD');
    expect(await readCommit(top, { ...other, GIT_CONFIG_GLOBAL })).toBe(head);
  });

  it('has the filters of the machine and of its own settings, as Git LFS needs', async () => {
    const top = await begin('main');
    const GIT_CONFIG_GLOBAL = join(home, 'global');
    // As git lfs does, it keeps something else than the file has.
    await writeFile(GIT_CONFIG_GLOBAL, '[filter "lfs"]\n\tclean = tr a-z A-Z\n\trequired\n');
    await git(top, 'config', 'filter.own.clean', 'tr a-z A-Z');
    await writeFile(join(top, '.gitattributes'), 'project/* filter=lfs\nproject/own filter=own\n');
    await writeFile(join(top, 'project/own'), 'own text');
    const global = ['-c', 'filter.lfs.clean=tr a-z A-Z'];
    await git(top, ...global, 'add', '--renormalize', '--all');
    await git(top, ...global, 'add', '--all');
    await git(top, 'commit', '--quiet', '--message', 'Filter');
    expect(await git(top, 'show', 'HEAD:project/file')).toBe('ONE TEXT');
    const head = await git(top, 'rev-parse', 'HEAD');
    // Git has to read them again.
    for (const [file, text] of [
      ['file', 'one text'],
      ['own', 'own text'],
    ] as const) {
      await rename(join(top, 'project', file), join(home, file));
      await writeFile(join(top, 'project', file), text);
    }
    expect(await readCommit(join(top, 'project'), { ...person, GIT_CONFIG_GLOBAL })).toBe(head);
    expect(await readCommit(join(top, 'project'), person)).toBe(`${head}+`);
  });

  it('is none in a folder that is not there, or has an empty .git', async () => {
    expect(await openRepository(join(home, 'nowhere'), person)).toMatchObject({
      lack: 'no-repository',
    });
    await mkdir(join(home, 'empty/.git'), { recursive: true });
    expect(await openRepository(join(home, 'empty'), person)).toMatchObject({
      lack: 'no-repository',
    });
  });
});
