import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../../worlds/console/dumped.ts';
import { listOwnWrites } from '../../worlds/rough/rough-checks.ts';
import { listLiving } from '../../worlds/rough/rough-oracle.ts';
import { demandNone } from '../laws/violation.ts';
import type { Evidence, Simulation } from '../simulation.ts';
import { listUnmetCycles } from './resolve-row.ts';
import { toAdmitted } from './rollout/simulated-rollouts.ts';
import type { FleetRow } from './written-fleet.ts';

type Sides = Readonly<Record<'before' | 'after', readonly DumpedAccount[]>>;

/** Scope of a command. */
export type RowWork = Sides & {
  readonly records: readonly RequestRecord[];
  readonly states: ReadonlyMap<string, AccountState>;
  readonly statesAfter: ReadonlyMap<string, AccountState>;
  /** It starts what a person or an earlier run names. */
  readonly isNamed: boolean;
  /** Several programs in one. */
  readonly isRace: boolean;
};

/** The row of an account, listed or not; null if it is a file. */
export function findRow({ fleet }: Simulation, key: string): FleetRow | null {
  return fleet?.written.rows.find(({ name }) => name === key) ?? null;
}

/** What a command that writes must not do to the accounts of rows. */
export function checkRows(life: Simulation, work: RowWork): void {
  for (const row of life.fleet?.written.rows ?? []) {
    const own = { before: findOwn(work.before, row), after: findOwn(work.after, row) };
    if (!row.isListed) {
      demandNone('gone row', row.name, listOwnWrites(work.records, work.before, row.id));
      continue;
    }
    if (row.state === 'leaving') checkLeaving(life, { row, ...own }, work);
    if (!work.isRace) checkStopped(life, { row, ...own }, work);
  }
}

type Own = Readonly<Record<'before' | 'after', DumpedAccount | null>> & { readonly row: FleetRow };

function checkLeaving(life: Simulation, { row, before, after }: Own, work: RowWork): void {
  const made = before === null && after !== null ? [row.id] : [];
  demandNone('leaving', `${row.name} was created`, made);
  const running = listRunning(life, after);
  const isDated = (states: RowWork['states']) => findSince(states.get(row.name)) !== undefined;
  const isBegun = !isDated(work.states) && isDated(work.statesAfter);
  demandNone(
    'leaving',
    `running in ${row.name} as its grace period begins`,
    isBegun ? running : [],
  );
  if (work.isNamed) return;
  const ran = new Set(listRunning(life, before));
  const started = running.filter((id) => !ran.has(id));
  demandNone('leaving', `started in ${row.name}`, started);
}

// A cycle that a condition leaves out is deleted by a later command than the one that stops it.
function checkStopped(life: Simulation, { row, before, after }: Own, { states }: RowWork): void {
  const { fleet, tally } = life;
  if (fleet === null || after === null) return;
  const running = new Set<string>(listRunning(life, before));
  const left = new Set<string>(listLiving(after, new Set()).map(({ id }) => id));
  const wrong = listUnmetObjects(life, row, states).flatMap(({ address, id }) => {
    if (!running.has(id)) return [];
    tally.count('fleet: a condition leaves a running cycle out');
    return left.has(id) ? [] : [address];
  });
  demandNone('stop first', `deleted while it ran in ${row.name}`, wrong);
}

/**
 * Addresses of cycles that a condition leaves out and that may still be there: those that ran before, and
 * all of them where the command deletes none that is stopped.
 */
export function listStopped(
  life: Simulation,
  key: string,
  { before, states, keepsStopped }: Pick<RowWork, 'before' | 'states'> & KeptWork,
): ReadonlySet<string> {
  const row = findRow(life, key);
  if (row === null) return new Set();
  const running = new Set<string>(listRunning(life, findOwn(before, row)));
  const found = listUnmetObjects(life, row, states);
  return new Set(
    found.flatMap(({ address, id }) => (keepsStopped || running.has(id) ? address : [])),
  );
}

type KeptWork = { readonly keepsStopped: boolean };

/** Addresses of cycles that a condition leaves out and that were there before and are not after. */
export function listUnmetDeleted(
  life: Simulation,
  { before, after, states }: Sides & Pick<RowWork, 'states'>,
): readonly string[] {
  return (life.fleet?.written.rows ?? []).flatMap((row) => {
    const [was, is] = [before, after].map(
      (dump) => new Set<string>(listLiving(findOwn(dump, row), new Set()).map(({ id }) => id)),
    );
    return listUnmetObjects(life, row, states).flatMap(({ address, id }) =>
      was?.has(id) && !is?.has(id) ? [address] : [],
    );
  });
}

function listUnmetObjects(
  { fleet }: Simulation,
  row: FleetRow,
  states: RowWork['states'],
): readonly { readonly address: string; readonly id: string }[] {
  if (fleet === null) return [];
  const keys = listUnmetCycles(toAdmitted(fleet.written, fleet.rollouts, row), row);
  const unmet = new Set(keys.map((each) => `${row.name}/cycles/${each}`));
  const records = [...(states.get(row.name)?.objects.values() ?? [])];
  return records.flatMap(({ address, remoteId }) =>
    unmet.has(address) ? [{ address, id: `${remoteId}` }] : [],
  );
}

/** Returns whether an account needs not be there: it is leaving, and does not exist. */
export function isAbsent(life: Simulation, key: string): boolean {
  const row = findRow(life, key);
  return row?.state === 'leaving' && row.isListed && life.simulated.find(key) === null;
}

/** Returns whether the row of an account is gone, or not written yet. */
export function isUnlisted(life: Simulation, key: string): boolean {
  return findRow(life, key)?.isListed === false;
}

/** Returns whether the cycles of an account are not the manifests' to count: it is absent, or has no row. */
export function isUncounted(life: Simulation, key: string): boolean {
  return isAbsent(life, key) || isUnlisted(life, key);
}

/** At rest nothing of a leaving account runs, and state says since when, and of no other. */
export async function checkRowsAtRest(life: Simulation, { allowed }: Evidence): Promise<void> {
  const { simulated, tally, fleet } = life;
  for (const row of fleet?.written.rows ?? []) {
    if (!row.isListed) {
      tally.count('fleet: a row is gone at rest');
      continue;
    }
    tally.count(`fleet: a row is ${row.state} at rest`);
    const live = simulated.find(row.name);
    const since = findSince(await simulated.store.readState(row.name));
    const isLeaving = row.state === 'leaving' && live !== null;
    const wrong = (since !== undefined) === isLeaving ? [] : [since ?? null];
    demandNone('leaving', `${row.name} is ${row.state}, and state says otherwise`, wrong);
    if (!isLeaving) continue;
    demandNone('leaving', `running in ${row.name}`, listRunning(life, live));
    const isNew = allowed.every((dump) => findOwn(dump, row) === null);
    demandNone('leaving', `${row.name} was created`, isNew ? [row.id] : []);
  }
}

function findSince(state: AccountState | undefined): string | undefined {
  const objects = [...(state?.objects.values() ?? [])];
  return objects.find(({ kind }) => kind === 'account')?.leavingSince;
}

function findOwn(dump: readonly DumpedAccount[], { id }: FleetRow): DumpedAccount | null {
  return dump.find(({ externalId }) => externalId === id) ?? null;
}

function listRunning({ unmanaged }: Simulation, account: DumpedAccount | null): readonly string[] {
  const running = listLiving(account, unmanaged).filter(({ status }) => status === 'Active');
  return running.map(({ id }) => id);
}
