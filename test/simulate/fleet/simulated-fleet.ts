import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import { resolveDocument } from '../../../src/engine/validate/resolve-document.ts';
import { toRendered } from '../../../src/features/fleet/format-rendered.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { listLines, toAddress } from '../../worlds/laws/left-lines.ts';
import { demandSame } from '../laws/violation.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import { allowPresent, type Evidence, type Simulation } from '../simulation.ts';
import { findRow } from './check-rows.ts';
import { changeFleet, drawFleet, type FleetPast } from './draw-fleet.ts';
import { type FleetStep, formatStep } from './fleet-steps.ts';
import { formatFleet } from './format-fleet.ts';
import { resolveRow } from './resolve-row.ts';
import {
  beginRollouts,
  drawRollout,
  readNewest,
  type SimulatedRollouts,
  toAdmitted,
  toParts,
} from './rollout/simulated-rollouts.ts';
import type { WrittenFleet } from './written-fleet.ts';

/** The fleet of a world while it is lived. */
export type SimulatedFleet = {
  written: WrittenFleet;
  readonly bases: WrittenAccount[];
  /** Null as long as its file has no rollout. */
  rollouts: SimulatedRollouts | null;
};

/** Writes the first version of a fleet. */
export async function writeFirst(life: Simulation, seed: number): Promise<void> {
  const { casts, schedule } = life;
  const people = casts.slice(0, schedule.rows ?? 0);
  const written = drawFleet(makeSeededDraw(seed), toPast(life, []), people);
  life.fleet = { written, bases: [], rollouts: null };
  await publish(life, written);
}

/** Changes the files of the fleet, step by step. */
export async function changeRows(life: Simulation, steps: readonly FleetStep[]): Promise<void> {
  const { fleet, note, tally } = life;
  if (fleet === null) return;
  let { written } = fleet;
  for (const step of steps) {
    const past = toPast(life, [...fleet.bases, written.base]);
    written = changeFleet(written, step, past);
    note(`  ${formatStep(step)}`);
    tally.count(`fleet: ${step.do}`);
  }
  await publish(life, written);
}

/** The same between what goes wrong: cycles may run as they do now. */
export async function changeRowsBetween(
  life: Simulation,
  seen: Evidence,
  steps: readonly FleetStep[],
): Promise<void> {
  await changeBetween(life, seen, () => changeRows(life, steps));
}

/** Changes what accounts are to be, between what goes wrong. */
export async function changeBetween(
  life: Simulation,
  seen: Evidence,
  change: () => Promise<void>,
): Promise<void> {
  const before = listAddresses(life);
  await change();
  const now = new Set(listAddresses(life));
  // A line that an apply wrote and that is gone again may be a part of the baseline.
  if (before.some((address) => !now.has(address))) life.lookedAt.isUndone = true;
  // A cycle that waits for a single run may now be one that Git starts.
  life.singleRuns.clear();
  seen.edited = life.simulated.dump();
  allowPresent(life, seen);
}

function listAddresses({ simulated }: Simulation): readonly string[] {
  return [...simulated.manifests.values()].flatMap((written) =>
    listLines(written).map((line) => toAddress(written, line)),
  );
}

/** Gives one account another name by an override. Returns whether it is of the fleet. */
export async function renameRow(
  life: Simulation,
  key: string,
  displayName: string,
): Promise<boolean> {
  const { fleet } = life;
  const row = findRow(life, key);
  if (fleet === null || row === null) return false;
  const { written } = fleet;
  const override = { ...written.overrides.get(key), displayName };
  await publish(life, { ...written, overrides: new Map(written.overrides).set(key, override) });
  return true;
}

function toPast(life: Simulation, bases: readonly WrittenAccount[]): FleetPast {
  const { casts, schedule, simulated } = life;
  const [cast] = casts;
  const isLost = schedule.turns.some(({ faults }) => faults.some((each) => each.do === 'lose'));
  if (cast === undefined) throw new Error('There is no account');
  const isRolledOut = schedule.isRolledOut === true;
  return { cast, bases, isLost, isRolledOut, today: simulated.today };
}

/** Adds a rollout to the file of the fleet: from here on its rows get another revision by one. */
export async function addRollout(life: Simulation): Promise<void> {
  const { fleet, schedule, note } = life;
  if (fleet === null) return;
  const written = drawRollout(makeSeededDraw(schedule.world));
  note(`  ${JSON.stringify(written)}`);
  fleet.rollouts = await beginRollouts(life, written);
  await publish(life, fleet.written);
}

/** Writes what rows are to be on the revisions that they are on now. */
export async function publishAgain(life: Simulation): Promise<void> {
  if (life.fleet !== null) await publish(life, life.fleet.written);
}

async function publish(life: Simulation, written: WrittenFleet): Promise<void> {
  const { simulated, versions, fleet } = life;
  if (fleet === null) return;
  fleet.written = written;
  const { rollouts } = fleet;
  if (fleet.bases.at(-1) !== written.base) fleet.bases.push(written.base);
  const rows = written.rows.map((row): readonly [string, WrittenAccount | null] => [
    row.name,
    row.isListed ? resolveRow(toAdmitted(written, rollouts, row), row) : null,
  ]);
  simulated.writeFleet(formatFleet(written, rollouts?.written), new Map(rows));
  rollouts?.parts.set(await readNewest(simulated), toParts(written));
  for (const [name, account] of rows)
    if (account !== null) versions.set(name, [...(versions.get(name) ?? []), account]);
  await checkRendered(life);
}

// What `render --all` prints is what the guide says of a row.
async function checkRendered({ simulated, fleet, tally }: Simulation): Promise<void> {
  const { project, index } = await indexManifests(simulated.files);
  const environments = project?.environments ?? new Map();
  for (const { key, document } of index.accounts) {
    const row = fleet?.written.rows.find(({ name }) => name === key);
    if (document === null || fleet === null || row === undefined) continue;
    const rendered = toRendered(resolveDocument(document, 'local', environments), 'local');
    const newest = resolveRow(fleet.written, row);
    demandSame('render', key, [toSorted(newest), toSorted(rendered)]);
    tally.count('fleet: a row is rendered');
  }
}

function toSorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, each]) => [key, toSorted(each)]),
  );
}
