import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import {
  isInProgress,
  type Rollout,
  type RolloutAccount,
} from '../../../../src/model/state/rollout.ts';
import { listLeft } from '../../../worlds/quickstart.ts';
import { demandNone, demandSame } from '../../laws/violation.ts';
import { type Evidence, planNow, type Simulation } from '../../simulation.ts';
import { listUnmetCycles } from '../resolve-row.ts';
import { changeBetween, publishAgain } from '../simulated-fleet.ts';
import {
  findRevision,
  type KnownRollout,
  readAdmitted,
  readNewest,
  type SimulatedRollouts,
  toAdmitted,
} from './simulated-rollouts.ts';

/** A rollout as the store has it. */
export type RecordedRollout = {
  readonly record: Rollout;
  readonly accounts: readonly RolloutAccount[];
};

/** The rollout that has steps left; null if there is none. */
export async function readOpen(life: Simulation): Promise<RecordedRollout | null> {
  const known = life.fleet?.rollouts?.open ?? null;
  const found = known === null ? null : await readRecorded(life, known);
  return found !== null && isInProgress(found.record) ? found : null;
}

async function readRecorded(
  { simulated: { store } }: Simulation,
  { id }: KnownRollout,
): Promise<RecordedRollout | null> {
  const record = (await store.listRollouts()).find((each) => each.id === id);
  if (record === undefined) return null;
  return { record, accounts: await store.listRolloutAccounts(id) };
}

/** Notes a rollout that was opened: it is of the newest revision, for each row that is not settled on it. */
export async function noteOpened(life: Simulation, isSettled = false): Promise<void> {
  const { simulated, fleet } = life;
  const rollouts = fleet?.rollouts ?? null;
  if (fleet === null || rollouts === null) return;
  const open = (await simulated.store.listRollouts()).filter(isInProgress);
  demandNone('rollout', 'open at once', open.slice(1));
  const [record] = open;
  if (record === undefined) rollouts.open = null;
  if (record === undefined || record.id === rollouts.open?.id) return;
  const { revision, id } = record;
  demandSame('rollout', 'the revision', [await readNewest(simulated), revision]);
  const accounts = await simulated.store.listRolloutAccounts(id);
  const own = new Set(
    (await simulated.store.readAdmissions()).accounts.map(({ account }) => account),
  );
  const behind = fleet.written.rows.filter(
    ({ name, isListed }) =>
      isListed && (findRevision(rollouts, name) !== revision || own.has(name)),
  );
  const members = new Map(accounts.map(({ account, wave }) => [account, wave]));
  demandSame('rollout', 'its accounts', [
    behind.map(({ name }) => name).sort(),
    [...members.keys()].sort(),
  ]);
  const unsettled = await readUnsettled(life);
  const from = new Map([
    ...behind.map(({ name }) => [name, findRevision(rollouts, name)] as const),
    ...unsettled,
  ]);
  rollouts.open = { id, revision, members, from, approved: new Set(), ran: new Set() };
  rollouts.last = rollouts.open;
  // An undo goes back to before the stopped one, and to what others did since.
  rollouts.isCalm = isSettled && (unsettled.size === 0 || rollouts.isCalm);
}

// An undo also brings back what the rollout before it brought, if that was stopped.
async function readUnsettled(life: Simulation): Promise<ReadonlyMap<string, string>> {
  const last = life.fleet?.rollouts?.last ?? null;
  const found = last === null ? null : await readRecorded(life, last);
  return last !== null && found?.record.state === 'stopped' ? last.from : new Map();
}

/**
 * Notes which revisions rows are on now. Only accounts of the open rollout get its revision, in the order
 * of its waves, and of a further wave only if no more failed than its budget and the gate was met. An undo
 * gives each the one that it had before.
 */
export async function noteAdmitted(
  life: Simulation,
  seen: Evidence,
  before: RecordedRollout | null,
): Promise<void> {
  const rollouts = life.fleet?.rollouts ?? null;
  if (rollouts === null) return;
  const { open } = rollouts;
  const now = await readAdmitted(life);
  const moved = [...now].filter(([name, revision]) => findRevision(rollouts, name) !== revision);
  const after = open === null ? null : await readRecorded(life, open);
  const state = after?.record.state ?? null;
  const isUndoing = open !== null && (state === 'undoing' || state === 'undone');
  // A step that dies as its undo begins has admitted a wave before.
  const isAdmitted = (revision: string) =>
    !isUndoing || (before?.record.state === 'open' && revision === open.revision);
  for (const [name, revision] of moved.filter((each) => isAdmitted(each[1]))) {
    demandSame('rollout', `the revision of ${name}`, [open?.revision, revision]);
    if (state !== 'done') checkMayAdmit(rollouts, name, before);
    // A row that is in no table and moves has no account, so that nothing is recorded of it.
    if (open?.from.has(name) === false && listListed(life).has(name))
      open.from.set(name, findRevision(rollouts, name));
  }
  if (isUndoing)
    checkWayBack(
      life,
      open,
      moved.filter((each) => !isAdmitted(each[1])),
    );
  if (state === 'done' && after !== null) {
    checkHeld(rollouts, { now, accounts: after.accounts, listed: listListed(life) });
    for (const wave of after.record.waves.keys()) checkGateMet(rollouts, wave, after);
    rollouts.ofFleet = after.record.revision;
  }
  life.tally.count('rollout: an account is admitted', moved.length);
  for (const [name, revision] of now) rollouts.ofRow.set(name, revision);
  if (after !== null && !isInProgress(after.record)) {
    life.tally.count(`rollout: ${after.record.state}`);
    life.note(
      `    ${after.record.state}: ${after.accounts.map(({ account, wave, state: each }) => `${account} ${wave} ${each}`).join(', ')}`,
    );
    if (state === 'undone') checkUndone(life, { open, after }, now);
    rollouts.open = null;
  }
  if (moved.length > 0) await changeBetween(life, seen, () => publishAgain(life));
}

// Rows that are in no table now have no account to bring back.
function listListed({ fleet }: Simulation): ReadonlySet<string> {
  const rows = fleet?.written.rows ?? [];
  return new Set(rows.flatMap(({ name, isListed }) => (isListed ? [name] : [])));
}

function checkWayBack(
  life: Simulation,
  { from }: KnownRollout,
  moved: readonly (readonly [string, string])[],
): void {
  const listed = listListed(life);
  for (const [name, revision] of moved) {
    if (!listed.has(name)) continue;
    demandSame('rollout', `the revision of ${name} after an undo`, [from.get(name), revision]);
    life.tally.count('rollout: an account is brought back');
  }
}

// An undo that has ended leaves no account that has an earlier revision on the one that it undid.
function checkUndone(
  life: Simulation,
  { open, after }: { readonly open: KnownRollout | null; readonly after: RecordedRollout },
  now: ReadonlyMap<string, string>,
): void {
  const listed = listListed(life);
  const left = [...now].filter(
    ([name, revision]) =>
      listed.has(name) &&
      revision === after.record.revision &&
      (open?.from.get(name) ?? revision) !== revision,
  );
  demandNone('rollout', 'not brought back', left);
}

function checkMayAdmit(
  rollouts: SimulatedRollouts,
  name: string,
  before: RecordedRollout | null,
): void {
  const { written, open } = rollouts;
  const wave = open?.members.get(name) ?? before?.record.waves.length;
  if (before === null || wave === undefined) {
    demandNone('rollout', 'admitted without a rollout', [name]);
    return;
  }
  demandSame('rollout', `the rollout that admits ${name}`, ['open', before.record.state]);
  const earlier = before.accounts.filter((each) => each.wave < wave);
  const unjudged = earlier.filter(({ state }) => state === 'waiting' || state === 'admitted');
  demandNone('rollout', `not over before the wave of ${name}`, unjudged);
  for (const each of before.record.waves.keys())
    if (each < wave) checkGateMet(rollouts, each, before);
  const { budget = 0 } = written;
  for (const [number, members] of Map.groupBy(earlier, (each) => each.wave)) {
    const failed = members.filter(({ state }) => state === 'failed' || state === 'held');
    const most =
      typeof budget === 'number'
        ? budget
        : Math.floor((members.length * parseInt(budget, 10)) / 100);
    const tooMany = failed.length > most ? failed : [];
    demandNone('rollout', `failed in wave ${number} before the one of ${name}`, tooMany);
  }
}

// A wave passes by a person, or by as many accounts that may have run as the gate asks for.
function checkGateMet(
  { written: { gate }, open }: SimulatedRollouts,
  wave: number,
  { accounts }: Pick<RecordedRollout, 'accounts'>,
): void {
  if (gate === undefined || open === null || open.approved.has(wave)) return;
  const members = accounts.filter((each) => each.wave === wave && each.state !== 'gone');
  const needs = Math.max(1, Math.ceil((members.length * parseInt(gate.evidence ?? '0', 10)) / 100));
  const has = members.filter(({ account }) => open.ran.has(account)).length;
  const isMet = gate.approval === undefined && has >= needs;
  demandNone('rollout', `passed wave ${wave} without its gate`, isMet ? [] : [{ has, needs }]);
}

// At the end of a rollout, each row is on its revision, or was held and keeps the one it had. One that is in no
// table keeps its own if it has an account.
function checkHeld(
  rollouts: SimulatedRollouts,
  {
    now,
    accounts,
    listed,
  }: Pick<RecordedRollout, 'accounts'> & {
    readonly now: ReadonlyMap<string, string>;
    readonly listed: ReadonlySet<string>;
  },
): void {
  const held = new Set(accounts.flatMap(({ account, state }) => (state === 'held' ? account : [])));
  for (const [name, revision] of now) {
    if (!listed.has(name) && revision === findRevision(rollouts, name)) continue;
    const expected = held.has(name) ? findRevision(rollouts, name) : rollouts.open?.revision;
    demandSame('rollout', `the revision of ${name} at the end`, [expected, revision]);
  }
}

/** An account is held only if others changed something since the rollout was approved. */
export function checkHeldBack(life: Simulation, planned: readonly PlannedAccount[]): void {
  const rollouts = life.fleet?.rollouts ?? null;
  const held = planned.filter(
    (each) =>
      each.kind === 'unplanned' && each.diagnostics.some(({ code }) => code === 'rollout-held'),
  );
  if (held.length > 0)
    life.tally.count('rollout: others changed something', rollouts?.isCalm === false ? 1 : 0);
  demandNone(
    'rollout',
    'held, and nobody else changed anything',
    rollouts?.isCalm === true ? held : [],
  );
}

/** An account is done only if it has the revision and nothing is left to do. */
export async function checkRecorded(life: Simulation, before: RecordedRollout): Promise<void> {
  const rollouts = life.fleet?.rollouts ?? null;
  if (rollouts === null) return;
  const was = new Map(before.accounts.map(({ account, state }) => [account, state]));
  const { id, revision } = before.record;
  const accounts = await life.simulated.store.listRolloutAccounts(id);
  const done = accounts.filter(({ account, state }) => {
    life.tally.count(`rollout: an account is ${state}`);
    return state === 'done' && was.get(account) !== 'done';
  });
  const names = new Set(done.map(({ account }) => account));
  for (const name of names)
    demandSame('rollout', `the revision of ${name}`, [revision, findRevision(rollouts, name)]);
  const { planned } = await planNow(life);
  const own = planned.filter((each) => each.kind === 'planned' && names.has(each.plan.account));
  // A cycle that a condition leaves out is stopped first, and deleted by a later command.
  const rows = (life.fleet?.written.rows ?? []).filter(({ name }) => names.has(name));
  const unmet = rows.flatMap((row) => {
    const fleet = life.fleet === null ? null : toAdmitted(life.fleet.written, rollouts, row);
    const keys = fleet === null ? [] : listUnmetCycles(fleet, row);
    return keys.map((key) => `${row.name}/cycles/${key}`);
  });
  // State may be behind after an ignored write: the next apply records it, without a request.
  const left = listLeft(own).filter(
    (each) => !each.endsWith(' has news') && !unmet.some((address) => each.includes(address)),
  );
  demandNone('rollout', 'left to do where it is done', left);
}

/** No rollout is open, and each row is on the revision of the fleet, or keeps the one it had. */
export async function checkEnded(life: Simulation): Promise<void> {
  const rollouts = life.fleet?.rollouts ?? null;
  if (rollouts === null) return;
  demandSame('rollout', 'open', [null, rollouts.open]);
  const known = (life.fleet?.written.rows ?? []).map(({ name }) => [
    name,
    findRevision(rollouts, name),
  ]);
  demandSame('rollout', 'revisions', [known, [...(await readAdmitted(life))]]);
}
