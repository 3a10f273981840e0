import {
  lstat,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Clone } from '../../../../src/app/git/remote/clone.ts';
import { openRemote, type RemoteOptions } from '../../../../src/app/git/remote/open-remote.ts';
import { makeTemporaryFolder } from '../../../../src/app/project/make-temporary-folder.ts';
import { makeHeaderCanary } from '../../../canaries/register.ts';
import { searchFolder, searchSaid } from '../../../canaries/search.ts';
import { openTestRemote, recordGit, serveRepositories } from './open-test-remote.ts';

async function openClone(
  options: RemoteOptions,
  environment: Readonly<Record<string, string>> = {},
  ref = 'refs/heads/main',
) {
  const folder = await makeTemporaryFolder();
  const closing = new AbortController();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const remote = await openRemote(options, { environment, folder, stopping: closing.signal });
  const clone = await Clone.create(join(folder, 'clone'), { remote, ref });
  return { clone, folder, closing };
}

/** Makes a tree with any name in it. */
async function makeTree(work: string, entry: string): Promise<string> {
  return (await execa('git', ['mktree'], { cwd: work, input: `${entry}\n` })).stdout;
}

describe('A clone', () => {
  it.each(['', 'file://'])(
    'has the last commit of its ref alone, from %s a folder',
    async (scheme) => {
      const { bare, push, git } = await openTestRemote();
      await push({ 'a.yaml': 'one' });
      const commit = await push({ 'a.yaml': 'two', 'fleet/b.yaml': 'b' });
      await git('push', '--quiet', 'origin', 'HEAD:other', 'HEAD:refs/tags/v1');
      const { clone, folder } = await openClone({ repository: `${scheme}${bare}` });
      expect(await clone.readTip()).toBe(commit);
      expect(await clone.fetch()).toBe(commit);
      const into = join(folder, 'all');
      await clone.checkOut(commit, { path: '', into });
      expect((await readdir(into)).toSorted()).toEqual(['a.yaml', 'fleet']);
      expect(await readFile(join(into, 'a.yaml'), 'utf8')).toBe('two');
      const part = join(folder, 'part');
      await clone.checkOut(commit, { path: 'fleet', into: part });
      expect(await readdir(part)).toEqual(['b.yaml']);
      const refs = await readFile(join(folder, 'clone/.git/refs/cyclectl/tip'), 'utf8');
      expect(refs.trim()).toBe(commit);
      expect(await readdir(join(folder, 'clone/.git/refs/heads'))).toEqual([]);
      expect(await readdir(join(folder, 'clone/.git/refs/tags'))).toEqual([]);
    },
  );

  it('finds out if a commit descends from another one, also by a merge', async () => {
    const { bare, push, git } = await openTestRemote();
    const first = await push({ a: '1' });
    const { clone } = await openClone({ repository: bare });
    await clone.fetch();
    await git('checkout', '--quiet', '-b', 'side');
    await push({ b: '1' });
    await git('checkout', '--quiet', 'main');
    const second = await push({ a: '2' });
    await git('merge', '--quiet', '--no-edit', 'side');
    const merged = await push({});
    expect(await clone.fetchSince(first)).toEqual({ commit: merged, isDescendant: true });
    expect(await clone.fetchSince(second)).toEqual({ commit: merged, isDescendant: true });
    await git('reset', '--quiet', '--hard', first);
    const other = await push({ a: '3' });
    expect(await clone.fetchSince(second)).toEqual({ commit: other, isDescendant: false });
    expect(await clone.fetchSince('0'.repeat(40))).toMatchObject({ isDescendant: false });
  });

  it('finds a commit that is hundreds of commits before', async () => {
    const { bare, push, git } = await openTestRemote();
    const first = await push({ a: '1' });
    const { clone } = await openClone({ repository: bare });
    await clone.fetch();
    const tree = await git('rev-parse', 'HEAD^{tree}');
    let tip = first;
    for (let count = 0; count < 250; count += 1)
      tip = await git('commit-tree', tree, '-p', tip, '-m', String(count));
    await git('push', '--quiet', 'origin', `${tip}:refs/heads/main`);
    expect(await clone.fetchSince(first)).toEqual({ commit: tip, isDescendant: true });
  });

  it('has no such ref where another one ends with its name', async () => {
    const { bare, push, git } = await openTestRemote();
    const commit = await push({ a: '1' });
    await git('push', '--quiet', 'origin', 'HEAD:refs/heads/x/refs/heads/gone');
    const { clone } = await openClone({ repository: bare }, {}, 'refs/heads/gone');
    expect(await clone.readTip()).toBeNull();
    await git('tag', '--annotate', '--message', 'One', 'v1');
    await git('push', '--quiet', 'origin', 'v1');
    const tagged = await openClone({ repository: bare }, {}, 'refs/tags/v1');
    expect(await tagged.clone.readTip()).toBe(await git('rev-parse', 'v1'));
    expect(await tagged.clone.fetch()).toBe(commit);
  });

  it('refuses a ref of no commit, a folder that is a file or missing, and more than a gibibyte', async () => {
    const { bare, push, git, work } = await openTestRemote();
    const commit = await push({ a: '1' });
    const blob = await git('rev-parse', 'HEAD:a');
    await git('push', '--quiet', 'origin', `${blob}:refs/tags/blob`);
    const other = await openClone({ repository: bare }, {}, 'refs/tags/blob');
    await expect(other.clone.fetch()).rejects.toThrow('refs/tags/blob does not lead to a commit');
    const { clone, folder } = await openClone({ repository: bare });
    await clone.fetch();
    for (const path of ['a', 'nowhere'])
      await expect(clone.checkOut(commit, { path, into: join(folder, 'x') })).rejects.toThrow(
        `has no folder ${path}`,
      );
    // The same object many times: the pack is small, and its files are not.
    await truncate(join(work, 'a'), 64 * 1024 ** 2);
    const object = await git('hash-object', '-w', 'a');
    const entries = Array.from({ length: 17 }, (_, at) => `100644 blob ${object}\tfile-${at}`);
    await writeFile(join(work, 'entries'), `${entries.join('\n')}\n`);
    const { stdout: tree } = await execa('git', ['mktree'], {
      cwd: work,
      inputFile: join(work, 'entries'),
    });
    const large = await git('commit-tree', tree, '-m', 'Large');
    await git('push', '--quiet', '--force', 'origin', `${large}:refs/heads/main`);
    expect(await clone.fetch()).toBe(large);
    await expect(clone.checkOut(large, { path: '', into: join(folder, 'x') })).rejects.toThrow(
      'has files of more than 1 GiB',
    );
    expect(await readdir(folder)).toEqual(['clone']);
  });

  it('writes links as links, and runs no hook, filter or setting of the branch', async () => {
    const { bare, push, work, home } = await openTestRemote();
    const trap = `touch ${join(home, 'trapped')}`;
    await symlink('/etc/passwd', join(work, 'link'));
    const commit = await push({
      '.gitattributes': '* filter=trap diff=trap\n',
      '.gitconfig': `[filter "trap"]\n\tsmudge = ${trap}\n`,
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::${trap}\n`,
      'hooks/post-checkout': `#!/bin/sh\n${trap}\n`,
      'a.yaml': 'text',
    });
    const { clone, folder } = await openClone({ repository: bare });
    await clone.fetch();
    const into = join(folder, 'all');
    await clone.checkOut(commit, { path: '', into });
    expect((await lstat(join(into, 'link'))).isSymbolicLink()).toBe(true);
    expect(await readlink(join(into, 'link'))).toBe('/etc/passwd');
    expect(await readFile(join(into, 'a.yaml'), 'utf8')).toBe('text');
    expect(await readdir(home)).not.toContain('trapped');
  });

  it('writes nothing of a commit whose names would lead elsewhere', async () => {
    const { home, bare, push, work, git } = await openTestRemote();
    await push({ a: 'one' });
    const blob = await git('rev-parse', 'HEAD:a');
    const inner = await makeTree(work, `100644 blob ${blob}\tconfig`);
    const outer = await makeTree(work, `100644 blob ${blob}\tescaped`);
    for (const entry of [`040000 tree ${inner}\t.git`, `040000 tree ${outer}\t..`]) {
      const commit = await git('commit-tree', await makeTree(work, entry), '-m', 'Evil');
      await git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`);
      const { clone, folder } = await openClone({ repository: bare });
      expect(await clone.fetch()).toBe(commit);
      await expect(clone.checkOut(commit, { path: '', into: join(folder, 'x') })).rejects.toThrow(
        'git read-tree failed',
      );
      expect(await readdir(folder)).toEqual(['clone']);
    }
    expect(await readdir(home)).not.toContain('escaped');
  });

  it('says why a repository cannot be read, and ends at once when it is asked to', async () => {
    const { home, bare, push } = await openTestRemote();
    await push({ a: '1' });
    const missing = await openClone({ repository: join(home, 'nowhere.git') });
    await expect(missing.clone.readTip()).rejects.toMatchObject({
      message: expect.stringMatching(/^the repository cannot be read: .*nowhere\.git/),
      remedy: expect.stringContaining('Check the address'),
    });
    const { clone, closing } = await openClone({ repository: bare });
    closing.abort();
    await expect(clone.fetch()).rejects.toThrow('the repository cannot be read');
  });
});

describe('A clone over http', () => {
  it('reads the token anew for each call, and shows it to nothing but the server', async () => {
    const { home, push } = await openTestRemote();
    const [first, second] = [makeHeaderCanary('first-token'), makeHeaderCanary('second-token')];
    const server = await serveRepositories(home, first);
    const { path, file } = await recordGit(home);
    const tokenFile = join(home, 'token');
    await writeFile(tokenFile, `${first}\n`);
    const commit = await push({ a: '1' });
    const repository = `${server.url}/bare.git`;
    const { clone, folder } = await openClone({ repository, tokenFile }, { PATH: path });
    expect(await clone.fetch()).toBe(commit);
    expect([...server.asked]).toEqual([`x-access-token:${first}`]);
    server.token = second;
    const failed = await clone.readTip().catch((error: Error) => error.message);
    expect(failed).toMatch(/^the repository cannot be read: .*[Aa]uthentication failed/);
    searchSaid('the error', String(failed));
    await writeFile(tokenFile, second);
    expect(await clone.readTip()).toBe(commit);
    const recorded = await readFile(file, 'utf8');
    expect(recorded).toContain(`fetch --quiet`);
    expect(recorded).not.toContain('canary');
    searchSaid('arguments and environment of git', recorded);
    await searchFolder(folder);
    expect(await readFile(join(folder, 'clone/.git/config'), 'utf8')).not.toContain('http');
  });

  it('has the token of the variable, and the user of the address', async () => {
    const { home, push } = await openTestRemote();
    const CYCLECTL_GIT_TOKEN = makeHeaderCanary('token');
    const server = await serveRepositories(home, CYCLECTL_GIT_TOKEN);
    const { path, file } = await recordGit(home);
    const commit = await push({ a: '1' });
    const repository = `${server.url.replace('http://', 'http://robot@')}/bare.git`;
    const { clone } = await openClone({ repository }, { CYCLECTL_GIT_TOKEN, PATH: path });
    expect(await clone.fetch()).toBe(commit);
    expect([...server.asked]).toContain(`robot:${CYCLECTL_GIT_TOKEN}`);
    expect(await readFile(file, 'utf8')).not.toContain('canary');
  });

  it('does not follow a redirect, which would lead the token to another host', async () => {
    const { home } = await openTestRemote();
    const token = makeHeaderCanary('token');
    const [server, other] = [
      await serveRepositories(home, token),
      await serveRepositories(home, token),
    ];
    server.redirect = other.url;
    const { clone } = await openClone(
      { repository: `${server.url}/bare.git` },
      { CYCLECTL_GIT_TOKEN: token },
    );
    await expect(clone.fetch()).rejects.toThrow('the repository cannot be read');
    expect([...other.asked]).toEqual([]);
  });

  it('needs a token where the server asks for one', async () => {
    const { home } = await openTestRemote();
    const server = await serveRepositories(home, 'some-token');
    const { clone } = await openClone({ repository: `${server.url}/bare.git` });
    await expect(clone.fetch()).rejects.toThrow(/cannot be read: .*could not read Username/);
  });
});
