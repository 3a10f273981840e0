import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addBudgets,
  type Budget,
  countKinds,
  makeBudget,
} from '../test/engine/run/requests/budget.ts';
import type { BareResult, BareWork } from './bare-loop.ts';
import { concurrency, makeFleet, makeSpec } from './make-fleet.ts';
import { type ProgramPaths, runProgram } from './run-program.ts';
import { door, type Served } from './start-emulator.ts';

/** One plan without anything to do, in a process of its own. */
export type PlanRound = {
  /** What the command says of itself: both walks and all requests, without the start of Node. */
  readonly durationMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakKb: number;
  /** The bare loop right after it. */
  readonly bareMs: number;
};

/** What was measured of a fleet of one size. */
export type FleetFigures = {
  readonly accounts: number;
  readonly budget: Budget;
  readonly requests: Budget;
  /** Requests of one plan, the sign-in among them. */
  readonly requestCount: number;
  readonly rounds: readonly PlanRound[];
};

/** Where fleets are measured. It grows: what is applied stays. */
export type Ground = { readonly served: Served; readonly paths: ProgramPaths };

/** Makes the fleet as large as that, applies it, and plans it again and again: there is nothing to do. */
export async function measureFleet(
  { served, paths }: Ground,
  size: { readonly had: number; readonly accounts: number },
  roundCount: number,
): Promise<FleetFigures> {
  const { had, accounts } = size;
  await makeFleet(paths.folder, served, { from: had + 1, to: accounts });
  await runProgram(paths, [door, 'apply', '--yes', '--format', 'json']);
  const before = (await served.readRequests()).length;
  await plan(paths, accounts);
  const made = (await served.readRequests()).slice(before);
  const workFile = join(paths.folder, 'bare-work.json');
  const work: BareWork = {
    url: served.url,
    clientId: served.clientId,
    concurrency,
    requests: made
      .filter(({ method }) => method === 'GET')
      .map(({ path, query, account }) => ({ target: path + query, account })),
  };
  await writeFile(workFile, JSON.stringify(work));
  const rounds: PlanRound[] = [];
  for (let round = 0; round < roundCount; round += 1) {
    const planned = await plan(paths, accounts);
    const { stdout } = await runProgram(paths, [bareLoop, workFile]);
    const { durationMs } = JSON.parse(stdout) as BareResult;
    rounds.push({ ...planned, bareMs: durationMs });
  }
  const specs = Array.from({ length: accounts }, () => makeSpec('any'));
  const budget = addBudgets(makeBudget(specs), {});
  return { accounts, budget, requests: countKinds(made), requestCount: made.length, rounds };
}

async function plan(paths: ProgramPaths, accounts: number): Promise<Omit<PlanRound, 'bareMs'>> {
  const { stdout, ...usage } = await runProgram(paths, [door, 'plan', '--format', 'json']);
  const { run } = JSON.parse(stdout) as PlanReport;
  const { summary, cost } = run;
  if (summary.accounts !== accounts || summary.notPlanned + summary.operations > 0) {
    throw new Error(`The plan is not one without anything to do: ${JSON.stringify(summary)}`);
  }
  return { ...usage, durationMs: cost.durationMs };
}

type PlanReport = {
  readonly run: {
    readonly cost: { readonly durationMs: number };
    readonly summary: {
      readonly accounts: number;
      readonly notPlanned: number;
      readonly operations: number;
    };
  };
};

const bareLoop = fileURLToPath(new URL('bare-loop.ts', import.meta.url));
