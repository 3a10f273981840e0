import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import type { Choices } from '../../src/emulator/world/choices.ts';
import {
  makeCanary,
  makeHeaderCanary,
  makeLongCanary,
  registerEnvironment,
  registerSecret,
} from '../canaries/register.ts';
import { searchFolder, searchProcess, searchSaid } from '../canaries/search.ts';
import { closeAfterFile } from './opened.ts';

export const home = fileURLToPath(new URL('../..', import.meta.url));

/** The start file of the program, as a shell runs it; see `built-program.ts`. */
export const programPath = process.env.CYCLECTL_TEST_DOOR ?? join(home, 'bin/cyclectl.js');

/** The start file that reads the source. */
export const sourcePath = join(home, 'bin/cyclectl.js');

/** A project folder of a test's own, and how to run the real program in it. */
export type Project = {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  run(...args: readonly string[]): Promise<Result>;
  /** Starts it without waiting for its end. */
  start(...args: readonly string[]): ReturnType<typeof startProgram>;
  /** Replaces text in a file; fails where it is not there. */
  edit(file: string, before: string, after: string): Promise<void>;
  write(file: string, text: string): Promise<void>;
};

export type Result = {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
};

/** A copy of an example with secrets of its own, run with an environment that is empty but for `env`. */
export async function copyExample(
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Project> {
  const directory = await makeFolder();
  const source = join(home, 'examples', name);
  await cp(source, directory, { recursive: true, filter: (path) => !path.includes('.cyclectl') });
  await plantCanaries(join(directory, 'secrets'));
  return toProject(directory, env);
}

/** A copy of a project with all that was done in it so far. */
export async function copyProject(
  { directory: source }: Pick<Project, 'directory'>,
  env: Readonly<Record<string, string>> = {},
): Promise<Project> {
  const directory = await makeFolder();
  await cp(source, directory, { recursive: true });
  return toProject(directory, env);
}

async function makeFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cyclectl-test-'));
  closeAfterFile(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const planted = new Map<string, string>();

/** The same canary in each project of a worker: what two have made can be compared, and a key is derived once. */
function plantCanary(name: string, make: (name: string) => string): string {
  const canary = planted.get(name) ?? make(name);
  planted.set(name, canary);
  registerSecret(name, canary);
  return canary;
}

async function plantCanaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const make = name.includes('key') ? makeHeaderCanary : makeLongCanary;
    await writeFile(join(folder, name), `${plantCanary(name, make)}\n`);
  }
}

function toProject(directory: string, env: Readonly<Record<string, string>>): Project {
  registerEnvironment(env);
  closeAfterFile(() => searchFolder(directory));
  const start = (...args: readonly string[]) => startProgram(directory, args, env);
  return {
    directory,
    environment: env,
    start,
    run: async (...args) => {
      const { exitCode, stdout, stderr } = await start(...args);
      expectNoTrace(stderr);
      return { exitCode, stdout, stderr };
    },
    edit: async (file, before, after) => {
      const path = join(directory, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      await writeFile(path, text.replace(before, after));
    },
    write: async (file, text) => {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    },
  };
}

/** Checks that no error shows a place in the source. */
export function expectNoTrace(stderr: string): void {
  expect(stderr, 'a stack trace').not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
}

/** Starts the real program in a folder, with an environment of its own. */
export function startProgram(
  directory: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  return startAt({ path: programPath, directory }, args, env);
}

/** Starts the program from one of its start files. */
export function startAt(
  { path, directory }: { readonly path: string; readonly directory: string },
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) {
  const started = execa(process.execPath, [path, '-C', directory, ...args], {
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  const name = `the process cyclectl ${args.join(' ')}`;
  const { pid } = started;
  // After its first output the command line is visible to other users.
  if (pid !== undefined) started.stderr.once('data', () => searchProcess(name, pid));
  void started.then(({ stdout, stderr }) => {
    searchSaid(`stdout of ${name}`, stdout);
    searchSaid(`stderr of ${name}`, stderr);
  });
  return started;
}

/** The quickstart, or another example, against a service that a test can break: an emulator beside it, spoken to as a real one. */
export async function openRemoteProject(
  env: Readonly<Record<string, string>> = {},
  choices: Partial<Choices> = {},
  example = 'quickstart',
): Promise<Project & { readonly emulator: Emulator; readonly url: string }> {
  const world = await readFile(join(home, 'examples', example, 'world.yaml'), 'utf8');
  const secret = JSON.stringify(makeCanary('the client secret'));
  const emulator = await openEmulator({
    world: world.replace(`${example}-not-a-secret`, () => secret),
    control: true,
    choices,
  });
  closeAfterFile(async () => {
    await emulator.close();
    expect(emulator.unmatchedCount(), 'requests that no route answered').toBe(0);
  });
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  const project = await copyExample(example, {
    ...env,
    SVC_CLIENT_SECRET: clientSecret,
    CYCLECTL_SECRET_KEY: plantCanary('the key of fingerprints', makeCanary),
  });
  await project.edit(
    'cyclectl.yaml',
    'service: {emulator: {world: world.yaml}}',
    `service:
        baseUrl: ${url}
        token: {clientId: ${clientId}, clientSecret: {env: SVC_CLIENT_SECRET}}
      limits: {requestsPerSecond: 1000}`,
  );
  return { ...project, emulator, url };
}

/** The text of a file of a project. */
export function readProjectFile(project: Project, file: string): Promise<string> {
  return readFile(join(project.directory, file), 'utf8');
}
