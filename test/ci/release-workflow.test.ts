import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { nameFolder } from '../support/begin-project.ts';
import { commit, git, person } from '../support/git-repository.ts';

// The shell steps of the release workflow, run one after the other in a repository with a tag, by real git and npm.
// GitHub and the registry are not there: npm is told to publish nothing, and `gh` is a program that writes down its words.

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = packageJson;
const isPrerelease = version.includes('-rc.');
const npmTag = isPrerelease ? 'next' : 'latest';
const majorTag = isPrerelease ? '' : `v${version.split('.')[0]}`;

type Step = {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
};
type Job = {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps: readonly Step[];
};

const workflow: {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<'build' | 'publish' | 'release', Job>>;
} = parse(await readFile(join(root, '.github/workflows/release.yml'), 'utf8'));

let checkout: string;
let temp: string;

beforeAll(async () => {
  const outer = await nameFolder('origin');
  const bare = `${outer}.git`;
  await git('.', 'init', '--quiet', '--bare', '--initial-branch=main', bare);
  // What Git has of this checkout, and what is changed in it.
  await git('.', 'clone', '--quiet', '--no-local', '--depth', '1', `file://${root}`, outer);
  const changed = await git(root, 'diff', '--binary', 'HEAD');
  if (changed !== '')
    await execa('git', ['apply', '--index'], { cwd: outer, input: `${changed}\n` });
  for (const path of (await git(root, 'ls-files', '--others', '--exclude-standard')).split('\n'))
    if (path !== '') {
      await mkdir(dirname(join(outer, path)), { recursive: true });
      await writeFile(join(outer, path), await readFile(join(root, path)));
    }
  // As a release begins: what was not released is under its version.
  const changelog = join(outer, 'CHANGELOG.md');
  const text = await readFile(changelog, 'utf8');
  await writeFile(changelog, text.replace(/^## Unreleased\n.*?(?=^## )/ms, '## Unreleased\n\n'));
  await git(outer, 'checkout', '--quiet', '--orphan', 'main-now');
  await commit({ directory: outer }, 'Release');
  await git(outer, 'push', '--quiet', bare, 'HEAD:refs/heads/main');
  checkout = `${outer}-checkout`;
  await git('.', 'clone', '--quiet', bare, checkout);
  await execa('ln', ['-s', join(root, 'node_modules'), join(checkout, 'node_modules')]);
  temp = await nameFolder('temp');
  await mkdir(join(temp, 'bin'), { recursive: true });
  const gh =
    '#!/bin/sh\nprintf "%s\\n" "$*" >>"$GH_SAID"\necho "$GH_PRINTS"\n[ "$*" != "$GH_FAILS" ]\n';
  await writeFile(join(temp, 'bin/gh'), gh);
  await chmod(join(temp, 'bin/gh'), 0o755);
}, 120_000);

/** Runs the step of a name, as its job does, and gives what it printed and what it set as outputs. */
async function run(job: keyof typeof workflow.jobs, name: string, env: Record<string, string>) {
  const step = workflow.jobs[job].steps.find((each) => each.name === name);
  const folder = step?.['working-directory'];
  const output = join(temp, 'output');
  await writeFile(output, '');
  const { exitCode, all } = await execa('/bin/bash', ['-e', '-c', step?.run ?? 'exit 99'], {
    cwd: folder === undefined ? checkout : join(temp, folder),
    all: true,
    reject: false,
    env: {
      ...person,
      HOME: temp,
      RUNNER_TEMP: temp,
      PATH: `${join(temp, 'bin')}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      GITHUB_OUTPUT: output,
      GITHUB_REF_NAME: `v${version}`,
      GITHUB_REPOSITORY: 'someone/cyclectl',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_SHA: await git(checkout, 'rev-parse', 'HEAD'),
      npm_config_update_notifier: 'false',
      npm_config_offline: 'true',
      ...env,
    },
  });
  return { exitCode, all: all ?? '', output: await readFile(output, 'utf8') };
}

describe('The workflow', () => {
  it('runs code of packages only where no token can write, and keeps no token', async () => {
    const { build, publish, release } = workflow.jobs;
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(build.permissions).toBeUndefined();
    expect(publish).toMatchObject({ permissions: { 'id-token': 'write' }, environment: 'npm' });
    expect(release.permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    });
    for (const { steps } of [publish, release]) {
      expect(steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))).toEqual([]);
      expect(
        steps.flatMap(({ run: text = '' }) => /npm (?:ci|install|run)/.exec(text) ?? []),
      ).toEqual([]);
    }
    const text = await readFile(join(root, '.github/workflows/release.yml'), 'utf8');
    expect(text).not.toContain('secrets.');
    for (const { steps } of Object.values(workflow.jobs))
      for (const { run: script = '' } of steps) expect(script).not.toContain('${{');
  });

  it('runs for tags of versions and candidates alone', () => {
    // The patterns of GitHub, in which + and the brackets are those of a regular expression.
    const patterns = workflow.on.push.tags.map(
      (tag) => new RegExp(`^${tag.replaceAll('.', '\\.')}$`),
    );
    const isReleased = (tag: string) => patterns.some((pattern) => pattern.test(tag));
    expect(['v1.0.0', 'v1.0.0-rc.1', 'v12.3.45-rc.67'].map(isReleased)).toEqual([true, true, true]);
    expect(['v1', 'v1.0', 'v1.0.0-beta', '1.0.0', 'v1.0.0-rc'].some(isReleased)).toBe(false);
  });
});

describe('The steps of a release', () => {
  it('check the tag, pack what was built, publish nothing else, and describe it', async () => {
    const checked = await run('build', 'Check the tag', {});
    expect(checked).toMatchObject({ exitCode: 0 });
    expect(checked.output).toBe(
      `version=${version}\nnpm-tag=${npmTag}\nprerelease=${isPrerelease}\nmajor-tag=${majorTag}\n`,
    );
    const notes = await readFile(join(temp, 'release/notes.md'), 'utf8');
    expect(notes).toMatch(/^\S/);
    // GitHub takes no more.
    expect(notes.length).toBeLessThan(125_000);

    const packed = await run('build', 'Pack', { VERSION: version });
    expect(packed.exitCode, packed.all).toBe(0);
    const sums = await readFile(join(temp, 'release/SHA256SUMS'), 'utf8');
    expect(sums).toMatch(
      new RegExp(
        `^[0-9a-f]{64}  cyclectl-${version}\\.tgz\\n[0-9a-f]{64}  cyclectl-${version}\\.cdx\\.json\\n$`,
      ),
    );

    const steps = { VERSION: version, NPM_TAG: npmTag, npm_config_dry_run: 'true' };
    const published = await run('publish', 'Publish', steps);
    expect(published.exitCode, published.all).toBe(0);
    expect(published.all).toContain(`+ cyclectl@${version}`);
    expect(published.all).toContain(`with tag ${npmTag} and public access (dry-run)`);
    expect(published.all).not.toMatch(
      /npm warn publish (?!This command requires you to be logged in)/,
    );
    const tarball = join(temp, `release/cyclectl-${version}.tgz`);
    const read = async (path: string) =>
      (await execa('tar', ['-xzOf', tarball, `package/${path}`])).stdout;
    expect(await read('dist/commit.txt')).toBe(await git(checkout, 'rev-parse', 'HEAD'));
    expect(JSON.parse(await read('package.json')).repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/someone/cyclectl.git',
    });

    await writeFile(join(temp, `release/cyclectl-${version}.cdx.json`), '{}');
    expect(await run('publish', 'Publish', steps)).toMatchObject({
      exitCode: 1,
      all: expect.stringContaining('FAILED'),
    });
  }, 240_000);

  it('refuse a commit that is not on main', async () => {
    await git(checkout, 'commit', '--quiet', '--allow-empty', '--message', 'Elsewhere');
    expect(await run('build', 'Check the tag', {})).toMatchObject({ exitCode: 1, output: '' });
    await git(checkout, 'reset', '--quiet', '--hard', 'origin/main');
  });

  it('make the release with its files, and move the tag of a stable version', async () => {
    const said = join(temp, 'said');
    const view = `release view v${version} --repo someone/cyclectl --json isDraft --jq .isDraft`;
    const env = { GH_SAID: said, GH_FAILS: view, VERSION: version, PRERELEASE: 'true' };
    await mkdir(join(temp, 'release'), { recursive: true });
    expect(await run('release', 'Make the release', env)).toMatchObject({ exitCode: 0 });
    expect(await readFile(said, 'utf8')).toBe(
      `${view}\nrelease create v${version} --repo someone/cyclectl --verify-tag --title cyclectl ${version} --notes-file notes.md --prerelease=true cyclectl-${version}.tgz cyclectl-${version}.cdx.json SHA256SUMS\n`,
    );
    // A job that is run again finds it.
    await writeFile(said, '');
    const again = await run('release', 'Make the release', {
      ...env,
      ...{ GH_FAILS: '', GH_PRINTS: 'false' },
    });
    expect(again).toMatchObject({ exitCode: 0 });
    expect(await readFile(said, 'utf8')).toBe(`${view}\n`);
    const move = workflow.jobs.release.steps.find(({ name }) => name?.startsWith('Move'));
    expect(move?.if).toBe("needs.build.outputs.major-tag != ''");
    const sha = await git(checkout, 'rev-parse', 'HEAD');
    const look = 'api repos/someone/cyclectl/git/ref/tags/v1';
    for (const [fails, does] of [
      [
        '',
        `api --method PATCH repos/someone/cyclectl/git/refs/tags/v1 -f sha=${sha} -F force=true`,
      ],
      [look, `api --method POST repos/someone/cyclectl/git/refs -f ref=refs/tags/v1 -f sha=${sha}`],
    ] as const) {
      await writeFile(said, '');
      const moved = { GH_SAID: said, GH_FAILS: fails, MAJOR_TAG: 'v1' };
      expect(await run('release', 'Move the tag of the action', moved)).toMatchObject({
        exitCode: 0,
      });
      expect(await readFile(said, 'utf8')).toBe(`${look}\n${does}\n`);
    }
  });
});
