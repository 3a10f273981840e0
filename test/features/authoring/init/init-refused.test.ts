import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
import { runAnswered, runLine } from '../../../support/run-in-process.ts';

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
  it('chooses the embedded service, and may take the names that are offered', async () => {
    const folder = await nameFolder();
    const { exitCode, questions } = await answer(folder, ['local', null, null]);
    expect(exitCode).toBe(0);
    expect(questions).toHaveLength(3);
    const files = await readAll(folder);
    expect(Object.keys(files)).toContain('world.yaml');
    expect(files['cyclectl.yaml']).toMatch(/name: customers\}[\s\S]*\n {4}local:\n/);
  });

  it('is asked for the service, its header, an account, its key and the names', async () => {
    const folder = await nameFolder();
    const { exitCode, questions } = await answer(folder, [
      ...['remote', 'https://api.integration.example.com', 'X-Tenant'],
      ...['account', 'Northwind_8812', null, 'staging', 'our-customers'],
    ]);
    expect(exitCode).toBe(0);
    expect(questions).toHaveLength(8);
    const files = await readAll(folder);
    expect(files['cyclectl.yaml']).toContain('\n        accountHeader: X-Tenant\n');
    expect(files['cyclectl.yaml']).toMatch(/name: our-customers\}[\s\S]*\n {4}staging:\n/);
    expect(files['accounts/northwind-8812.yaml']).toContain('\n  id: Northwind_8812\n');
  });

  it('is asked nothing that a flag or the environment says', async () => {
    const names = ['--name', 'ours', '-e', 'prod'];
    const { questions } = await answer(await nameFolder(), ['local'], ...names);
    expect(questions).toEqual(['Which service is it for?']);
  });

  it.each([
    { answers: ['local', null, null] },
    { answers: ['local', 'dev', 'ours'] },
    { answers: ['remote', 'https://api.example.com/v2', '', 'none', null, 'ours'] },
    { answers: ['remote', 'https://a.example.com', 'X-Own', 'account', "o'neil$1", 'o', 'a', 'b'] },
  ])('gets a line that writes the same files in another folder: $answers', async ({ answers }) => {
    const own = await nameFolder();
    const asked = await runAnswered({ directory: own, environment: {} }, answers, 'init');
    expect(asked).toMatchObject({ exitCode: 0, wrong: [] });
    expect(asked.repeats).toHaveLength(1);
    const other = await nameFolder();
    const again = await runLine(asked.repeats[0] ?? '', { directory: other, environment: {} });
    expect(again.exitCode, again.stderr).toBe(0);
    expect(await readAll(other)).toEqual(await readAll(own));
  });

  it('types again what does not fit, by the rules of the flags', async () => {
    const folder = await nameFolder();
    const { exitCode, stderr, wrong } = await answer(folder, [
      ...['remote', 'api.example.com', 'https://api.example.com/\u001b[2J'],
      ...['https://api.example.com', 'Authorization', '', 'none', 'A B', 'prod', 'Ours', 'ours'],
    ]);
    expect(exitCode).toBe(0);
    expect(wrong).toHaveLength(5);
    expect(wrong[0]).toContain('must start with https://');
    expect(wrong[2]).toContain('Authorization is a reserved header');
    expect(stderr).not.toContain('\u001b');
    expect(Object.keys(await readAll(folder))).toContain('accounts/account.yaml.sample');
  });

  it.each([
    ['at once', []],
    ['at the URL', ['remote']],
    ['in the middle', ['remote', 'https://api.example.com', '', 'account']],
    ['at the last question', ['local', 'dev']],
  ])('writes nothing by going away %s', async (_, answers) => {
    const folder = await nameFolder();
    const { exitCode, stderr, questions } = await answer(folder, answers);
    expect({ exitCode, asked: questions.length }).toEqual({
      exitCode: 1,
      asked: answers.length + 1,
    });
    expect(stderr).toContain('there was no answer; nothing was written');
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
