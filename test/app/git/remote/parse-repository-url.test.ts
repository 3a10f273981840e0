import { describe, expect, it } from 'vitest';
import {
  parseRef,
  parseRepositoryUrl,
} from '../../../../src/app/git/remote/parse-repository-url.ts';

describe('The address of a repository', () => {
  it.each([
    ['https://forge.example/team/fleet.git', 'https'],
    ['https://robot@forge.example:8443/team/fleet.git', 'https'],
    ['http://127.0.0.1:8080/fleet.git', 'http'],
    ['http://[::1]:8080/fleet.git', 'http'],
    ['ssh://git@forge.example:2222/team/fleet.git', 'ssh'],
    ['git@forge.example:team/fleet.git', 'ssh'],
    ['git@forge.example:/srv/fleet.git', 'ssh'],
    ['file:///srv/fleet.git', 'file'],
    ['/srv/a fleet.git', 'file'],
  ])('is taken as it is written: %s', (url, protocol) => {
    expect(parseRepositoryUrl(url)).toEqual({ url, protocol });
  });

  it('is a path from the working directory if it begins with a dot', () => {
    expect(parseRepositoryUrl('./fleet.git')).toEqual({
      url: `${process.cwd()}/fleet.git`,
      protocol: 'file',
    });
  });

  it.each([
    'https://user:top-secret-1@forge.example/fleet.git',
    'https://ghp_topsecret1@forge.example/fleet.git',
    'https://github_pat_topsecret1@forge.example/fleet.git',
    'https://glpat-topsecret1@forge.example/fleet.git',
    'https://forge.example/fleet.git?private_token=top-secret-1',
    'ssh://git:top-secret-1@forge.example/fleet.git',
    'ftp://user:top-secret-1@forge.example/fleet.git',
  ])('has no password or token, and the message does not show it: %s', (url) => {
    const refused = catchError(() => parseRepositoryUrl(url));
    expect(refused.message).toContain('has a password or a token in the URL of forge.example');
    expect(refused).toHaveProperty('remedy', expect.stringContaining('CYCLECTL_GIT_TOKEN'));
    expect(`${refused.message} ${JSON.stringify(refused)}`).not.toMatch(/top-?secret/);
  });

  it.each([
    'ext::sh -c touch% x',
    'fd::17',
    'https::https://forge.example/fleet.git',
    'transport::address',
    'git://forge.example/fleet.git',
    'ftp://forge.example/fleet.git',
    '--upload-pack=touch x',
    '-oProxyCommand=touch:fleet',
    'ssh://-oProxyCommand=touch/fleet',
    'ssh://git@forge.example/-x',
    'git@forge.example:-x',
    'ssh://forge.example/',
    'file://forge.example/fleet.git',
    'https://forge.example/a\nb',
    'https://forge.example\\@other.example/fleet',
    '/srv/\u0000fleet',
    'fleet.git',
    '',
  ])('is not another transport, an option or nothing: %j', (url) => {
    expect(catchError(() => parseRepositoryUrl(url))).toHaveProperty(
      'remedy',
      expect.stringContaining('Write https://HOST/PATH'),
    );
  });

  it('is not read over http from another machine', () => {
    expect(catchError(() => parseRepositoryUrl('http://forge.example/fleet.git'))).toHaveProperty(
      'remedy',
      'Write https:// instead of http://.',
    );
  });
});

describe('The name of a ref', () => {
  it('is a branch, or the full name of a ref', () => {
    expect(parseRef('main')).toBe('refs/heads/main');
    expect(parseRef('release/2.1')).toBe('refs/heads/release/2.1');
    expect(parseRef('refs/tags/v1')).toBe('refs/tags/v1');
    expect(parseRef('zweig-ä')).toBe('refs/heads/zweig-ä');
  });

  it.each([
    ...['', '-x', 'a..b', 'a b', 'a:b', 'a*', 'a?', 'a[b', 'a^', 'a~1', 'a\\b', 'a@{1}'],
    ...['.a', 'a/.b', 'a/', '/a', 'a//b', 'a.lock', 'a.', 'a\nb', 'a\u007f', 'refs/', 'refs/heads'],
    'refs/heads/main:refs/heads/other',
    'a'.repeat(300),
  ])('is nothing that git takes for more than a name: %j', (name) => {
    expect(catchError(() => parseRef(name)).message).toContain('--ref does not take');
  });
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It was taken.');
}
