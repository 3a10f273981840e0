import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { consoleRequest } from '../worlds/console-request.ts';
import { copyProject, openRemoteProject, type Project, readProjectFile } from './run-cyclectl.ts';
import { say } from './say-in-process.ts';

const hostile = '\u001b[31m<b>x</b> [a](http://evil.example) `@all` | ::error::y';
const shown = '\\u{1b}[31m<b>x</b> [a](http://evil.example) `@all` | ::error::y (guest-1)';

let project: Awaited<ReturnType<typeof openRemoteProject>>;

// Contoso was applied, and its manifest is gone; a guest was made in the console.
beforeAll(async () => {
  project = await openRemoteProject();
  expect(await say(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  await rm(join(project.directory, 'accounts/contoso.yaml'));
  const body = { Id: 'guest-1', Name: hostile };
  await consoleRequest(project.emulator, { method: 'POST', path: '/v1.0/accounts', body });
}, 60_000);

const found = {
  kind: 'looked-at',
  orphaned: { count: 1, accounts: [{ account: 'contoso', id: 'contoso.example', cycles: 1 }] },
  unmanaged: { count: 1, accounts: [{ id: 'guest-1', name: hostile }] },
  ignored: 0,
  unmatched: 0,
};

async function readOutside(of: Project, ...args: readonly string[]) {
  const { exitCode, stdout } = await say(of, ...args, '--format', 'json');
  return { exitCode, outside: JSON.parse(stdout).run.outsideGit };
}

it.each([['plan'], ['drift'], ['status'], ['apply', '--yes']])(
  '%s tells of accounts outside Git as text and as data, and ends as it would without them',
  async (...args) => {
    const { exitCode, stdout, text } = await say(project, ...args);
    expect(exitCode).toBe(0);
    expect(text).toContain('1 account orphaned, ours and in no manifest: contoso (1 cycle).');
    expect(text).toContain(`1 account unmanaged, in the service and in no manifest: ${shown}.`);
    expect(stdout).not.toContain('\u001b');
    expect(await readOutside(project, ...args)).toEqual({ exitCode: 0, outside: found });
  },
  60_000,
);

it('says that they are not looked at where a run is about some accounts', async () => {
  const narrow = ['--select', 'account=northwind'];
  for (const command of [['plan'], ['drift'], ['status'], ['apply', '--yes']]) {
    const { text } = await say(project, ...command, ...narrow);
    expect(text).toContain('Accounts outside Git: not looked at under --select.');
    expect(await readOutside(project, ...command, ...narrow)).toEqual({
      exitCode: 0,
      outside: { kind: 'not-looked-at', why: 'select' },
    });
  }
  const saved = join(project.directory, 'plan.json');
  expect(await say(project, 'plan', '--out', saved)).toMatchObject({ exitCode: 0 });
  expect((await readOutside(project, 'apply', saved)).outside).toEqual({
    kind: 'not-looked-at',
    why: 'saved-plan',
  });
}, 60_000);

it('tells of them in Markdown and HTML, where a name does nothing', async () => {
  const files = { markdown: 'report.md', html: 'report.html' };
  const wishes = Object.entries(files).flatMap(([format, file]) => [
    '--report',
    `${format}=${join(project.directory, file)}`,
  ]);
  for (const command of [['plan'], ['drift'], ['apply', '--yes']]) {
    expect(await say(project, ...command, ...wishes)).toMatchObject({ exitCode: 0 });
    const markdown = await readProjectFile(project, files.markdown);
    expect(markdown).toContain('1 account orphaned, ours and in no manifest: `contoso` (1 cycle).');
    expect(markdown).toContain('``\\u{1b}[31m<b>x</b> [a](http://evil.example) `@all` \\u{7c} ');
    const html = await readProjectFile(project, files.html);
    expect(html).toContain('1 account unmanaged, in the service and in no manifest: ');
    expect(html).not.toContain('<b>x</b>');
  }
}, 60_000);

it('leaves out what the environment ignores', async () => {
  const copy = { ...(await copyProject(project)), environment: project.environment };
  await copy.edit('cyclectl.yaml', 'limits:', "unmanaged: {ignore: ['guest-*']}\n      limits:");
  expect((await readOutside(copy, 'plan')).outside).toMatchObject({
    orphaned: { count: 1 },
    unmanaged: { count: 0, accounts: [] },
    ignored: 1,
  });
}, 60_000);
