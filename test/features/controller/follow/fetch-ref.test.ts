import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRemote } from '../../../../src/app/git/remote/open-remote.ts';
import { makeTemporaryFolder } from '../../../../src/app/project/make-temporary-folder.ts';
import {
  findVerifier,
  RefFetcher,
  type RefSource,
} from '../../../../src/features/controller/follow/fetch-ref.ts';
import {
  makeSigner,
  openTestRemote,
  type TestRemote,
} from '../../../app/git/remote/open-test-remote.ts';

async function openFetcher({ bare }: TestRemote, given: Partial<RefSource> = {}) {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stopping = new AbortController().signal;
  const remote = await openRemote({ repository: bare }, { environment: {}, folder, stopping });
  const source = { remote, ref: 'refs/heads/main', path: '', folder, signed: null, allowed: null };
  const fetcher = new RefFetcher({ ...source, ...given });
  /** Fetches, and says of a commit that it is in use. */
  const follow = async () => {
    const found = await fetcher.fetch();
    if (found.kind === 'moved') fetcher.saveFollowed(found.commit);
    return found;
  };
  return { fetcher, follow, folder };
}

describe('A ref', () => {
  it('is the same until it moves, and each commit has files that do not change any more', async () => {
    const remote = await openTestRemote();
    const first = await remote.push({ a: '1' });
    const { follow } = await openFetcher(remote);
    const one = await follow();
    expect(one).toMatchObject({ kind: 'moved', commit: first });
    expect(await follow()).toEqual({ kind: 'same' });
    const second = await remote.push({ a: '2' });
    const two = await follow();
    expect(two).toMatchObject({ kind: 'moved', commit: second });
    const directories = [one, two].map((each) => (each.kind === 'moved' ? each.directory : ''));
    const texts = directories.map((each) => readFile(join(each, 'a'), 'utf8'));
    expect(await Promise.all(texts)).toEqual(['1', '2']);
  });

  it('is fetched again where its files could not be read', async () => {
    const remote = await openTestRemote();
    const commit = await remote.push({ a: '1' });
    const { fetcher } = await openFetcher(remote);
    expect(await fetcher.fetch()).toMatchObject({ kind: 'moved', commit });
    fetcher.forgetTip();
    expect(await fetcher.fetch()).toMatchObject({ kind: 'moved', commit });
    fetcher.saveRefused();
    expect(await fetcher.fetch()).toEqual({ kind: 'stale' });
  });

  it('is not followed when it was rewritten, until it descends again or the commit is allowed', async () => {
    const remote = await openTestRemote();
    const first = await remote.push({ a: '1' });
    const second = await remote.push({ a: '2' });
    const { follow } = await openFetcher(remote);
    await follow();
    await remote.git('reset', '--quiet', '--hard', first);
    const other = await remote.push({ a: '3' });
    const refused = await follow();
    expect(refused).toEqual({
      kind: 'unfollowed',
      reason: 'rewritten',
      text: `refs/heads/main was rewritten or moved back: commit ${other} does not descend from ${second}`,
      remedy: `Push a commit that descends from ${second}, or start the controller with --allow-rewrite ${other}.`,
    });
    expect(await follow()).toEqual(refused);
    await remote.git('reset', '--quiet', '--hard', second);
    const third = await remote.push({ a: '4' });
    expect(await follow()).toMatchObject({ kind: 'moved', commit: third });
    await remote.git('push', '--quiet', '--force', 'origin', `${first}:main`);
    expect(await follow()).toMatchObject({ reason: 'rewritten' });
    await remote.git('push', '--quiet', '--force', 'origin', `${third}:main`);
    expect(await follow()).toEqual({ kind: 'same' });
    const allowing = await openFetcher(remote, { allowed: other });
    await allowing.follow();
    await remote.git('push', '--quiet', '--force', 'origin', `${other}:main`);
    expect(await allowing.follow()).toMatchObject({ kind: 'moved', commit: other });
  });

  it('must descend from the commit of the last sweep when a replica starts', async () => {
    const remote = await openTestRemote();
    const first = await remote.push({ a: '1' });
    const second = await remote.push({ a: '2' });
    await remote.git('reset', '--quiet', '--hard', first);
    const other = await remote.push({ a: '3' });
    const { fetcher, follow } = await openFetcher(remote);
    await follow();
    await fetcher.checkSince(other);
    await fetcher.checkSince(first);
    await expect(fetcher.checkSince(second)).rejects.toMatchObject({
      message: expect.stringContaining(`${other} does not descend from ${second}`),
      remedy: expect.stringContaining(`--allow-rewrite ${other}`),
    });
    const allowing = await openFetcher(remote, { allowed: other });
    await allowing.follow();
    await allowing.fetcher.checkSince(second);
  });

  it('is reported when it was deleted or cannot be reached, and followed again afterwards', async () => {
    const remote = await openTestRemote();
    await remote.push({ a: '1' });
    const { follow } = await openFetcher(remote);
    await follow();
    await remote.git('push', '--quiet', 'origin', ':main');
    expect(await follow()).toMatchObject({
      reason: 'no-ref',
      text: 'the repository has no refs/heads/main',
    });
    const away = `${remote.bare}.away`;
    await rename(remote.bare, away);
    expect(await follow()).toMatchObject({
      reason: 'unreachable',
      text: expect.stringContaining('repository cannot be read'),
    });
    await rename(away, remote.bare);
    const commit = await remote.push({ a: '2' });
    expect(await follow()).toMatchObject({ kind: 'moved', commit });
  });

  it('has a new clone after a fetch that was cut off, and its descent is still checked', async () => {
    const remote = await openTestRemote();
    const first = await remote.push({ a: '1' });
    const { follow, folder } = await openFetcher(remote);
    await follow();
    // As a process that was killed leaves it.
    await writeFile(join(folder, 'clone-1/.git/shallow.lock'), '');
    const second = await remote.push({ a: '2' });
    expect(await follow()).toMatchObject({ reason: 'unreachable' });
    expect(existsSync(join(folder, 'clone-1'))).toBe(false);
    expect(await follow()).toMatchObject({ kind: 'moved', commit: second });
    await remote.git('push', '--quiet', '--force', 'origin', `${first}:main`);
    expect(await follow()).toMatchObject({ reason: 'rewritten' });
  });

  it('is not followed to a commit without the project folder, and leaves no files of it', async () => {
    const remote = await openTestRemote();
    await remote.push({ 'fleet/a': '1' });
    const { follow, folder } = await openFetcher(remote, { path: 'fleet' });
    await follow();
    await remote.git('rm', '-r', '--quiet', 'fleet');
    const commit = await remote.push({ b: '1' });
    expect(await follow()).toMatchObject({
      reason: 'unusable',
      text: `commit ${commit} has no folder fleet`,
    });
    expect(existsSync(join(folder, 'commit-3'))).toBe(false);
  });
});

describe('A signed ref', () => {
  it('is followed to commits of allowed signers alone', async () => {
    const remote = await openTestRemote();
    const [allowed, stranger] = [
      await makeSigner(remote.home, 'allowed'),
      await makeSigner(remote.home, 'stranger'),
    ];
    const signers = join(remote.home, 'signers');
    await writeFile(signers, allowed.line);
    const program = await findVerifier(undefined, remote.home);
    const { follow } = await openFetcher(remote, { signed: { signers, program } });
    const sign = async ({ settings }: typeof allowed) => {
      await remote.git(...settings, 'commit', '--quiet', '--allow-empty', '-S', '-m', 'Signed');
      await remote.git('push', '--quiet', '--force', 'origin', 'HEAD:main');
      return remote.git('rev-parse', 'HEAD');
    };
    const unsigned = await remote.push({ a: '1' });
    expect(await follow()).toEqual({
      kind: 'unfollowed',
      reason: 'unsigned',
      text: `commit ${unsigned} is not signed by an allowed signer: it has no signature`,
      remedy: expect.stringContaining('Sign it with ssh'),
    });
    const good = await sign(allowed);
    expect(await follow()).toMatchObject({ kind: 'moved', commit: good });
    const strange = await sign(stranger);
    expect(await follow()).toMatchObject({
      reason: 'unsigned',
      text: expect.stringContaining(`commit ${strange} is not signed by an allowed signer: `),
    });
    // The file is read anew.
    await writeFile(signers, `${allowed.line}${stranger.line}`);
    expect(await follow()).toMatchObject({ kind: 'moved', commit: strange });
    await remote.push({ a: '2' });
    expect(await follow()).toMatchObject({ reason: 'unsigned' });
  });

  it('is no commit whose signature is of another commit, or of OpenPGP', async () => {
    const remote = await openTestRemote();
    const allowed = await makeSigner(remote.home, 'allowed');
    const signers = join(remote.home, 'signers');
    await writeFile(signers, allowed.line);
    await remote.push({ a: '1' });
    await remote.git(...allowed.settings, 'commit', '--quiet', '--allow-empty', '-S', '-m', 'Good');
    const good = await remote.git('cat-file', 'commit', 'HEAD');
    const pgp =
      'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQEzBAAB\n -----END PGP SIGNATURE-----\n';
    const forged = [
      good.replace('\n\nGood', '\n\nBad'),
      good.replace(/gpgsig .*?-----END SSH SIGNATURE-----\n/s, pgp),
    ];
    const program = await findVerifier(undefined, remote.home);
    const { follow } = await openFetcher(remote, { signed: { signers, program } });
    for (const text of forged) {
      await writeFile(join(remote.home, 'forged'), `${text}\n`);
      const file = join(remote.home, 'forged');
      const commit = await remote.git('hash-object', '-t', 'commit', '-w', file);
      await remote.git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`);
      expect(await follow()).toMatchObject({
        reason: 'unsigned',
        text: expect.stringContaining(commit),
      });
    }
  });

  it('is refused where ssh-keygen is missing', async () => {
    await expect(findVerifier('/nowhere', '/')).rejects.toMatchObject({
      message: 'ssh-keygen is not in /nowhere',
      remedy: expect.stringContaining('Install the OpenSSH client'),
    });
  });
});
