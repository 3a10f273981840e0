import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from '../../src/cli/run-program.ts';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import type { Choices } from '../../src/emulator/world/choices.ts';
import { registerSecret } from '../canaries/register.ts';
import { searchFolder } from '../canaries/search.ts';
import { closeAfterFile } from '../support/opened.ts';
import { expectNoTrace } from '../support/run-cyclectl.ts';
import { openRecordedContext } from '../support/run-in-process.ts';
import { shuffledMappings } from '../worlds/fixture.ts';
import { secretMark } from './console-user.ts';
import { fleetWorld } from './make/fleet-world.ts';

/** A service that offers what fleets are made of; its ids are those of the seed. */
export async function openFleetService(
  seed: number,
  choices: Partial<Choices> = {},
): Promise<Emulator> {
  const frozenAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  const emulator = await openEmulator({
    world: fleetWorld,
    seed,
    choices: { ...shuffledMappings, ...choices },
    frozenAt,
    mayReach: () => false,
  });
  closeAfterFile(() => emulator.close());
  return emulator;
}

/** Result of a command. */
type Said = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** A project of a service, with a command line. */
export type FleetProject = {
  /** Runs a command with these variables beside its own. */
  run(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Said>;
  /** The manifests, and the cycle files that they name, by path. */
  readFiles(): Promise<ReadonlyMap<string, string>>;
};

/** Opens a project of manifests and cycle files that speaks to a service as to a real one; secrets are looked for in its files. */
export async function openFleetProject(
  emulator: Emulator,
  files: ReadonlyMap<string, string> = new Map(),
): Promise<FleetProject> {
  registerSecret('the secrets of the fleet', secretMark);
  const directory = await mkdtemp(join(tmpdir(), 'cyclectl-fleet-'));
  closeAfterFile(() => rm(directory, { recursive: true, force: true }));
  closeAfterFile(() => searchFolder(directory));
  const { url } = await emulator.listen();
  await writeFile(join(directory, 'cyclectl.yaml'), writeProject(url));
  await mkdir(join(directory, 'accounts'));
  for (const [path, text] of files) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const own = {
    SVC_CLIENT_SECRET: emulator.credentials.clientSecret,
    CYCLECTL_SECRET_KEY: 'the-key-of-fingerprints-of-a-fleet',
  };
  return {
    run: (variables, ...args) => say(directory, { ...variables, ...own }, args),
    readFiles: async () => {
      const paths = (await readdir(directory, { recursive: true }))
        .filter((path) => /^accounts\/.*\.yaml$|^cycles\/.*\.(?:cycle\.json|blob)$/.test(path))
        .sort();
      const read = paths.map(
        async (path) => [path, await readFile(join(directory, path), 'utf8')] as const,
      );
      return new Map(await Promise.all(read));
    },
  };
}

// Each of a thousand variables would be looked for by itself; all that was typed has the one mark.
async function say(
  directory: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Said> {
  const { context, out, said } = openRecordedContext({}, `cyclectl ${args.join(' ')}`);
  const argv = ['-C', directory, ...args];
  const exitCode = await runProgram({ ...context, environment }, { argv, endedBy: () => null });
  expectNoTrace(said());
  return { exitCode, stdout: out(), stderr: said() };
}

function writeProject(url: string): string {
  return `apiVersion: cyclectl/v1
kind: Project
metadata: {name: fleet}
spec:
  environments:
    console:
      service:
        baseUrl: ${url}
        token: {clientId: fleet, clientSecret: {env: SVC_CLIENT_SECRET}}
      limits: {concurrency: 32, requestsPerSecond: 100000}
      protect: {maxChangedPercent: 100}
`;
}
