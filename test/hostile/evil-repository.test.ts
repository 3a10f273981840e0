import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCommit } from '../../src/app/git/read-commit.ts';
import { openChanges } from '../../src/features/ci/changed-since/open-changes.ts';
import { makeCanary } from '../canaries/register.ts';
import { git, person } from '../support/git-repository.ts';
import { closeAfterFile } from '../support/opened.ts';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

// A branch may bring files of any name but `.git`, and git runs what the settings of a repository name. Nothing of a
// branch may count as such settings, whichever command asks git.

type Place = {
  /** The top of the checkout. */
  readonly top: string;
  readonly project: Project;
  /** A program of the branch, which leaves a file where it was run. */
  readonly payload: string;
  readonly outside: string;
};

let seed: Place;

beforeAll(async () => {
  const top = makeFolder();
  const outside = makeFolder();
  const project = await copyExample('quickstart');
  await cp(project.directory, join(top, 'integrations'), { recursive: true });
  await writeFile(join(top, '.gitignore'), '.cyclectl/\nsecrets/\n');
  await git(top, 'init', '--quiet', '--initial-branch=main');
  await git(top, 'add', '--all');
  await git(top, 'commit', '--quiet', '--message', 'Begin');
  seed = { top, outside, payload: '', project };
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cyclectl-evil-'));
  closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A checkout of the branch, whose accounts are not as committed, so that git has to read them again. */
async function openPlace(): Promise<Place> {
  const [top, outside] = [makeFolder(), makeFolder()];
  await cp(seed.top, top, { recursive: true });
  const directory = join(top, 'integrations');
  const account = join(directory, 'accounts/northwind.yaml');
  const text = await readFile(account, 'utf8');
  await writeFile(account, text.replace(/timezone: .*/, 'timezone: Europe/Paris'));
  const payload = join(directory, 'payload.sh');
  await writeFile(payload, `#!/bin/sh\nenv >>${outside}/ran\n`);
  await chmod(payload, 0o755);
  const environment = { ...person, HOME: outside, SECRET_OF_THE_JOB: makeCanary('a variable') };
  return { top, outside, payload, project: { ...seed.project, directory, environment } };
}

/** A folder that git takes for a repository, with settings that run the payload for each file. */
async function plantRepository(place: Place, folder: string, worktree?: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', '.');
  // As a commit brings them along: empty folders would not be in it.
  for (const name of ['refs/heads', 'objects/info']) await writeFile(join(folder, name, 'x'), '');
  const own = ['--git-dir', folder, '--work-tree', worktree ?? place.project.directory];
  await git(place.outside, ...own, '-c', 'core.bare=false', 'add', '--force', 'accounts');
  await writeFile(join(folder, 'info/attributes'), '* filter=evil diff=evil\n');
  await writeSettings(place, join(folder, 'config'), worktree);
}

async function writeSettings(
  { payload, outside }: Place,
  path: string,
  worktree?: string,
): Promise<void> {
  const lines = [
    '[core]\n\trepositoryformatversion = 0\n\tbare = false',
    `\tworktree = ${worktree ?? '.'}\n\tfsmonitor = ${payload}\n\thooksPath = .\n\tsshCommand = ${payload}`,
    `[filter "evil"]\n\tclean = ${payload}\n\tprocess =\n\trequired = true`,
    `[diff]\n\texternal = ${payload}\n[diff "evil"]\n\ttextconv = ${payload}\n\tcommand = ${payload}`,
    ...['normal', 'perf', 'event'].map((kind) => `[trace2]\n\t${kind}Target = ${outside}/ran`),
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
}

const attributes = ({ top }: Place) =>
  writeFile(join(top, '.gitattributes'), '* filter=evil diff=evil\n');

type Evil = (place: Place) => Promise<Readonly<Record<string, string | undefined>> | undefined>;

const inFolder = ({ project }: Place, path: string) => join(project.directory, path);

/** A `.git` of the project folder, as an archive may bring it along: git itself commits none. */
function unpack(write: (path: string) => Promise<void>, at = 'evil'): Evil {
  return async (place) => {
    await plantRepository(place, inFolder(place, at), place.project.directory);
    await write(inFolder(place, '.git'));
    return undefined;
  };
}

/** A program of the branch under the name of another one, in a folder that package runners put on the PATH. */
function shadow(name: string, also: Evil): Evil {
  return async (place) => {
    const bin = inFolder(place, 'node_modules/.bin');
    await mkdir(bin, { recursive: true });
    await cp(place.payload, join(bin, name));
    return { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, ...(await also(place)) };
  };
}

/** The settings of the machine, with a filter that a branch may name. */
async function installFilter({ outside }: Place, command: string): Promise<void> {
  await writeFile(join(outside, 'global'), `[filter "evil"]\n\tclean = "${command}"\n`);
}

const evils: Readonly<Record<string, Evil>> = {
  'a project folder that is a bare repository': async (place) => {
    await plantRepository(place, place.project.directory);
    return undefined;
  },
  'a folder above the project that is a bare repository': async (place) => {
    const above = join(place.top, 'above');
    await plantRepository(place, above, place.project.directory);
    await rename(place.project.directory, join(above, 'integrations'));
    await git(place.top, 'add', '--all');
    return undefined;
  },
  'a .git file that leads beside it': unpack((path) => writeFile(path, 'gitdir: ./evil\n')),
  'a .git file that leads to a name like .git': unpack(
    (path) => writeFile(path, 'gitdir: ./evil/.GIT\n'),
    'evil/.GIT',
  ),
  'a .git file that leads out of its folder': unpack(
    (path) => writeFile(path, 'gitdir: ../evil\n'),
    '../evil',
  ),
  'a .git file that leads there by a link': async (place) => {
    await unpack((path) => writeFile(path, `gitdir: ${place.outside}/link\n`))(place);
    await symlink(inFolder(place, 'evil'), join(place.outside, 'link'));
    return undefined;
  },
  'a .git that is a link': unpack((path) => symlink('evil', path)),
  'a .git of a submodule that leads to files of the branch': async (place) => {
    const sub = inFolder(place, 'sub');
    await mkdir(join(sub, 'accounts'), { recursive: true });
    await writeFile(join(sub, 'accounts/file'), 'One text');
    await plantRepository(place, inFolder(place, 'evil'), sub);
    await writeFile(join(sub, 'accounts/file'), 'Two text');
    await writeFile(join(sub, '.git'), 'gitdir: ../evil\n');
    const head = await git(place.top, 'rev-parse', 'HEAD');
    const entry = `160000,${head},integrations/sub`;
    await git(place.top, 'update-index', '--add', '--cacheinfo', entry);
    return undefined;
  },
  'settings of the branch that those of the repository include': async (place) => {
    await attributes(place);
    await writeSettings(place, join(place.top, '.gitconfig'));
    await git(place.top, 'config', 'include.path', '../.gitconfig');
    return undefined;
  },
  'settings of the branch that are included on a condition': async (place) => {
    await attributes(place);
    await writeSettings(place, join(place.top, '.gitconfig'));
    const condition = `includeIf.gitdir:${place.top}/.path`;
    await git(place.top, 'config', condition, `${place.top}/.gitconfig`);
    return undefined;
  },
  'settings of the branch that those of the machine include': async (place) => {
    await attributes(place);
    await writeSettings(place, join(place.top, '.gitconfig'));
    const global = join(place.outside, 'global');
    await writeFile(global, `[include]\n\tpath = ${place.top}/.gitconfig\n`);
    return { GIT_CONFIG_GLOBAL: global };
  },
  'settings of the branch that those of the machine lead to': async (place) => {
    await attributes(place);
    await writeSettings(place, join(place.top, 'gitconfig'));
    await symlink(join(place.top, 'gitconfig'), join(place.outside, '.gitconfig'));
    return { GIT_CONFIG_GLOBAL: join(place.outside, '.gitconfig') };
  },
  'a home folder that is the checkout': async (place) => {
    await attributes(place);
    await writeSettings(place, join(place.top, '.gitconfig'));
    return { HOME: place.top, GIT_CONFIG_GLOBAL: undefined };
  },
  'a folder of settings in the checkout': async (place) => {
    await attributes(place);
    await mkdir(join(place.top, '.config/git'), { recursive: true });
    await writeSettings(place, join(place.top, '.config/git/config'));
    return { XDG_CONFIG_HOME: join(place.top, '.config'), GIT_CONFIG_GLOBAL: undefined };
  },
  'variables of the job that name its files': async (place) => {
    await attributes(place);
    await plantRepository(place, inFolder(place, 'evil'), place.project.directory);
    return {
      GIT_DIR: inFolder(place, 'evil'),
      GIT_WORK_TREE: place.project.directory,
      GIT_EXTERNAL_DIFF: place.payload,
      GIT_EXEC_PATH: place.project.directory,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'filter.evil.clean',
      GIT_CONFIG_VALUE_0: place.payload,
    };
  },
  'a program with the name of git': shadow('git', async () => undefined),
  'a program with the name of a filter': shadow('git-evil', async (place) => {
    await attributes(place);
    await installFilter(place, 'git-evil clean -- %f');
    return { GIT_CONFIG_GLOBAL: join(place.outside, 'global') };
  }),
  'hooks and a monitor that the repository names among its files': async (place) => {
    await mkdir(join(place.top, '.husky'));
    for (const hook of ['post-index-change', 'reference-transaction']) {
      await cp(place.payload, join(place.top, '.husky', hook));
    }
    await git(place.top, 'config', 'core.hooksPath', '.husky');
    await git(place.top, 'config', 'core.fsmonitor', './integrations/payload.sh');
    return undefined;
  },
};

const hasRun = ({ outside }: Place) => existsSync(join(outside, 'ran'));

describe('Through git a branch', () => {
  it.each(Object.entries(evils))('runs nothing by %s', async (_, plant) => {
    const place = await openPlace();
    const environment = { ...place.project.environment, ...(await plant(place)) };
    const above = join(place.top, 'above/integrations');
    const directory = existsSync(above) ? above : place.project.directory;
    const commit = await readCommit(directory, environment);
    const { changed } = await openChanges(directory, 'main', environment);
    expect(hasRun(place), 'a program of the branch').toBe(false);
    expect(commit).toBe(`${await git(place.top, 'rev-parse', 'HEAD')}+`);
    expect([...changed]).toContain('accounts/northwind.yaml');
  });

  it('runs nothing where nothing is checked out and its files look like a repository', async () => {
    const place = await openPlace();
    await rm(join(place.top, '.git'), { recursive: true });
    await plantRepository(place, place.project.directory);
    const { directory, environment } = place.project;
    expect(await readCommit(directory, environment)).toBeNull();
    const changes = openChanges(directory, 'main', environment);
    await expect(changes).rejects.toThrow('is not in a git repository');
    expect(hasRun(place)).toBe(false);
  });

  it('runs nothing in any command that asks git', async () => {
    const place = await openPlace();
    await plantRepository(place, place.project.directory);
    const report = join(place.outside, 'report.md');
    for (const args of [
      ['plan', '--changed-since', 'main', '--report', `markdown=${report}`],
      ['apply', '--yes'],
      ['drift', '--report', `markdown=${report}`],
    ]) {
      const { exitCode, stderr } = await runInProcess(place.project, ...args);
      expect([exitCode, stderr], args.join(' ')).toEqual([0, expect.anything()]);
    }
    const head = await git(place.top, 'rev-parse', 'HEAD');
    expect(await readFile(report, 'utf8')).toContain(head.slice(0, 10));
    expect(hasRun(place), 'a program of the branch').toBe(false);
  });
});

it('git and what it runs for the operator see no variable of the job', async () => {
  const place = await openPlace();
  await attributes(place);
  await installFilter(place, `sh -c 'env >>${place.outside}/ran; cat'`);
  const { directory, environment } = place.project;
  const GIT_CONFIG_GLOBAL = join(place.outside, 'global');
  await readCommit(directory, { ...environment, GIT_CONFIG_GLOBAL });
  const seen = await readFile(join(place.outside, 'ran'), 'utf8');
  expect(seen).toContain('GIT_DIR=');
  expect(seen).not.toContain('SECRET_OF_THE_JOB');
});
