import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRemote } from '../../../../src/wire/read-remote.ts';
import { commit, git, person } from '../../../support/git-repository.ts';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { serveTables, serveWithoutLength } from './serve-tables.ts';

const path = 'fleets/customers.csv';

describe('fleet pull', () => {
  let project: Project;
  let table = '';
  let served = '';
  let address = '';

  beforeAll(async () => {
    project = await copyExample('fleet', person);
    await project.write('.gitignore', '.cyclectl\n/secrets\n');
    await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
    await commit(project, 'Begin');
    table = await readProjectFile(project, path);
    address = await serveTables(() => served);
  });

  const pull = (...args: readonly string[]) =>
    runInProcess(project, 'fleet', 'pull', 'customers', ...args);
  const pullText = (text: string, ...args: readonly string[]) => {
    served = text;
    return pull('--from', 'https', '--url', `${address}/whole?token=T0P`, ...args);
  };
  const print = (script: string) => pull('--from', 'exec', '--', process.execPath, '-e', script);

  const toLeaving = (first: number) =>
    table
      .split('\n')
      .map((row, index) =>
        index > 0 && index <= first ? row.replace(/^((?:[^,]*,){3})/, '$1leaving') : row,
      )
      .join('\n');

  async function expectRefused(
    { exitCode, stdout, stderr }: Awaited<ReturnType<typeof pull>>,
    ...words: readonly string[]
  ): Promise<void> {
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
    const said = stderr.replaceAll(/\s+/g, ' ');
    for (const word of words) expect(said).toContain(word);
    expect(stderr).not.toContain('T0P');
    expect(await readProjectFile(project, path)).toBe(table);
    expect(await git(project.directory, 'status', '--porcelain')).toBe('');
    expect(await git(project.directory, 'rev-list', '--count', 'HEAD')).toBe('1');
  }

  it.each([
    ['/empty', 'the answer is empty'],
    ['/missing', 'answered 404'],
    ['/page', 'a page in HTML'],
    ['/redirect', 'only followed from https to https'],
    ['/binary', 'not UTF-8 text'],
    ['/latin', 'not UTF-8 text'],
    ['/short', 'failed or was cut'],
    ['/cut', 'failed or was cut'],
    ['/endless', 'larger than 16 MiB'],
    ['/bomb', 'the answer is compressed'],
  ])('writes nothing when a server answers %s', async (route, says) => {
    served = table;
    const url = `${address}${route}?token=T0P`;
    await expectRefused(await pull('--from', 'https', '--url', url), 'pull-failed', says);
  });

  it('refuses an answer whose end may be that of a cut connection', async () => {
    const url = await serveWithoutLength(table);
    const refused = await pull('--from', 'https', '--url', url);
    await expectRefused(refused, 'does not say how long it is');
  });

  it('ends a slow answer by the time of the whole', async () => {
    const url = new URL(`${address}/slow`);
    const fetched = await readRemote({ url, maxBytes: 100, timeoutMs: 300, environment: {} });
    expect(fetched).toEqual({
      kind: 'none',
      host: url.host,
      says: 'there was no whole answer within 0.3 seconds',
    });
  });

  it.each([
    ['http://tables.example/T0P', 'the address is not https'],
    ['https://user:T0P@tables.example/t', 'has a user or a password'],
    ['file:///T0P', 'the address is not https'],
  ])('asks nothing of %s', async (url, says) => {
    await expectRefused(await pull('--from', 'https', '--url', url), says);
  });

  it('asks nothing of an https address where certificates are not checked', async () => {
    const environment = { ...project.environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const url = 'https://tables.example/t?token=T0P';
    const words = ['fleet', 'pull', 'customers', '--from', 'https', '--url', url];
    const refused = await runInProcess({ ...project, environment }, ...words);
    await expectRefused(refused, 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set');
  });

  it.each([
    ['process.exit(3)', 'ended with exit code 3'],
    [
      "process.stdout.write('name,id\\n'); process.kill(process.pid, 'SIGKILL')",
      'ended by a signal',
    ],
    ["process.stdout.write('x'.repeat(17 << 20))", 'printed more than 16 MiB'],
    ['', 'the answer is empty'],
  ])('writes nothing when a program runs %s', async (script, says) => {
    await expectRefused(await print(script), 'pull-failed', says);
  });

  it('prints the last lines of stderr of a program that fails, made visible', async () => {
    const lines = [
      "for (let line = 1; line < 40; line++) console.error('tried ' + line);",
      "console.error('\\u001b[31mno right to export ' + 'x'.repeat(400));",
    ];
    const failed = await print(`${lines.join('')} process.exitCode = 4`);
    await expectRefused(failed, 'ended with exit code 4', 'tried 21', 'tried 39', 'stderr says');
    expect(failed.stderr).toContain('\n  \\u{1b}[31mno right to export xxx');
    expect(failed.stderr).toContain('xxx…\n');
    expect(failed.stderr).not.toContain('tried 20');
    const script = "console.error('x'.repeat(1 << 20) + '\\nend'); process.exitCode = 5";
    const vast = await print(script);
    await expectRefused(vast, 'xxx… end error: No table', 'exit code 5');
    expect(vast.stderr.length).toBeLessThan(600);
  });

  it('prints no stderr of a program that succeeds', async () => {
    const script = `console.error('done'); process.stdout.write(${JSON.stringify(table)})`;
    expect(await print(script)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('names the sources that it takes, and a program that does not exist', async () => {
    await expectRefused(await pull('--from', 'exec'), '--from exec -- PROGRAM');
    await expectRefused(await pull('--from', 'https'), '--from https --url');
    await expectRefused(await pull('--from', 'exec', '--', 'no-such-one'), 'no program');
    const other = await runInProcess(project, 'fleet', 'pull', 'customer', '--from', 'exec', 'x');
    await expectRefused(other, 'customers');
    await expectRefused(await pull('--from', 'exec', '--table', 'x.csv', 'x'), path);
  });

  it('refuses a table without rows, header or a column that is in use', async () => {
    const [header = '', ...rows] = table.split('\n');
    await expectRefused(await pullText(`${header}\n`), 'it has no row');
    await expectRefused(await pullText(rows.join('\n')), 'pull-refused');
    const without = table.replaceAll(/^((?:[^,]*,){2})[^,]*,/gm, '$1');
    await expectRefused(await pullText(without), 'lacks the column labels.tier');
    await expectRefused(await pullText(table.slice(0, -3)), 'pull-refused');
  });

  it('refuses a row that the project refuses, by its line', async () => {
    const wrong = table.replace('East 2,,eu,', 'East 2,,eu,7m');
    await expectRefused(await pullText(wrong), 'in line 3', 'interval');
  });

  it('refuses other ids of known names', async () => {
    const swapped = table
      .replace('east-001.example', 'east-x')
      .replace('east-002.example', 'east-001.example')
      .replace('east-x', 'east-002.example');
    const refused = await pullText(swapped);
    await expectRefused(refused, '2 accounts would get another id', 'east-001');
  });

  it('refuses more than 5 % of the rows to leave, unless it is told how many', async () => {
    const rows = table.trimEnd().split('\n');
    const gone = [...rows.slice(0, 1), ...rows.slice(12)].join('\n');
    await expectRefused(await pullText(gone), '11 of 200 rows', '--allow-shrink 11');
    await expectRefused(await pullText(gone, '--allow-shrink', '10'), '--allow-shrink 11');
    await expectRefused(await pullText(toLeaving(11)), '11 of 200 rows');
  });

  it('counts a row that was leaving when it is gone, and not while it stays', async () => {
    const leaving = toLeaving(11);
    await project.write(path, leaving);
    await git(project.directory, 'commit', '--quiet', '--all', '--message', 'Let eleven leave');
    expect((await pullText(leaving)).stdout).toBe(`No change. ${path} has 200 rows.`);
    const rows = leaving.split('\n');
    const refused = await pullText([...rows.slice(0, 1), ...rows.slice(12)].join('\n'));
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('11 of 200 rows');
    expect(await readProjectFile(project, path)).toBe(leaving);
    await git(project.directory, 'reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('writes nothing over uncommitted changes, and keeps them', async () => {
    await project.edit(path, 'East 1', 'East One');
    const refused = await pullText(table);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('has uncommitted changes');
    expect(await readProjectFile(project, path)).toContain('East One');
    await project.write(path, table);
  });

  it('keeps the table when git cannot commit', async () => {
    await project.write('.git/index.lock', '');
    const refused = await pullText(table.replace('East 1', 'East One'));
    await rm(join(project.directory, '.git/index.lock'));
    await expectRefused(refused, 'git add failed');
  });

  it('says that nothing changed, and makes no commit', async () => {
    const { exitCode, stdout } = await pullText(table);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `No change. ${path} has 200 rows.`,
    });
    expect(await git(project.directory, 'rev-list', '--count', 'HEAD')).toBe('1');
  });

  it('commits the canonical table alone, from an address or a program', async () => {
    await project.write('other.txt', 'staged');
    await git(project.directory, 'add', 'other.txt');
    const [header = '', ...rows] = table.trimEnd().split('\n');
    const pulled = [header, ...rows.toReversed().slice(1)].join('\r\n');
    const { exitCode, stdout } = await pullText(`\ufeff${pulled}\r\n`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/: 199 rows, 0 new, 0 changed, 1 gone\. Committed [0-9a-f]{12}\.$/m);
    expect(stdout).toContain('orphaned until it is destroyed');
    expect(await readProjectFile(project, path)).toBe(
      [header, ...rows.slice(0, -1), ''].join('\n'),
    );
    const show = await git(project.directory, 'show', '--name-only', '--format=%B');
    expect(show).toContain(`Pull ${path}`);
    expect(show.trimEnd().split('\n').at(-1)).toBe(path);
    expect(show).not.toContain('T0P');
    expect(await git(project.directory, 'status', '--porcelain')).toBe('A  other.txt');
    const again = await print(`process.stdout.write(${JSON.stringify(table)})`);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout).toContain('1 new');
  });

  it('writes the first table of a fleet', async () => {
    await git(project.directory, 'rm', '--quiet', path);
    await git(project.directory, 'commit', '--quiet', '--message', 'Remove the table');
    const { exitCode, stdout } = await pullText(table, '--format', 'json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'fleet-pull', table: path, added: 200 });
    expect(await git(project.directory, 'status', '--porcelain')).toBe('');
    expect(await readProjectFile(project, path)).toBe(table);
  });
});
