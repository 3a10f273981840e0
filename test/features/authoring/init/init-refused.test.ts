import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import {
  account,
  answer,
  init,
  nameFolder,
  put,
  readAll,
  remote,
} from '../../../support/begin-project.ts';
import { waitUntil } from '../../../support/block-request.ts';
import { programPath } from '../../../support/run-cyclectl.ts';

describe('Nothing at all is written', () => {
  it.each([
    ['a link to a folder elsewhere', '.github', 'link'],
    ['a link to nothing', 'schemas', 'dangling'],
    ['a file', 'accounts', 'file'],
  ])('where a folder of it is %s', async (_, name, kind) => {
    const folder = await nameFolder();
    const elsewhere = await nameFolder('elsewhere');
    await mkdir(folder, { recursive: true });
    if (kind === 'link') await mkdir(elsewhere);
    if (kind === 'file') await writeFile(join(folder, name), '');
    else await symlink(elsewhere, join(folder, name));
    const { exitCode, stderr } = await init(folder, '--local');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(kind === 'file' ? 'is not a folder' : 'is a link');
    expect(await readdir(folder)).toEqual([name]);
    expect(await lstat(elsewhere).catch(() => null)).toEqual(
      kind === 'link' ? expect.anything() : null,
    );
  });

  it('through a file that is a link: it is left, and what to add is said', async () => {
    const folder = await nameFolder();
    const elsewhere = await nameFolder('elsewhere');
    await put(dirname(elsewhere), { elsewhere: 'mine\n' });
    await mkdir(folder);
    await symlink(elsewhere, join(folder, '.gitignore'));
    const { exitCode, stdout } = await init(folder, '--local');
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('add .cyclectl/ /plan.json');
    expect(await readFile(elsewhere, 'utf8')).toBe('mine\n');
  });

  it('where the project folder is a file, or a link to nothing', async () => {
    const folder = await nameFolder();
    await put(dirname(folder), { customers: '' });
    expect((await init(folder, '--local')).stderr).toMatch(/cannot read|cannot make/);
    await rename(folder, `${folder}.old`);
    await symlink(`${folder}.gone`, folder);
    const { exitCode, stderr } = await init(folder, '--local');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('cannot make');
    expect(await readdir(dirname(folder))).toEqual(['customers', 'customers.old']);
  });

  it('but into a folder that a link leads to, since a person has named it', async () => {
    const folder = await nameFolder();
    const link = `${folder}.link`;
    await mkdir(folder);
    await symlink(folder, link);
    expect(await init(link, '--local')).toMatchObject({ exitCode: 0 });
    expect(await readdir(folder)).toContain('cyclectl.yaml');
  });

  it.each([
    [['--base-url', 'ftp://x'], '--base-url: baseUrl is "ftp://x"'],
    [['--base-url', 'https://ada:pw-canary@x.example'], '--base-url: baseUrl holds a user name'],
    [['--base-url', 'https://x.example/\u001b[2J'], '--base-url'],
    [[...remote, '--account-header', 'Authorization'], '--account-header: Authorization is'],
    [[...remote, '--account-header', 'X Tenant'], '--account-header: accountHeader is'],
    [[...remote, '--account', '../up=b'], '--account: name is "../up"'],
    [[...remote, '--account', 'a=no space'], '--account: id is "no space"'],
    [
      [...remote, '--account', 'a=b: # "'],
      `--account: id is 'b: # "'; it must be an account id of`,
    ],
    [[...remote, '--account', 'northwind'], 'Write KEY=ID'],
    [[...account], 'Add --base-url'],
    [['--account-header', 'X-Tenant'], 'Add --base-url'],
    [['--local', ...account], "cannot be used with option '--account"],
    [['--local', ...remote], "cannot be used with option '--base-url"],
    [['--local', '-e', 'Prod'], '--environment: '],
    [['--local', '--name', 'My Project'], '--name: name is "My Project"'],
    [[], 'no terminal to ask on; nothing was written. Pass --base-url URL, or --local'],
  ])('for the flags %j', async (args, says) => {
    const folder = await nameFolder();
    const { exitCode, stdout, stderr } = await init(folder, ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(says);
    for (const never of ['\u001b', 'pw-canary']) expect(stderr).not.toContain(never);
    expect(await readdir(dirname(folder))).toEqual([]);
  });
});

describe('A person at the terminal', () => {
  it('names the embedded service with a word, and is asked nothing else', async () => {
    const folder = await nameFolder();
    const { exitCode, questions } = await answer(folder, ['Local']);
    expect(exitCode).toBe(0);
    expect(questions).toHaveLength(1);
    expect(await readdir(folder)).toContain('world.yaml');
  });

  it('asks for the service, its header, an account and its key', async () => {
    const folder = await nameFolder();
    const { exitCode, questions } = await answer(folder, [
      'https://api.integration.example.com',
      'X-Tenant',
      'Northwind_8812',
      'northwind',
    ]);
    expect(exitCode).toBe(0);
    expect(questions).toHaveLength(4);
    expect(questions[3]).toContain('Enter: northwind-8812');
    const files = await readAll(folder);
    expect(files['cyclectl.yaml']).toContain('\n        accountHeader: X-Tenant\n');
    expect(files['accounts/northwind.yaml']).toContain('\n  id: Northwind_8812\n');
  });

  it('is asked again after an answer that does not fit, and may leave the others out', async () => {
    const folder = await nameFolder();
    const { exitCode, stderr, questions } = await answer(folder, [
      'api.example.com',
      'https://api.example.com/\u001b[2J',
      'https://api.example.com',
      'Authorization',
      '',
      '',
    ]);
    expect(exitCode).toBe(0);
    expect(questions).toHaveLength(6);
    expect(stderr).toContain('must start with https://');
    expect(stderr).toContain('Authorization is a reserved header');
    expect(stderr).not.toContain('\u001b');
    expect(Object.keys(await readAll(folder))).toContain('accounts/account.yaml.sample');
  });

  it.each([
    ['saying nothing', ['']],
    ['going away', []],
    ['going away in the middle', ['https://api.example.com', '', 'northwind-8812']],
  ])('writes nothing by %s', async (_, answers) => {
    const folder = await nameFolder();
    const { exitCode, stderr, questions } = await answer(folder, answers);
    expect({ exitCode, asked: questions.length }).toEqual({
      exitCode: 1,
      asked: answers[0] === '' ? 1 : answers.length + 1,
    });
    expect(stderr).toContain('nothing was written');
    expect(await readdir(dirname(folder))).toEqual([]);
  });

  it('is not asked where flags name the service', async () => {
    expect((await answer(await nameFolder(), [], '--local')).questions).toEqual([]);
    expect((await answer(await nameFolder(), [], ...remote)).questions).toEqual([]);
  });

  it('reports a wrong flag before the first question', async () => {
    const { exitCode, questions } = await answer(await nameFolder(), ['local'], '--name', 'A B');
    expect({ exitCode, questions }).toEqual({ exitCode: 1, questions: [] });
  });
});

describe('A process at a terminal', () => {
  // Whether somebody can be asked is told by stdin alone, so a pipe that claims to be a terminal is asked.
  const claimTerminal = 'data:text/javascript,process.stdin.isTTY = true';

  function start(directory: string) {
    const argv = ['--import', claimTerminal, programPath, '-C', directory, 'init'];
    return execa(process.execPath, argv, {
      env: {},
      extendEnv: false,
      reject: false,
      stdin: 'pipe',
    });
  }

  it('takes the answer that is typed', async () => {
    const folder = await nameFolder();
    const asking = start(folder);
    asking.stdin.end('local\n');
    expect(await asking).toMatchObject({ exitCode: 0 });
    expect(await readdir(folder)).toContain('cyclectl.yaml');
  });

  it('writes nothing where its input ends', async () => {
    const folder = await nameFolder();
    const asking = start(folder);
    asking.stdin.end();
    expect(await asking).toMatchObject({ exitCode: 1 });
    expect(await readdir(dirname(folder))).toEqual([]);
  });

  it('ends with 130 where it is interrupted while it asks, with nothing written', async () => {
    const folder = await nameFolder();
    const asking = start(folder);
    let shown = '';
    asking.stderr.on('data', (text) => {
      shown += String(text);
    });
    await waitUntil(() => shown.includes('URL of the service'), 'it asks');
    asking.kill('SIGINT');
    expect(await asking).toMatchObject({ exitCode: 130 });
    expect(await readdir(dirname(folder))).toEqual([]);
  });
});
