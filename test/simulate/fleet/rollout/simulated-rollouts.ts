import { listNewestAdmissions } from '../../../../src/engine/index/revisions/list-newest-admissions.ts';
import { makeRevision } from '../../../../src/engine/index/revisions/make-revision.ts';
import { Revisions } from '../../../../src/engine/index/revisions/revisions.ts';
import type { WrittenRollout } from '../../../../src/model/manifest/layers.ts';
import type { Draw } from '../../../worlds/generate/draw.ts';
import { demandSame } from '../../laws/violation.ts';
import type { SimulatedService } from '../../simulated-service.ts';
import type { Simulation } from '../../simulation.ts';
import { type FleetRow, fleetName, type WrittenFleet } from '../written-fleet.ts';
import { findFleetOf, openSimulatedProject } from './open-simulated-run.ts';

/** Parts of a fleet that its revision consists of. */
type RevisionParts = Pick<WrittenFleet, 'base' | 'places' | 'conditions' | 'segment'>;

/** A rollout as a person approved it. */
export type KnownRollout = {
  readonly id: string;
  readonly revision: string;
  /** Numbers of waves by account. */
  readonly members: ReadonlyMap<string, number>;
  /** Revisions of rows before it gave them another one. */
  readonly from: Map<string, string>;
  /** Numbers of waves that a person approved. */
  readonly approved: Set<number>;
  /** Accounts that were done when cycles of theirs may have run. */
  readonly ran: Set<string>;
};

/** The revisions of a fleet, as far as what was opened and admitted in its world says. */
export type SimulatedRollouts = {
  readonly written: WrittenRollout;
  readonly parts: Map<string, RevisionParts>;
  /** The revision that all rows are on, but for those that have one of their own. */
  ofFleet: string;
  readonly ofRow: Map<string, string>;
  /** The one that has steps left. */
  open: KnownRollout | null;
  /** The last one, which a person may undo. */
  last: KnownRollout | null;
  /** Since all was settled before it was opened, only programs of ours changed something. */
  isCalm: boolean;
};

/** Draws how a fleet is rolled out. */
export function drawRollout(draw: Draw): WrittenRollout {
  const waves = draw.pick<WrittenRollout['waves']>([
    [{ name: 'pilot', count: 1 }],
    [
      { name: 'pilot', count: 1 },
      { name: 'second', count: 1 },
    ],
    [{ name: 'half', percent: 50 }],
    [{ name: 'gold', select: 'label=tier=gold' }],
    [
      { name: 'first', select: 'account=northwind' },
      { name: 'half', percent: 40 },
    ],
  ]);
  const budget = draw.pick([undefined, undefined, 1, '50%']);
  const gate = draw.pick<WrittenRollout['gate']>([
    ...[undefined, undefined, undefined],
    { evidence: '50%', within: '2h' },
    { evidence: '100%', within: '26h' },
    { evidence: '100%', within: '2h', approval: 'required' },
    { approval: 'required' },
  ]);
  return {
    waves,
    ...(budget === undefined ? {} : { budget }),
    ...(gate === undefined ? {} : { gate }),
    ...(draw.chance(40) ? { onFailure: 'undo' } : {}),
  };
}

/**
 * An apply of a fleet that has no rollout records the newest revision of all; then its file gets one.
 * Gives what is known from there.
 */
export async function beginRollouts(
  { simulated, fleet }: Pick<Simulation, 'simulated' | 'fleet'>,
  written: WrittenRollout,
): Promise<SimulatedRollouts | null> {
  const { files, store } = simulated;
  const { accounts } = await openSimulatedProject(simulated);
  if (fleet === null || findFleetOf(accounts) === null) return null;
  const revisions = new Revisions(files, store, await store.readAdmissions());
  const admitting = { files, revisions, environment: 'local', locks: [], now: simulated.now() };
  for (const change of await listNewestAdmissions(admitting, accounts, accounts))
    await store.updateRevisions(change);
  const digest = await readNewest(simulated);
  const parts = new Map([[digest, toParts(fleet.written)]]);
  return {
    written,
    parts,
    ofFleet: digest,
    ofRow: new Map(),
    open: null,
    last: null,
    isCalm: false,
  };
}

/** The revision of the fleet as its files are now. */
export async function readNewest(simulated: Pick<SimulatedService, 'files'>): Promise<string> {
  const { accounts } = await openSimulatedProject(simulated);
  const fleet = findFleetOf(accounts);
  if (fleet === null) throw new Error('The world has no fleet');
  return (await makeRevision(simulated.files, fleet)).digest;
}

/** Parts of a fleet that reach its rows by a rollout. */
export function toParts({ base, places, conditions, segment }: WrittenFleet): RevisionParts {
  return { base, places, conditions, segment };
}

/** The fleet as a row has it: the newest rows and overrides, and the blueprint of its revision. */
export function toAdmitted(
  fleet: WrittenFleet,
  rollouts: SimulatedRollouts | null,
  row: Pick<FleetRow, 'name'>,
): WrittenFleet {
  if (rollouts === null) return fleet;
  const parts = rollouts.parts.get(findRevision(rollouts, row.name));
  if (parts === undefined) throw new Error(`${row.name} is on a revision that was never written`);
  return { ...fleet, ...parts };
}

/** The revision that a row is on. */
export function findRevision({ ofRow, ofFleet }: SimulatedRollouts, row: string): string {
  return ofRow.get(row) ?? ofFleet;
}

/** Revisions that the store has rows on. */
export async function readAdmitted({ simulated, fleet }: Simulation): Promise<Map<string, string>> {
  const { fleets, accounts } = await simulated.store.readAdmissions();
  const ofFleet = fleets.find((each) => each.fleet === fleetName)?.revision;
  const found = new Map<string, string>();
  for (const { name } of fleet?.written.rows ?? []) {
    const own = accounts.find((each) => each.account === name && each.fleet === fleetName);
    found.set(name, (own === undefined ? ofFleet : own.revision) ?? 'none');
  }
  return found;
}

/** Others change something: accounts may be held. */
export function noteOthers({ fleet }: Pick<Simulation, 'fleet'>): void {
  if (fleet?.rollouts != null) fleet.rollouts.isCalm = false;
}

/** Without a rollout no account gets another revision. */
export async function checkUnmoved(life: Simulation): Promise<void> {
  const rollouts = life.fleet?.rollouts ?? null;
  if (rollouts === null) return;
  const known = (life.fleet?.written.rows ?? []).map(({ name }): [string, string] => [
    name,
    findRevision(rollouts, name),
  ]);
  demandSame('rollout', 'revisions', [[...known], [...(await readAdmitted(life))]]);
}
