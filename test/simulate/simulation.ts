import type { Fault } from '../../src/emulator/control/faults.ts';
import type { World } from '../../src/emulator/world/file/world.ts';
import type { WrittenAccount } from '../../src/model/manifest/manifest.generated.ts';
import { type AccountOutcome, isSuccess } from '../../src/model/plan/outcome.ts';
import type { PlanChoices } from '../../src/model/plan/plan.ts';
import type { PlannedAccount } from '../../src/model/report/report.ts';
import type { AccountState } from '../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../worlds/console/dumped.ts';
import type { Cast } from '../worlds/generate/generate-cast.ts';
import { listReported } from '../worlds/quickstart.ts';
import { checkApply } from '../worlds/rough/rough-checks.ts';
import { checkRows, isAbsent, listStopped } from './fleet/check-rows.ts';
import type { SimulatedFleet } from './fleet/simulated-fleet.ts';
import type { LookedAt } from './laws/check-looked-at.ts';
import { listOverwritten, selectManaged } from './laws/check-owners.ts';
import { checkSingleRuns, listCancelled, type SingleRuns } from './laws/check-single-runs.ts';
import { readStore } from './laws/list-open.ts';
import type { KnownCredential } from './laws/secrets/check-credentials.ts';
import { demandNoSecret } from './laws/secrets/demand-no-secret.ts';
import { demandNone, demandSame } from './laws/violation.ts';
import { listBeside } from './laws/windows/list-beside.ts';
import { listUnclocked } from './laws/windows/list-unclocked.ts';
import type { Revert } from './laws/windows/rewind.ts';
import { recordWaiting, withoutWaiting } from './laws/windows/waiting.ts';
import { withoutEntries } from './laws/without-entries.ts';
import { type CommandResult, type Planned, Program } from './program.ts';
import type { Schedule } from './schedule.ts';
import type { SimulatedService } from './simulated-service.ts';
import type { Tally } from './tally.ts';
import { tallyApply } from './turns/tally-apply.ts';

/** How the service stood at a moment of a turn, and what was known of it. */
export type Moment = {
  readonly dump: readonly DumpedAccount[];
  readonly states: ReadonlyMap<string, AccountState>;
  /** Reported outcomes; null after a death. */
  readonly outcomes: readonly AccountOutcome[] | null;
  /** States as which cycles could run by then. */
  readonly allowed: readonly (readonly DumpedAccount[])[];
  /** States that an undo took back later: what they were is not at the end. */
  readonly undone: (readonly DumpedAccount[])[];
  /** Later reverts, which also change what Git has no line for. */
  readonly reverts: Revert[];
};

/** Evidence of a turn so far. */
export type Evidence = {
  /** States as which cycles may run: before the turn, and after each hand in it. */
  readonly allowed: (readonly DumpedAccount[])[];
  readonly moments: Moment[];
  /** State at the last change of the manifests within the turn; empty without one. */
  edited: readonly DumpedAccount[];
  /** Ids of cycles of which neither the service showed nor the store knew when they run. */
  readonly unclocked: Set<string>;
  /** How many requests had reached the service before the turn. */
  readonly since: number;
  /** Addresses of fields, or accounts, where the service took another value than it was sent. */
  readonly notKept: Set<string>;
  /** How many changes in the console there had been before its faults. */
  readonly touchedBefore: number;
};

/** How the service stood before and after a run. */
type PastRun = Readonly<Record<'before' | 'after', readonly DumpedAccount[]>> & {
  readonly resumes: number;
  /** True if another run wrote meanwhile, so that its own part is not known. */
  readonly isShared: boolean;
};

/** The life of a world while it is lived. */
export type Simulation = {
  readonly schedule: Schedule;
  readonly world: World;
  readonly casts: readonly Cast[];
  /** Null in a world without one. */
  fleet: SimulatedFleet | null;
  readonly simulated: SimulatedService;
  readonly tally: Tally;
  readonly note: (text: string) => void;
  /** Ids of what others made. */
  readonly unmanaged: Set<string>;
  /** Versions of each account's manifest, the last one last. */
  readonly versions: Map<string, WrittenAccount[]>;
  /** Cycles by account: those of the manifest at rest, and those removed from it. */
  readonly cycles: Map<
    string,
    Readonly<Record<'kept' | 'released' | 'aside', ReadonlySet<string>>>
  >;
  /**
   * Words for cycles whose edit waits for a sign-in or the end of a single run, and for schedules
   * that were never verified, as of the last plan of each account.
   */
  readonly waiting: Map<string, ReadonlySet<string>>;
  /** Changes in the console so far, as address and path. */
  readonly touched: string[];
  readonly lookedAt: LookedAt;
  /** Lines that an apply wrote, or found as they are to be, when all was settled, by account. */
  readonly settled: Map<string, ReadonlySet<string>>;
  readonly runs: Map<string, PastRun>;
  readonly singleRuns: SingleRuns;
  /** Credentials by connector when all was settled last. */
  readonly credentials: Map<number, KnownCredential>;
};

/** The keys of all accounts. */
export function listKeys(life: Simulation): readonly string[] {
  return life.casts.map(({ key }) => key);
}

/** Plans without faults: nothing is written, neither to the service nor to the store (law 3). */
export async function planNow(
  life: Simulation,
  choices: Partial<PlanChoices> = {},
): Promise<Planned> {
  const program = new Program(life.simulated, { choices });
  const made = await withoutWrites(life, () => program.plan());
  demandNoSecret(life, 'a plan', made.text);
  recordWaiting(life, made.planned, await readStates(life));
  return made;
}

/** Does what must write nothing. */
export async function withoutWrites<T>(life: Simulation, work: () => Promise<T>): Promise<T> {
  const { simulated } = life;
  const before = await readStore(simulated.store);
  demandNoSecret(life, 'the store', JSON.stringify(before));
  const since = simulated.emulator.requests().length;
  const done = await work();
  const writes = simulated.emulator
    .requests()
    .slice(since)
    .filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token');
  demandNone('law 3', 'written by what only looks', writes);
  demandSame('law 3', 'the store', [before, await readStore(simulated.store)]);
  return done;
}

/** Cycles may run as they are now: what they are to be changes, and not by an apply. */
export function allowPresent({ simulated }: Simulation, seen: Evidence): void {
  seen.moments.length = 0;
  seen.allowed.push(simulated.dump());
}

/** Scope of a command that writes. */
export type Work = {
  readonly faults: readonly Fault[];
  readonly planned: readonly PlannedAccount[];
  /** Stopped early, so that unfinished work is not reported item by item. */
  readonly isStopped?: boolean;
  /** A person named the cycles that it starts or stops. */
  readonly isNamed?: boolean;
  /** It continues the last unfinished run. */
  readonly resumes?: boolean;
  /** It leaves stopped cycles that a condition leaves out to a later one. */
  readonly keepsStopped?: boolean;
  /** Two programs at once. */
  readonly isRace?: boolean;
  /** Addresses of what it is to delete although Git has it. */
  readonly destroys?: ReadonlySet<string>;
  /** Null when it died. */
  readonly perform: () => Promise<readonly AccountOutcome[] | null>;
};

/**
 * Lets something be written amid faults, and holds what came of it against the laws 5, 6, 7, 8 and
 * 12. Gives its outcomes; null when it died.
 */
export async function observe(
  life: Simulation,
  seen: Evidence,
  {
    faults,
    planned,
    perform,
    isStopped = false,
    isNamed = false,
    isRace = false,
    resumes = false,
    keepsStopped = resumes,
    destroys = new Set(),
  }: Work,
): Promise<readonly AccountOutcome[] | null> {
  const { simulated, unmanaged, tally } = life;
  const { control } = simulated.emulator;
  const [before, memoriesBefore] = [simulated.dump(), await readStates(life)];
  const named = isNamed
    ? 'all'
    : resumes
      ? await listCancelled(simulated.store)
      : new Set<string>();
  for (const id of listUnclocked(simulated, before, memoriesBefore)) seen.unclocked.add(id);
  const since = simulated.emulator.requests().length;
  control.plantFaults(faults);
  const outcomes = await perform().finally(() => control.plantFaults([]));
  const records = simulated.emulator.requests().slice(since);
  const after = simulated.dump();
  const states = await readStates(life);
  checkSingleRuns(life, { before, after, records }, named);
  demandNone('law 9', 'not alone', listBeside({ before, after, records }, unmanaged));
  const isPartial = await recordRuns(life, { before, after });
  if (isPartial) seen.allowed.push(after);
  const rows = { before, after, records, states: memoriesBefore, statesAfter: states };
  checkRows(life, { ...rows, isNamed: isNamed || isPartial, isRace });
  seen.moments.push({
    dump: after,
    states,
    outcomes,
    allowed: [...seen.allowed],
    undone: [],
    reverts: [],
  });
  demandNoSecret(life, 'a report', JSON.stringify(outcomes));
  for (const { code, address = '' } of listReported(outcomes ?? []))
    if (code === 'kept-another-value') seen.notKept.add(address);
  for (const [key, whole] of simulated.manifests) {
    if (destroys.has(key) || isAbsent(life, key)) continue;
    const written = withoutEntries(whole, destroys);
    const [memoryBefore, memoryAfter] = [memoriesBefore.get(key), states.get(key)];
    if (memoryBefore === undefined || memoryAfter === undefined) continue;
    const all = (outcomes ?? []).filter(({ account }) => account === key);
    // A command that found the account held by another did nothing there, and so finished nothing.
    const isDone = all.length > 0 && all.every(isSuccess);
    const isTold = isPartial || life.schedule.isDocumented;
    const own = isTold ? [] : all.filter((each) => isSuccess(each) || !isStopped);
    const ofAccount = (dump: readonly DumpedAccount[]) =>
      dump.filter(({ externalId }) => externalId === written.spec.id);
    if (records.some(({ fault }) => fault === 'ignore')) seen.notKept.add(key);
    const sides = {
      written,
      before: ofAccount(before)[0] ?? null,
      after: ofAccount(after)[0] ?? null,
    };
    const state = memoryBefore.objects.size > 0 ? memoryBefore : memoryAfter;
    demandNone('owners', 'written', listOverwritten(life, seen, { ...sides, state, isPartial }));
    const evidence = {
      manifests: [selectManaged(life, seen, { written, state: memoryAfter })],
      planned,
      outcomes: own,
      allowed: Number.POSITIVE_INFINITY,
      before: ofAccount(before),
      after: ofAccount(after),
      records,
      memoryBefore,
      memoryAfter,
      unmanaged,
    };
    // A cycle may keep, or get back, the name of its template, which another one has too.
    const hasOwnName = isDone && !isTold;
    const stopped = [...listStopped(life, key, { ...rows, keepsStopped })].map(
      (each) => `${each} is not deleted`,
    );
    const broken = withoutWaiting(life, key, checkApply(evidence)).filter(
      (each) =>
        (hasOwnName || !each.startsWith('law 8')) && !stopped.some((end) => each.endsWith(end)),
    );
    demandNone('law 12', 'after an apply', broken);
  }
  tallyApply(tally, { planned, records, outcomes });
  return outcomes;
}

// A run that is resumed goes on from where it stopped. True if one of them does not do what Git
// wants, or leaves the rest of it.
async function recordRuns(
  { simulated, runs }: Simulation,
  { before, after }: Readonly<Record<'before' | 'after', readonly DumpedAccount[]>>,
): Promise<boolean> {
  const last = [...runs.keys()].at(-1);
  const own = (await simulated.store.listRuns(10)).filter(
    ({ id, resumedAt, command }) =>
      command !== 'rollout' && runs.get(id)?.resumes !== resumedAt.length,
  );
  for (const { id, resumedAt } of own) {
    const known = runs.get(id);
    const isShared = own.length > 1 || known?.isShared === true || (known && id !== last) === true;
    runs.delete(id);
    runs.set(id, { before: known?.before ?? before, after, resumes: resumedAt.length, isShared });
  }
  const choices = own.flatMap(({ approved }) => approved?.options ?? []);
  return choices.some((each) =>
    [each.undoes, each.reverts, each.runs, each.destroys].some((part) => part !== undefined),
  );
}

/** Reads the states of all accounts. */
export async function readStates(life: Simulation): Promise<Map<string, AccountState>> {
  const { store } = life.simulated;
  const states = new Map<string, AccountState>();
  for (const key of listKeys(life)) states.set(key, await store.readState(key));
  return states;
}

/** The outcomes of a command; none where it did nothing. */
export function outcomesOf(performed: CommandResult): readonly AccountOutcome[] {
  return performed.kind === 'done' ? performed.outcomes : [];
}
