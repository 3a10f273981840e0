import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { Clone } from '../../../../src/app/git/remote/clone.ts';
import { openRemote, type RemoteOptions } from '../../../../src/app/git/remote/open-remote.ts';
import { openTestRemote } from './open-test-remote.ts';

async function open(
  options: RemoteOptions,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const stopping = new AbortController().signal;
  return openRemote(options, { environment, folder, stopping });
}

/** Files of a key and of known hosts. */
async function writeKeys(home: string) {
  const [sshKey, knownHosts] = [join(home, 'id_test'), join(home, 'known_hosts')];
  await writeFile(sshKey, 'key', { mode: 0o600 });
  await writeFile(knownHosts, 'forge.example ssh-ed25519 AAAA\n');
  return { sshKey, knownHosts };
}

describe('A remote by ssh', () => {
  it('is asked with the named key and known hosts alone, as ssh itself reads them', async () => {
    const { home } = await openTestRemote();
    const { sshKey, knownHosts } = await writeKeys(home);
    const repository = 'git@forge.example:fleet.git';
    const { variables, protocol, token } = await (
      await open({ repository, sshKey, knownHosts }, home)
    ).open();
    expect([protocol, token]).toEqual(['ssh', null]);
    const command = variables.GIT_SSH_COMMAND ?? '';
    const { stdout } = await execa('/bin/sh', ['-c', `${command} -G forge.example`]);
    const settings = new Map(
      stdout.split('\n').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
    );
    expect(Object.fromEntries(settings)).toMatchObject({
      batchmode: 'yes',
      forwardagent: 'no',
      globalknownhostsfile: '/dev/null',
      identitiesonly: 'yes',
      identityagent: 'none',
      identityfile: sshKey,
      permitlocalcommand: 'no',
      stricthostkeychecking: 'true',
      updatehostkeys: 'false',
      userknownhostsfile: knownHosts,
    });
    expect(settings.has('proxycommand')).toBe(false);
  });

  it('is fetched by the ssh of the machine, which gets no more than the path', async () => {
    const { home, bare, push } = await openTestRemote();
    const commit = await push({ a: '1' });
    const bin = join(home, 'bin');
    await mkdir(bin);
    // In place of a host: runs there what ssh would run.
    const file = join(home, 'asked');
    await writeFile(
      join(bin, 'ssh'),
      `#!/bin/sh\necho "$@" >> ${file}\nfor last; do :; done\nexec sh -c "$last"\n`,
    );
    await chmod(join(bin, 'ssh'), 0o755);
    const PATH = `${bin}:/usr/local/bin:/usr/bin:/bin`;
    const keys = await writeKeys(home);
    const folder = join(home, 'own');
    await mkdir(folder);
    const remote = await open({ repository: `git@forge.example:${bare}`, ...keys }, folder, {
      PATH,
    });
    const clone = await Clone.create(join(folder, 'clone'), { remote, ref: 'refs/heads/main' });
    expect(await clone.readTip()).toBe(commit);
    expect(await clone.fetch()).toBe(commit);
    const asked = (await readFile(file, 'utf8')).trim().split('\n');
    expect(asked).toHaveLength(2);
    for (const line of asked) expect(line).toContain(`git@forge.example git-upload-pack '${bare}'`);
  });

  it('is refused without its files, and with paths that a shell would take for more', async () => {
    const { home } = await openTestRemote();
    const keys = await writeKeys(home);
    const repository = 'git@forge.example:fleet.git';
    const { sshKey } = keys;
    await expect(open({ repository, sshKey }, home)).rejects.toMatchObject({
      remedy: expect.stringContaining('--known-hosts FILE'),
    });
    const missing = { repository, ...keys, knownHosts: join(home, 'nowhere') };
    await expect(open(missing, home)).rejects.toThrow('cannot read');
    for (const path of ['a b', 'a;touch x', '$(touch x)', 'a%h', 'a"b', "a'b", 'a\nb'])
      await expect(open({ repository, ...keys, sshKey: join(home, path) }, home)).rejects.toThrow(
        'ssh cannot be given the path',
      );
    const PATH = '/nowhere';
    await expect(open({ repository, ...keys }, home, { PATH })).rejects.toThrow(
      'ssh is not installed',
    );
  });
});

describe('A token', () => {
  it('is one line of plain characters, and no message shows another one', async () => {
    const { home } = await openTestRemote();
    const tokenFile = join(home, 'token');
    const remote = await open({ repository: 'https://forge.example/fleet.git', tokenFile }, home);
    await expect(remote.open()).rejects.toThrow('cannot read');
    for (const text of ['', '\n', 'two words-1', 'host=evil\npassword=words-1', 'words-1\u0000']) {
      await writeFile(tokenFile, text);
      const error = await remote.open().catch((thrown: Error) => thrown);
      expect(error).toMatchObject({
        message: expect.stringContaining('--token-file has no token'),
      });
      expect(JSON.stringify(error)).not.toContain('words');
    }
    await writeFile(tokenFile, ' token-1 \n');
    expect((await remote.open()).token).toBe('token-1');
  });

  it('is not given to git with settings and variables of the machine', async () => {
    const { home } = await openTestRemote();
    const environment = {
      CYCLECTL_GIT_TOKEN: 'token-1',
      DATABASE_URL: 'postgres://x',
      GIT_CONFIG_COUNT: '1',
      GIT_SSL_CAINFO: '/etc/ca.pem',
      GIT_SSL_NO_VERIFY: '1',
      GIT_TRACE_CURL: '1',
      HOME: home,
      https_proxy: 'http://proxy.example:3128',
      PATH: '/usr/bin',
    };
    const remote = await open({ repository: 'https://forge.example/x' }, home, environment);
    expect(remote.environment).toEqual({
      PATH: '/usr/bin',
      TMPDIR: undefined,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    });
    expect((await remote.open()).variables).toEqual({
      GIT_ASKPASS: join(home, 'askpass'),
      GIT_SSL_CAINFO: '/etc/ca.pem',
      https_proxy: 'http://proxy.example:3128',
    });
  });
});
