import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallAccount as account, commit, git, person } from '../../../support/git-repository.ts';
import {
  copyExample,
  copyProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

const other = '    other:\n      service: {emulator: {world: world.yaml}}\n';

let begun: Promise<Project> | undefined;

/** The quickstart with two small accounts beside northwind, committed on main, and on a branch of its own. */
async function openRepository(): Promise<Project> {
  begun ??= makeRepository();
  return copyProject(await begun, person);
}

async function makeRepository(): Promise<Project> {
  const project = await copyExample('quickstart', person);
  await project.write('.gitignore', '.cyclectl\n/secrets\n');
  await project.write('accounts/fabrikam.yaml', account('fabrikam'));
  await project.write('accounts/contoso.yaml', account('contoso'));
  await git(project.directory, 'init', '--quiet', '--initial-branch', 'main');
  await commit(project, 'Begin');
  await git(project.directory, 'switch', '--quiet', '--create', 'topic');
  return project;
}

async function changeAccount(project: Project, path: string, spec: string): Promise<void> {
  const key = path.replace(/^accounts\/(.*)\.yaml$/, '$1');
  await project.write(path, account(key, spec));
  await commit(project, `Change ${key}`);
}

async function planned(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, text } = await runOnOneLine(
    project,
    ...['plan', '--changed-since', 'main', '--format', 'json'],
    ...args,
  );
  const { accounts = [], run: frame } = JSON.parse(stdout);
  const names = accounts.map(
    (each: { account?: string; plan?: { account: string } }) => each.plan?.account ?? each.account,
  );
  return { exitCode, names, frame, text };
}

describe('plan --changed-since', () => {
  it('plans what the branch and the working tree touched, and says what it did not look at', async () => {
    const project = await openRepository();
    await project.write('accounts/contoso.yaml', account('contoso', '  timezone: UTC\n'));
    await commit(project, 'Set a time zone');
    const { names, frame } = await planned(project);
    expect(names).toEqual(['contoso']);
    expect(frame.summary).toMatchObject({ accounts: 1, skipped: 2 });
    const base = await git(project.directory, 'rev-parse', 'main');
    expect(frame.since).toEqual({ ref: 'main', base, untouched: 2, restsOn: null });
    await project.write('accounts/adatum.yaml', account('adatum'));
    expect((await planned(project)).names).toEqual(['adatum', 'contoso']);
    expect((await planned(project, '--select', 'account=c*')).names).toEqual(['contoso']);
    const [markdown, page] = ['plan.md', 'plan.html'].map((name) => join(project.directory, name));
    const { text, exitCode } = await runOnOneLine(
      project,
      ...['plan', '--changed-since', 'main'],
      ...['--report', `markdown=${markdown}`, '--report', `html=${page}`],
    );
    expect(exitCode).toBe(0);
    for (const file of [markdown ?? '', page ?? '']) {
      const report = await readFile(file, 'utf8');
      expect(report).toMatch(/2 accounts excluded: unchanged since `?main/);
      expect(report).not.toContain('excluded by --select');
      // It has settings of customers in it.
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      await rm(file);
    }
    expect(text).toContain(
      `since 2 accounts excluded: unchanged since main (${base.slice(0, 12)})`,
    );
    expect(text).toContain('--changed-since main --out plan.json');
  });

  it('compares with where the branches parted, not with what the other one became', async () => {
    const project = await openRepository();
    await git(project.directory, 'switch', '--quiet', 'main');
    await project.write('accounts/fabrikam.yaml', account('fabrikam', '  timezone: UTC\n'));
    await commit(project, 'Another branch');
    await git(project.directory, 'switch', '--quiet', 'topic');
    const { names, frame, text } = await planned(project);
    expect([names, frame.summary.skipped]).toEqual([[], 3]);
    expect(text).not.toContain('account-let-go');
    const said = await runOnOneLine(project, 'plan', '--changed-since', 'main', '--exit-code');
    expect(said.exitCode).toBe(0);
    expect(said.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'No changes. 0 accounts up to date. 3 accounts excluded',
    );
  });

  it('saves a plan that apply does as any other', async () => {
    const project = await openRepository();
    await project.write('accounts/contoso.yaml', account('contoso', '  timezone: UTC\n'));
    const file = join(project.directory, '.cyclectl-plan.json');
    await runOnOneLine(project, 'plan', '--changed-since', 'main', '--out', file);
    expect(await runOnOneLine(project, 'apply', file)).toMatchObject({ exitCode: 0 });
    const { stdout } = await runOnOneLine(
      project,
      ...['emulator', 'request', 'GET', '/v1.0/accounts/contoso-id'],
    );
    expect(JSON.parse(stdout)).toMatchObject({ Timezone: 'UTC' });
    const other = await runOnOneLine(
      project,
      ...['emulator', 'request', 'GET', '/v1.0/accounts/fabrikam-id'],
    );
    expect(other.text).toContain('404');
  });

  it('counts the changed share of all selected accounts, read or not', async () => {
    const project = await openRepository();
    const keys = Array.from({ length: 36 }, (_, index) => `small-${index}`);
    const write = async (some: readonly string[], spec: string) => {
      for (const key of some) await project.write(`accounts/${key}.yaml`, account(key, spec));
    };
    await write(keys, '');
    await commit(project, 'Grow');
    await git(project.directory, 'branch', '--force', 'main');
    const ours = ['--select', 'account=small-*'];
    expect(await runOnOneLine(project, 'apply', '--yes', ...ours)).toMatchObject({ exitCode: 0 });
    await write(keys.slice(0, 10), '  timezone: Asia/Kolkata\n');
    const few = await planned(project, ...ours);
    expect([few.exitCode, few.frame.summary]).toEqual([
      0,
      expect.objectContaining({ accounts: 10, skipped: 29, existing: 36, existingChanged: 10 }),
    ]);
    await write(keys.slice(0, 12), '  timezone: Asia/Kolkata\n');
    const many = await planned(project, ...ours);
    expect([many.exitCode, many.text]).toEqual([
      1,
      expect.stringContaining('12 of 36 accounts (33 %)'),
    ]);
  });

  it('reports an account that Git no longer has, and none whose key changed', async () => {
    const project = await openRepository();
    const { directory } = project;
    await rm(join(directory, 'accounts/contoso.yaml'));
    await rename(
      join(directory, 'accounts/fabrikam.yaml'),
      join(directory, 'accounts/fabrikam two.yaml'),
    );
    await project.edit('accounts/fabrikam two.yaml', 'name: fabrikam', 'name: tailspin');
    const { names, text, frame } = await planned(project);
    expect(names).toEqual(['tailspin']);
    expect(text).toContain(
      'No manifest declares the account contoso any more; accounts/contoso.yaml',
    );
    expect(text).toContain('apply leaves it in the service unchanged');
    expect(frame.diagnostics.map(({ code }: { code: string }) => code)).toEqual(['account-let-go']);
    const elsewhere = account('tailspin').replace('id: tailspin-id', 'ids: {other: tailspin-id}');
    await commit(project, 'Rename');
    await git(directory, 'switch', '--quiet', '--create', 'next');
    await project.edit('cyclectl.yaml', '  environments:\n', `  environments:\n${other}`);
    await project.write('accounts/fabrikam two.yaml', elsewhere);
    const moved = await runOnOneLine(project, 'plan', '--changed-since', 'topic');
    expect([moved.exitCode, moved.text]).toEqual([
      0,
      expect.stringContaining('The account tailspin has no id in local any more'),
    ]);
  });

  it('plans all where what all rest on changed, and none for the words of another environment', async () => {
    const project = await openRepository();
    const text = await readProjectFile(project, 'cyclectl.yaml');
    await project.write('cyclectl.yaml', `${text}# a remark\n`);
    expect((await planned(project)).names).toEqual([]);
    await project.write('cyclectl.yaml', text.replace(/( {2}environments:\n)/, `$1${other}`));
    expect((await planned(project, '-e', 'local')).frame.summary).toMatchObject({ accounts: 0 });
    await project.write('cyclectl.yaml', text.replace('name: quickstart', 'name: another'));
    const { frame } = await planned(project);
    expect(frame.summary).toMatchObject({ accounts: 3, skipped: 0 });
    expect(frame.since).toMatchObject({ restsOn: 'cyclectl.yaml' });
    await project.write('cyclectl.yaml', text);
    await project.edit('world.yaml', '\n', '\n# another world\n');
    expect((await planned(project)).frame.since).toMatchObject({ restsOn: 'world.yaml' });
  });

  it('says what to do if git cannot compare', async () => {
    const project = await openRepository();
    const { directory } = project;
    const ask = (ref: string) => runOnOneLine(project, 'plan', `--changed-since=${ref}`);
    const evil = join(directory, 'evil');
    for (const [ref, said] of [
      ['nowhere', 'git finds no commit nowhere in this repository'],
      [`--output=${evil}`, 'is not the name of a commit'],
      ['', '"" is not the name of a commit'],
      ['main..topic', 'git finds no commit main..topic'],
    ] as const) {
      const { exitCode, text } = await ask(ref);
      expect([exitCode, text]).toEqual([1, expect.stringContaining(said)]);
    }
    await git(directory, 'switch', '--quiet', '--orphan', 'alone');
    await git(directory, 'checkout', '--quiet', 'main', '--', '.');
    expect((await ask('main')).text).toContain('the repository has no commit yet');
    await commit(project, 'Alone');
    expect((await ask('main')).text).toContain('main and HEAD have no commit in common');
    await rm(join(directory, '.git'), { recursive: true });
    expect((await ask('main')).text).toContain('is not in a git repository');
  });

  it('asks to fetch the rest of a shallow clone', async () => {
    const project = await openRepository();
    const { directory } = project;
    await changeAccount(project, 'accounts/contoso.yaml', '  timezone: UTC\n');
    await git(directory, 'switch', '--quiet', 'main');
    await changeAccount(project, 'accounts/fabrikam.yaml', '  timezone: UTC\n');
    const shallow = await copyExample('quickstart', person);
    await rm(shallow.directory, { recursive: true });
    await git(
      directory,
      ...['clone', '--quiet', '--depth', '1', '--no-single-branch', '--branch', 'topic'],
      ...[`file://${directory}`, shallow.directory],
    );
    await mkdir(join(shallow.directory, 'secrets'), { recursive: true });
    const { exitCode, text } = await runOnOneLine(
      shallow,
      'plan',
      '--changed-since',
      'origin/main',
    );
    expect([exitCode, text]).toEqual([1, expect.stringContaining('in this shallow clone')]);
    expect(text).toContain('git fetch --unshallow');
    expect(text).toContain('fetch-depth: 0');
    await git(shallow.directory, 'fetch', '--quiet', '--unshallow');
    const whole = await runOnOneLine(
      shallow,
      ...['plan', '--changed-since', 'origin/main', '--select', 'account=contoso'],
    );
    expect(whole.text).toContain('contoso');
    expect(whole.exitCode).toBe(0);
  });

  it('takes names with quotes and line ends as they are', async () => {
    const project = await openRepository();
    const odd = 'accounts/a "b"\n\tc é.yaml';
    await project.write(odd, account('odd'));
    await commit(project, 'Odd');
    expect((await planned(project)).names).toEqual(['odd']);
    await git(project.directory, 'switch', '--quiet', '--create', 'next');
    await project.write(odd, account('odd', '  timezone: UTC\n'));
    const { stdout } = await runOnOneLine(
      project,
      ...['plan', '--changed-since', 'topic', '--format', 'json'],
    );
    expect(JSON.parse(stdout).run.summary).toMatchObject({ accounts: 1, skipped: 3 });
  });
});
