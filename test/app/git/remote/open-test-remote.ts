import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, realpath, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { git, person } from '../../../support/git-repository.ts';
import { closeAfterFile } from '../../../support/opened.ts';

/** A bare repository, and a work tree from which tests push to it. */
export type TestRemote = {
  /** The folder around both. */
  readonly home: string;
  /** The bare repository. */
  readonly bare: string;
  readonly work: string;
  /** Commits files and pushes the branch; returns the commit. */
  push(files: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<string>;
  /** Runs git in the work tree. */
  git(...words: readonly string[]): Promise<string>;
};

/** Creates a remote with the branch main and no commit. */
export async function openTestRemote(): Promise<TestRemote> {
  const home = await realpath(mkdtempSync(join(tmpdir(), 'cyclectl-remote-')));
  closeAfterFile(() => rmSync(home, { recursive: true, force: true }));
  const [bare, work] = [join(home, 'bare.git'), join(home, 'work')];
  await git(home, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  await git(home, 'init', '--quiet', '--initial-branch=main', work);
  await git(bare, 'config', 'receive.denyDeleteCurrent', 'ignore');
  await git(work, 'remote', 'add', 'origin', bare);
  const inWork = (...words: readonly string[]) => git(work, ...words);
  return {
    home,
    bare,
    work,
    git: inWork,
    push: async (files, ...options) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(work, name)), { recursive: true });
        await writeFile(join(work, name), text);
      }
      await inWork('add', '--all');
      await inWork('commit', '--quiet', '--allow-empty', '--message', 'Change', ...options);
      await inWork('push', '--quiet', '--force', 'origin', 'HEAD:main');
      return inWork('rev-parse', 'HEAD');
    },
  };
}

/** A server of repositories over http, which asks for a user and a token. */
export type GitServer = {
  readonly url: string;
  /** Pairs USER:TOKEN that were sent. */
  readonly asked: Set<string>;
  /** The token that it takes. */
  token: string;
  /** Where all requests are led to; null: nowhere. */
  redirect: string | null;
};

/** Serves the repositories of a folder by git's own program. */
export async function serveRepositories(home: string, token: string): Promise<GitServer> {
  const asked = new Set<string>();
  const state = { asked, token, redirect: null as string | null };
  const server = createServer((request, response) => {
    const sent = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const pair = sent === undefined ? null : Buffer.from(sent, 'base64').toString();
    if (pair !== null) asked.add(pair);
    if (state.redirect !== null) {
      response.writeHead(302, { location: `${state.redirect}${request.url ?? ''}` }).end();
      return;
    }
    if (pair === null || !pair.endsWith(`:${state.token}`)) {
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    void answer(home, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { url: `http://127.0.0.1:${port}` });
}

async function answer(home: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const program = execa('git', ['http-backend'], {
    input: request,
    encoding: 'buffer',
    reject: false,
    env: {
      ...person,
      GIT_PROJECT_ROOT: home,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  const { stdout } = await program;
  const bytes = Buffer.from(stdout);
  const end = bytes.indexOf('\r\n\r\n');
  const lines = bytes.subarray(0, end).toString().split('\r\n');
  const headers = lines.map((line) => line.split(': ') as [string, string]);
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  response.writeHead(
    Number.parseInt(status, 10),
    Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
  );
  response.end(bytes.subarray(end + 4));
}

/** A program git that writes down what it and its environment are, and then is the real one. */
export async function recordGit(
  home: string,
): Promise<{ readonly path: string; readonly file: string }> {
  const [bin, file] = [join(home, 'bin'), join(home, 'recorded')];
  await mkdir(bin);
  const real = '/usr/local/bin:/usr/bin:/bin';
  const text = `#!/bin/sh\n{ echo "$@"; env; } >> ${file}\nPATH=${real} exec git "$@"\n`;
  await writeFile(join(bin, 'git'), text);
  await chmod(join(bin, 'git'), 0o755);
  return { path: `${bin}:${real}`, file };
}

/** A program of the machine, not of a package. */
const keygen = 'ssh-keygen';

/** A key that signs commits, and its line in a file of allowed signers. */
export async function makeSigner(home: string, name: string) {
  const key = join(home, name);
  await execa(keygen, ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', key]);
  const { stdout } = await execa('cat', [`${key}.pub`]);
  const settings = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${key}`];
  return { settings, line: `${name}@cyclectl.example ${stdout}\n` };
}
