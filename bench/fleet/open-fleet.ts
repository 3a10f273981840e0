import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, runCommand } from '../bench.ts';
import { type ProgramPaths, runProgram, type Usage } from '../run-program.ts';
import type { BareWork } from './bare-loop.ts';
import { concurrency, fleetSecrets, makeFleet, makeProject } from './make-fleet.ts';
import { makeRows } from './make-rows.ts';
import {
  type Canned,
  type SentRequest,
  type Served,
  startCanned,
  startEmulator,
} from './start-service.ts';

/** A project of many accounts, and the service that it is about. */
export type Fleet = {
  readonly served: Served;
  /** Runs a command; its requests are those that the service saw. */
  readonly run: (
    args: readonly string[],
  ) => Promise<Usage & { readonly requests: readonly SentRequest[] }>;
  /** Makes GETs in a process that only reads their answers, as many in flight as the program has. */
  readonly runLoop: (requests: readonly SentRequest[]) => Promise<Usage>;
  readonly paths: ProgramPaths;
};

/** The world of all fleets: the quickstart's, without a file of its own. */
export const fleetWorld = fileURLToPath(
  new URL('../../examples/quickstart/world.yaml', import.meta.url),
);

/** Makes a project of so many accounts about a service. */
export async function openFleet(bench: Bench, served: Served, accounts: number): Promise<Fleet> {
  const folder = await mkdtemp(join(bench.folder, 'fleet-'));
  await makeFleet(folder, served, { from: 1, to: accounts });
  return makeFleetOf(bench, served, folder);
}

/** Makes a project with manifests of these texts, a file each. */
export async function openProject(
  bench: Bench,
  served: Served,
  files: readonly string[],
): Promise<Fleet> {
  const folder = await mkdtemp(join(bench.folder, 'project-'));
  const accounts = await makeProject(folder, served);
  for (const [index, text] of files.entries())
    await writeFile(join(accounts, `part-${index}.yaml`), text);
  return makeFleetOf(bench, served, folder);
}

function makeFleetOf(bench: Bench, served: Served, folder: string): Fleet {
  const environment = { ...fleetSecrets, CLIENT_SECRET: served.clientSecret };
  const paths = { folder, environment };
  return {
    served,
    paths,
    run: async (args) => {
      await served.readRequests();
      const usage = await runCommand(bench, paths, args);
      return { ...usage, requests: await served.readRequests() };
    },
    runLoop: async (requests) => {
      const { url, clientId } = served;
      const file = join(folder, 'loop.json');
      const work: BareWork = {
        url,
        clientId,
        concurrency,
        requests: requests
          .filter(({ method }) => method === 'GET')
          .map(({ path, query, account }) => ({ target: path + query, account })),
      };
      await writeFile(file, JSON.stringify(work));
      const usage = await runProgram(paths, [bareLoop, file]);
      await served.readRequests();
      return usage;
    },
  };
}

const bareLoop = fileURLToPath(new URL('bare-loop.ts', import.meta.url));

/** A fleet that is in state as it is in the service: there is nothing to do. */
export type AppliedFleet = Fleet & { readonly served: Canned };

/** Makes a fleet of alike accounts on a service with canned answers. */
export async function openAppliedFleet(
  bench: Bench,
  emulator: Served,
  accounts: number,
): Promise<AppliedFleet> {
  const served = await startCanned(emulator, accounts);
  const fleet = await openFleet(bench, served, accounts);
  await fleet.run(['adopt', '--all', '--yes']);
  return { ...fleet, served };
}

/** The same with the accounts as rows of a table. */
export async function openAppliedRows(
  bench: Bench,
  emulator: Served,
  accounts: number,
): Promise<AppliedFleet> {
  const served = await startCanned(emulator, accounts);
  const folder = await mkdtemp(join(bench.folder, 'rows-'));
  await makeRows(folder, served, accounts);
  const fleet = makeFleetOf(bench, served, folder);
  await fleet.run(['adopt', '--all', '--yes']);
  return { ...fleet, served };
}

/** Starts an emulator with the first account of all fleets in it. */
export async function startFirst(bench: Bench): Promise<Served> {
  const served = await startEmulator(fleetWorld);
  const fleet = await openFleet(bench, served, 1);
  await fleet.run(['apply', '--yes', '--format', 'json']);
  return served;
}
