import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { GlobalOptions } from '../../../../src/app/context.ts';
import {
  RefFollower,
  type RefOptions,
} from '../../../../src/features/controller/follow/follow-ref.ts';
import type { Followed, Snapshot } from '../../../../src/features/controller/follow/follower.ts';
import { machineTimer } from '../../../../src/kit/tasks/timer.ts';
import {
  openTestRemote,
  serveRepositories,
  type TestRemote,
} from '../../../app/git/remote/open-test-remote.ts';
import { makeHeaderCanary } from '../../../canaries/register.ts';
import { searchFolder, searchSaid } from '../../../canaries/search.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { smallAccount } from '../../../support/git-repository.ts';
import { startProgram } from '../../../support/run-cyclectl.ts';
import { openRecordedContext, runInProcess } from '../../../support/run-in-process.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';
import { quickstartIds } from '../../../worlds/quickstart.ts';
import { openSharedProject, startReplica } from '../start-replica.ts';

const project = `apiVersion: cyclectl/v1
kind: Project
metadata: {name: fleet}
spec:
  environments:
    prod:
      service: {baseUrl: "http://127.0.0.1:9", token: {clientId: x, clientSecret: {env: SVC}}}
`;

type Given = Partial<GlobalOptions & RefOptions>;

function toOptions({ bare }: TestRemote, given: Given): GlobalOptions & RefOptions {
  const options = { directory: '.', select: [], format: 'text', verbose: false } as const;
  return { ...options, repository: bare, ref: 'main', ...given };
}

async function openFollower(remote: TestRemote, given: Given = {}) {
  let nowMs = 0;
  const { context } = openRecordedContext();
  const timer = { ...machineTimer, nowMs: () => nowMs };
  const follower = await RefFollower.create({ ...context, timer }, toOptions(remote, given));
  onTestFinished(() => follower.close());
  /** The result of the next fetch, half a minute later. */
  const next = async (): Promise<Followed> => {
    nowMs += 30_000;
    return vi.waitUntil(
      async () => {
        const found = await follower.look();
        return found.kind === 'waiting' ? null : found;
      },
      { timeout: 30_000, interval: 20 },
    );
  };
  return { follower, next };
}

function expectNew(found: Followed): Snapshot {
  if (found.kind === 'new') return found.snapshot;
  throw new Error(`It is ${JSON.stringify(found)}`);
}

describe('A follower of a ref', () => {
  it('reads the project folder of each commit, and keeps its files while they are in use', async () => {
    const remote = await openTestRemote();
    const first = await remote.push({
      'fleet/cyclectl.yaml': project,
      'fleet/accounts/a.yaml': smallAccount('a'),
    });
    const { follower, next } = await openFollower(remote, { directory: './fleet/' });
    const one = expectNew(await follower.open());
    expect(one).toMatchObject({ version: first, commit: first, shown: 'fleet', folder: 'fleet/' });
    expect(await follower.look()).toEqual({ kind: 'waiting' });
    expect(await next()).toEqual({ kind: 'same' });
    const [left, right] = [one.retain(), one.retain()];
    const second = await remote.push({ 'fleet/accounts/b.yaml': smallAccount('b') });
    const two = expectNew(await next());
    expect(two.version).toBe(second);
    expect(two.project.selected.entries.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(existsSync(join(one.directory, 'accounts/b.yaml'))).toBe(false);
    await left();
    expect(existsSync(one.directory)).toBe(true);
    await right();
    expect(existsSync(one.directory)).toBe(false);
    // The newest one stays: it is opened again each day.
    await two.retain()();
    expect(existsSync(two.directory)).toBe(true);
    await follower.close();
    expect(existsSync(two.directory)).toBe(false);
  });

  it('refuses a commit with mistakes once, and goes on with the one after it', async () => {
    const remote = await openTestRemote();
    await remote.push({ 'cyclectl.yaml': project, 'accounts/a.yaml': smallAccount('a') });
    const { follower, next } = await openFollower(remote);
    const one = expectNew(await follower.open());
    await remote.push({ 'accounts/a.yaml': 'apiVersion: cyclectl/v1\nkind: Unknown\n' });
    expect(await next()).toMatchObject({
      kind: 'refused',
      diagnostics: [expect.objectContaining({ severity: 'error' })],
    });
    expect(await next()).toEqual({ kind: 'stale' });
    expect(existsSync(join(one.directory, 'accounts/a.yaml'))).toBe(true);
    const third = await remote.push({ 'accounts/a.yaml': smallAccount('a') });
    expect(expectNew(await next()).version).toBe(third);
    await remote.push({ 'accounts/a.yaml': 'kind: Unknown\n' });
    expect(await next()).toMatchObject({ kind: 'refused' });
    // Taken away by force: the one in use is the latest again.
    await remote.git('push', '--quiet', '--force', 'origin', `${third}:main`);
    expect(await next()).toEqual({ kind: 'same' });
  });

  it('says why it cannot begin', async () => {
    const remote = await openTestRemote();
    await remote.push({ 'cyclectl.yaml': project });
    const { follower } = await openFollower(remote, { ref: 'other' });
    await expect(follower.open()).rejects.toThrow('the repository has no refs/heads/other');
    for (const [given, message] of [
      [{ directory: '/srv/fleet' }, '-C /srv/fleet is not a folder of the repository'],
      [{ directory: 'fleet/../..' }, 'is not a folder of the repository'],
      [{ ref: 'main:other' }, '--ref does not take main:other'],
      [{ allowRewrite: 'abc' }, '--allow-rewrite does not take abc'],
      [{ tokenFile: 'x' }, '--token-file is of no use for this --repository'],
      [{ knownHosts: 'x' }, '--known-hosts is of no use for this --repository'],
      [{ repository: 'git@host:x' }, '--repository is read by ssh, and its host or key'],
      [{ allowedSigners: '/nowhere' }, 'cannot read /nowhere'],
    ] as const)
      await expect(openFollower(remote, given)).rejects.toThrow(message);
  });
});

/** Searches the folders of a replica, aside from the files of commits; returns the names in them. */
async function searchOwn(parent: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const run of await readdir(parent))
    for (const name of await readdir(join(parent, run))) {
      names.push(name);
      const path = join(parent, run, name);
      if (name.startsWith('clone-')) await searchFolder(path);
      else if (!name.startsWith('commit-')) searchSaid(name, await readFile(path));
    }
  return names;
}

it('changes the accounts that a replica looks at by a push, and nothing by a rewrite', {
  timeout: 180_000,
}, async () => {
  const shared = await openSharedProject();
  expect(await runInProcess(shared, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const remote = await openTestRemote();
  await cp(shared.directory, remote.work, {
    recursive: true,
    filter: (path) => !path.includes('.cyclectl'),
  });
  const first = await remote.push({});
  const [token, rotated] = [makeHeaderCanary('token'), makeHeaderCanary('rotated-token')];
  const server = await serveRepositories(remote.home, token);
  const [tokenFile, TMPDIR] = [join(remote.home, 'token'), join(remote.home, 'tmp')];
  await writeFile(tokenFile, token);
  await mkdir(TMPDIR);
  const start = (...words: readonly string[]) =>
    startProgram(shared.directory, words, { ...shared.environment, TMPDIR });
  const from = ['--repository', `${server.url}/bare.git`, '--token-file', tokenFile];
  const options = ['-C', '.', ...from, '--ref', 'main'];
  const replica = await startReplica({ ...shared, start }, ...options);
  expect(await replica.waitFor({ event: 'started' })).toMatchObject({ commit: first });
  await replica.waitFor({ event: 'sweep-ended' });
  const before = await replica.get('/metrics');
  expect(before.text).toContain(`commit="${first}"`);
  const report = await replica.get('/report');
  expect(report.text).toContain(first.slice(0, 7));
  const file = join(remote.work, 'accounts/northwind.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/timezone: .*/, 'timezone: Europe/Paris'));
  server.token = rotated;
  await writeFile(tokenFile, rotated);
  const second = await remote.push({});
  await replica.waitFor({ event: 'manifests-read', commit: second });
  await replica.waitFor({ event: 'account-changes', account: 'northwind' });
  await replica.waitFor({ event: 'sweep-ended' }, 1);
  expect((await replica.get('/metrics')).text).toContain(`commit="${second}"`);
  expect(await searchOwn(TMPDIR)).toEqual(expect.arrayContaining(['askpass', 'report.html']));
  expect((await replica.end()).exitCode).toBe(143);
  expect(await readdir(TMPDIR)).toEqual([]);
  await remote.git('push', '--quiet', '--force', 'origin', `${first}:main`);
  const refused = await start('controller', '--listen', '127.0.0.1:0', ...options);
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`${first} does not descend from ${second}`),
  });
  expect(await readdir(TMPDIR)).toEqual([]);
  const { caller } = await openConsoleUser(shared.emulator);
  const live = findDumped(shared.emulator, quickstartIds.northwind);
  await put(caller, `/accounts/${live?.id}`, { timezone: 'Europe/Rome' });
  const apply = [...options, '--allow-rewrite', first, '--mode', 'reconcile'];
  const allowed = await startReplica({ ...shared, start }, ...apply);
  expect(await allowed.waitFor({ event: 'started' })).toMatchObject({ commit: first });
  await allowed.waitFor({ event: 'account-applied', account: 'northwind' });
  expect((await allowed.end()).exitCode).toBe(143);
  // The history has the commit, though the files of it are in no repository.
  expect((await runInProcess(shared, 'history', '--format', 'json')).stdout).toContain(first);
});
