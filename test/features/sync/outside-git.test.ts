import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commit, git, person, smallAccount } from '../../support/git-repository.ts';
import {
  copyProject,
  openRemoteProject,
  type Project,
  readProjectFile,
} from '../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../support/run-on-one-line.ts';
import { consoleRequest } from '../../worlds/console/console-request.ts';

const hostile = '\u001b[31m<b>x</b> [a](http://evil.example) `@all` | ::error::y';
const shown = '\\u{1b}[31m<b>x</b> [a](http://evil.example) `@all` | ::error::y (guest-1)';

let project: Awaited<ReturnType<typeof openRemoteProject>>;

// Contoso was applied, and its manifest is gone; a guest was made in the console.
beforeAll(async () => {
  project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
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
  const { exitCode, stdout } = await runOnOneLine(of, ...args, '--format', 'json');
  return { exitCode, outside: JSON.parse(stdout).run.outsideGit };
}

it.each([['plan'], ['drift'], ['status'], ['apply', '--yes']])(
  '%s reports unmanaged accounts as text and as data, with the same exit code',
  async (...args) => {
    const { exitCode, stdout, text } = await runOnOneLine(project, ...args);
    expect(exitCode).toBe(0);
    expect(text).toContain('1 account orphaned, ours but in no manifest: contoso (1 cycle).');
    expect(text).toContain(`1 account unmanaged, in the service and in no manifest: ${shown}.`);
    expect(stdout).not.toContain('\u001b');
    expect(await readOutside(project, ...args)).toEqual({ exitCode: 0, outside: found });
  },
  60_000,
);

it('says that they are not looked at where a run is about some accounts', async () => {
  const narrow = ['--select', 'account=northwind'];
  for (const command of [['plan'], ['drift'], ['status'], ['apply', '--yes']]) {
    const { text } = await runOnOneLine(project, ...command, ...narrow);
    expect(text).toContain('Accounts without a manifest: not listed with --select.');
    expect(await readOutside(project, ...command, ...narrow)).toEqual({
      exitCode: 0,
      outside: { kind: 'not-looked-at', why: 'select' },
    });
  }
  const saved = join(project.directory, 'plan.json');
  expect(await runOnOneLine(project, 'plan', ...narrow, '--out', saved)).toMatchObject({
    exitCode: 0,
  });
  expect((await readOutside(project, 'apply', saved)).outside).toEqual({
    kind: 'not-looked-at',
    why: 'saved-plan',
  });
  await rm(saved);
  expect(await runOnOneLine(project, 'plan', '--out', saved)).toMatchObject({ exitCode: 0 });
  expect((await readOutside(project, 'apply', saved)).outside).toEqual(found);
}, 60_000);

it('reports them in Markdown and HTML, where a name is inert', async () => {
  const files = { markdown: 'report.md', html: 'report.html' };
  const wishes = Object.entries(files).flatMap(([format, file]) => [
    '--report',
    `${format}=${join(project.directory, file)}`,
  ]);
  for (const command of [['plan'], ['drift'], ['apply', '--yes']]) {
    expect(await runOnOneLine(project, ...command, ...wishes)).toMatchObject({ exitCode: 0 });
    const markdown = await readProjectFile(project, files.markdown);
    expect(markdown).toContain('1 account orphaned, ours but in no manifest: `contoso` (1 cycle).');
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

describe('a plan of some accounts', () => {
  const since = ['plan', '--changed-since', 'main'];

  /** The same with its files committed, and one account changed since; a saved plan of that is beside it. */
  async function openCommitted() {
    const copy = {
      ...(await copyProject(project)),
      environment: { ...project.environment, ...person },
    };
    const saved = join(copy.directory, 'saved.json');
    await copy.write('.gitignore', '.cyclectl\n/secrets\n*.json\n*.md\n*.html\n');
    await copy.write('accounts/fabrikam.yaml', smallAccount('fabrikam'));
    await git(copy.directory, 'init', '--quiet', '--initial-branch', 'main');
    await commit(copy, 'Begin');
    await copy.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Rome');
    expect(await runOnOneLine(copy, ...since, '--out', saved)).toMatchObject({ exitCode: 0 });
    return { copy, saved };
  }

  it('says under --replaces that it did not look, in each format, and looks under --changed-since', async () => {
    const { copy, saved } = await openCommitted();
    const files = { markdown: join(copy.directory, 'a.md'), html: join(copy.directory, 'a.html') };
    const wishes = Object.entries(files).flatMap(([format, file]) => [
      '--report',
      `${format}=${file}`,
    ]);
    const words = ['plan', '--replaces', saved];
    const says = 'Accounts without a manifest: not listed with --replaces.';
    const { exitCode, text } = await runOnOneLine(copy, ...words, ...wishes);
    expect([exitCode, text]).toEqual([0, expect.stringContaining(says)]);
    expect(text).not.toMatch(/orphaned|unmanaged/);
    for (const file of Object.values(files)) {
      const written = (await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ');
      expect(written).toContain('not listed with --');
    }
    expect(await readOutside(copy, ...words)).toEqual({
      exitCode: 0,
      outside: { kind: 'not-looked-at', why: 'replaces' },
    });
    const outside = { ...found, unmatched: 1 };
    expect(await readOutside(copy, ...since)).toEqual({ exitCode: 0, outside });
    const both = await readOutside(copy, ...since, '--select', 'account=north*');
    expect(both.outside).toEqual({ kind: 'not-looked-at', why: 'select' });
  }, 60_000);

  it('finds an account whose manifest vanished since, and counts it where it is protected', async () => {
    const { copy } = await openCommitted();
    await copy.edit('cyclectl.yaml', 'limits:', 'protect: {maxDeletes: 0}\n      limits:');
    await commit(copy, 'Protect, and move an account');
    await rm(join(copy.directory, 'accounts/northwind.yaml'));
    const { exitCode, text } = await runOnOneLine(copy, ...since, '--allow-orphans', '1');
    expect([exitCode, text]).toEqual([
      1,
      expect.stringContaining('2 protected accounts orphaned: ours, but in no manifest'),
    ]);
  }, 60_000);
});

it('are named by status alone where they are selected', async () => {
  const orphaned = await runOnOneLine(project, 'status', '--select', 'orphaned');
  expect(orphaned.text).toContain(
    '1 account orphaned, ours but in no manifest: contoso (1 cycle).',
  );
  expect(orphaned.text).not.toContain('unmanaged');
  expect(orphaned.text).toContain('accounts 0');
  expect(orphaned.text).toContain('1 account left out by --select.');
  const unmanaged = await readOutside(project, 'status', '--select', 'unmanaged');
  expect(unmanaged).toEqual({ exitCode: 0, outside: { ...found, unmatched: 0 } });
  const refused = await runOnOneLine(project, 'plan', '--select', 'orphaned');
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.text).toContain('it works with cyclectl status, export, init --from-live');
}, 60_000);

it('are exported where they are selected', async () => {
  const select = (what: string) => ['export', '--select', what] as const;
  const copy = { ...(await copyProject(project)), environment: project.environment };
  const { exitCode, text } = await runOnOneLine(copy, ...select('unmanaged'));
  expect([exitCode, text]).toEqual([
    0,
    expect.stringContaining('1 account written. 2 accounts left out by --select.'),
  ]);
  expect(await runOnOneLine(copy, ...select('orphaned'))).toMatchObject({ exitCode: 0 });
  expect(await readProjectFile(copy, 'accounts/contoso.yaml')).toContain('contoso.example');
}, 60_000);

describe('orphaned accounts that are protected', () => {
  it('stop plan and apply of a protected environment, first in the comment, until their number is allowed', async () => {
    const copy = { ...(await copyProject(project)), environment: project.environment };
    await copy.edit('cyclectl.yaml', 'limits:', 'protect: {maxDeletes: 0}\n      limits:');
    const report = join(copy.directory, 'a.md');
    const planned = await runOnOneLine(copy, 'plan', '--report', `markdown=${report}`);
    expect(planned).toMatchObject({ exitCode: 1 });
    expect(planned.text).toContain('1 protected account orphaned: ours, but in no manifest');
    expect(planned.text).toContain('pass --allow-orphans 1');
    const [, , heading, , first] = (await readFile(report, 'utf8')).split('\n');
    expect([heading, first]).toEqual([
      expect.stringContaining('refused, no changes'),
      expect.stringContaining('1 account orphaned'),
    ]);
    expect(await runOnOneLine(copy, 'apply', '--yes')).toMatchObject({ exitCode: 1 });
    const few = await runOnOneLine(copy, 'plan', '--allow-orphans', '0');
    expect([few.exitCode, few.text]).toEqual([1, expect.stringContaining('--allow-orphans is 0')]);
    for (const words of [['plan'], ['apply', '--yes']]) {
      const allowed = await runOnOneLine(copy, ...words, '--allow-orphans', '2');
      expect(allowed).toMatchObject({ exitCode: 0 });
    }
    await copy.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Rome');
    const changed = await runOnOneLine(copy, 'plan', '--allow-orphans', '1');
    expect(changed.text).toContain('--allow-orphans 1 --out plan.json');
  }, 60_000);

  it('stop the apply of a saved plan that was made before they were orphaned', async () => {
    const copy = { ...(await copyProject(project)), environment: project.environment };
    const saved = join(copy.directory, 'saved.json');
    await copy.edit('cyclectl.yaml', 'limits:', 'protect: {maxDeletes: 0}\n      limits:');
    await copy.write('accounts/fabrikam.yaml', smallAccount('fabrikam'));
    expect(await runOnOneLine(copy, 'apply', '--yes', '--allow-orphans', '1')).toMatchObject({
      exitCode: 0,
    });
    await copy.edit('accounts/northwind.yaml', 'Europe/Berlin', 'Europe/Rome');
    const planned = await runOnOneLine(copy, 'plan', '--allow-orphans', '1', '--out', saved);
    expect(planned).toMatchObject({ exitCode: 0 });
    await rm(join(copy.directory, 'accounts/fabrikam.yaml'));
    const refused = await runOnOneLine(copy, 'apply', saved);
    expect([refused.exitCode, refused.text]).toEqual([
      1,
      expect.stringContaining('2 protected accounts orphaned'),
    ]);
    expect(refused.text).toContain('but --allow-orphans is 1');
    const allowed = await runOnOneLine(copy, 'apply', saved, '--allow-orphans', '2');
    expect(allowed).toMatchObject({ exitCode: 0 });
  }, 60_000);

  it('stop them also where the account alone was protected', async () => {
    const copy = { ...(await copyProject(project)), environment: project.environment };
    await copy.write(
      'accounts/fabrikam.yaml',
      `${smallAccount('fabrikam').trimEnd()}\n  protect: true\n`,
    );
    expect(await runOnOneLine(copy, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    await rm(join(copy.directory, 'accounts/fabrikam.yaml'));
    const { exitCode, text } = await runOnOneLine(copy, 'plan');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('pass --allow-orphans 1')]);
    expect(text).toContain('2 accounts orphaned');
  }, 60_000);
});
