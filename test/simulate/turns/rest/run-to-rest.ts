import { type AccountOutcome, isSuccess } from '../../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { secretNames } from '../../../worlds/generate/evolve.ts';
import { withoutLeft } from '../../../worlds/laws/left-lines.ts';
import { listLeft, listReasons, listReported } from '../../../worlds/quickstart.ts';
import { checkUnmanaged } from '../../../worlds/rough/rough-checks.ts';
import { countDeletes } from '../../../worlds/rough/rough-context.ts';
import { compareAll, listLiving, listTwice } from '../../../worlds/rough/rough-oracle.ts';
import { deleteUsers, signInForeign } from '../../../worlds/rough/unmanaged-changes.ts';
import { isAbsent, isUncounted } from '../../fleet/check-rows.ts';
import { noteOthers } from '../../fleet/rollout/simulated-rollouts.ts';
import {
  listManifestLines,
  listSettled,
  listTouchedLeft,
  selectManaged,
} from '../../laws/check-owners.ts';
import { checkSchedules } from '../../laws/check-schedules.ts';
import { listOpen, readBindings } from '../../laws/list-open.ts';
import { checkCredentials } from '../../laws/secrets/check-credentials.ts';
import { checkSecrets } from '../../laws/secrets/check-secrets.ts';
import { demandNone } from '../../laws/violation.ts';
import { checkWindows, listPausing } from '../../laws/windows/check-windows.ts';
import { withoutWaiting } from '../../laws/windows/waiting.ts';
import { type Planned, Program } from '../../program.ts';
import {
  allowPresent,
  type Evidence,
  listKeys,
  observe,
  outcomesOf,
  planNow,
  type Simulation,
} from '../../simulation.ts';
import { planReadable, planSettled } from './settle-orphaned.ts';

const mostApplies = 3;
const mostWaits = 4;
/** Longer than a holder may be silent. */
const silenceMs = 31_000;

/** No more faults: what is open is resumed, and it is applied until nothing is left to do. */
export async function runToRest(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, tally } = life;
  // The clocks go right again; that of the store has caught up with whatever it said before.
  Object.assign(simulated.skewMs, { machine: 0, store: simulated.skewMs.highest });
  await resumeOpen(life, seen);
  let left = await planOver(life, seen);
  let codes: readonly string[] = [];
  for (let more = 0; more < mostApplies && listLeft(left.planned).length > 0; more += 1) {
    const { planned, text } = left;
    let said: readonly unknown[] = [];
    await observe(life, seen, {
      faults: [],
      planned,
      perform: async () => {
        const performed = await new Program(simulated).apply(text, countDeletes(planned));
        const outcomes = outcomesOf(performed);
        // A cycle that a condition leaves out: a rollout approves no delete of it.
        if (outcomes.some(hasDeletedCycle)) noteOthers(life);
        const reported = listReported(outcomes);
        said = outcomes.every(isSuccess) ? [] : reported;
        codes = reported.map(({ code }) => code);
        for (const { summary } of reported.slice(0, 5)) life.note(`  said: ${summary}`);
        return outcomes;
      },
    });
    left = await planOver(life, seen);
    // The first may find the rest of what went wrong, and say so.
    if (listLeft(left.planned).length === 0) demandNone('law 12', 'a faultless apply', said);
    if (more > 0) tally.count('settled by a second apply');
  }
  // An apply that finds nothing to do ends what resume could only refuse.
  if ((await listOpen(simulated.store)).length > 0) {
    await new Program(simulated).apply(left.text, 0);
    await resumeOpen(life, seen);
    tally.count('left open: ended by an apply without work');
  }
  // Without lists, a person says which object a refused creation found.
  if (life.schedule.isDocumented && codes.includes('request-failed'))
    tally.count('documented: left to a person');
  else demandNone('law 1', 'left to do', listLeft(withoutRefused(life, left.planned)));
}

function hasDeletedCycle({ outcomes }: AccountOutcome): boolean {
  return outcomes.some(({ operation }) => operation.action.kind === 'delete-cycle');
}

// A service that offers little leaves work to people, who are told so.
function withoutRefused(
  { schedule, tally }: Simulation,
  planned: readonly PlannedAccount[],
): readonly PlannedAccount[] {
  if (!schedule.isDocumented) return planned;
  for (const each of planned)
    tally.count(each.kind === 'planned' ? 'documented: planned' : 'documented: refused');
  return planned.flatMap((each) =>
    each.kind === 'planned' ? [{ ...each, plan: { ...each.plan, refused: [] } }] : [],
  );
}

async function resumeOpen(life: Simulation, seen: Evidence): Promise<void> {
  const { simulated, tally } = life;
  const isOpen = (await listOpen(simulated.store)).length > 0;
  if (!isOpen) return;
  const resume = async () => {
    // It makes no plan, which would say what waits, such as for a single run of the resume before it.
    await planNow(life);
    await observe(life, seen, {
      faults: [],
      planned: [],
      resumes: true,
      perform: async () => {
        const performed = await new Program(simulated).resume();
        tally.count(`resume: ${performed.kind}`);
        return outcomesOf(performed);
      },
    });
  };
  await resume();
  if ((await listOpen(simulated.store)).length === 0) return;
  // Who died elsewhere is not known to be dead before it was silent for long enough; or a person says so.
  if (life.schedule.world % 2 === 0) await simulated.wait(silenceMs);
  else {
    await new Program(simulated).unlock();
    tally.count('unlocked by a person');
    await simulated.wait(silenceMs);
  }
  // An interrupted apply, and single runs before it, which no plan includes.
  for (let runs = 0; runs < 2 && (await listOpen(simulated.store)).length > 0; runs += 1)
    await resume();
}

// Edits wait for the end of single runs.
async function planOver(life: Simulation, seen: Evidence): Promise<Planned> {
  let made = await planComplete(life, seen);
  for (let waits = 0; waits < mostWaits && made.planned.some(waitsForRun); waits += 1) {
    life.simulated.emulator.control.advance('2h');
    allowPresent(life, seen);
    life.tally.count('single run: waited for');
    made = await planComplete(life, seen);
  }
  return made;
}

function waitsForRun(each: PlannedAccount): boolean {
  return each.kind === 'planned' && each.plan.notices.some(({ kind }) => kind === 'single-run');
}

// Creations need their secrets, so that a person sets those that have no value.
async function planComplete(life: Simulation, seen: Evidence): Promise<Planned> {
  const { simulated, tally } = life;
  const made = await planStartable(life, seen);
  if (!listReasons(made.planned).some(({ code }) => code === 'secret-missing')) return made;
  for (const name of secretNames.filter((each) => !simulated.secrets.has(each)))
    simulated.setSecret(name, `${name.toLowerCase()}-set-not-a-secret`);
  allowPresent(life, seen);
  tally.count('a missing secret is set');
  return planReadable(life);
}

// The step of a cycle has a connector that nobody signed in and no manifest has: a person does it.
async function planStartable(life: Simulation, seen: Evidence): Promise<Planned> {
  const { simulated, tally, note } = life;
  const made = await planFreed(life, seen);
  const signedIn = signInForeign(simulated, made.planned);
  if (signedIn.length === 0) return made;
  note(`  signed in by hand: ${signedIn.join(', ')}`);
  allowPresent(life, seen);
  tally.count('a connector of others is signed in');
  return planReadable(life);
}

// A connector that a cycle of others uses stays until a person has deleted that cycle.
async function planFreed(life: Simulation, seen: Evidence): Promise<Planned> {
  const { simulated, unmanaged, cycles, tally, note } = life;
  const made = await planSettled(life);
  const users = await deleteUsers(simulated, made.planned);
  if (users.length === 0) return made;
  for (const { id, name, tags } of users) {
    note(`  deleted by hand: ${name}`);
    if (unmanaged.delete(id)) continue;
    const account = listKeys(life).find((key) =>
      simulated.find(key)?.cycles.some((cycle) => cycle.id === id),
    );
    const last = cycles.get(account ?? '');
    if (account === undefined || last === undefined) continue;
    const isLeft = (key: string) => !tags.includes(`cyclectl:${key}`);
    cycles.set(account, {
      ...last,
      kept: new Set([...last.kept].filter(isLeft)),
      released: new Set([...last.released].filter(isLeft)),
    });
  }
  allowPresent(life, seen);
  tally.count('law 5: a connector in use');
  return planReadable(life);
}

/** All laws, when all is settled. */
export async function checkAtRest(
  life: Simulation,
  seen: Evidence,
  isRewritten = false,
): Promise<void> {
  const { simulated, unmanaged } = life;
  const { keyId } = simulated;
  const final = simulated.dump();
  const [first = []] = seen.allowed;
  // One stays beside its successor as long as that waits for a person, and is no part of what Git wants.
  const aside = new Set([...unmanaged, ...(await listWaitedFor(life))]);
  await noteSettled(life);
  for (const [key, whole] of simulated.manifests) {
    if (isAbsent(life, key)) continue;
    const state = await simulated.store.readState(key);
    const written = selectManaged(life, seen, { written: whole, state });
    const live = simulated.find(key);
    const before = first.find(({ externalId }) => externalId === written.spec.id) ?? null;
    const wrong = withoutWaiting(life, key, compareAll(written, live, aside));
    demandNone('law 12', 'not as it should be', wrong);
    demandNone('law 5', 'of others', checkUnmanaged(unmanaged, before, live));
  }
  demandNone('law 8', 'there twice', listTwice(final, unmanaged));
  const bindings = await readBindings(simulated.store);
  countCycles(life, { aside, bound: new Set(Object.values(bindings)) });
  const left = await listTouchedLeft(life, seen);
  const lines = await listManifestLines(life);
  const pausing = listPausing(simulated.emulator.requests().slice(seen.since));
  demandNone(
    'law 9',
    'in between',
    checkWindows({ ...seen, final, unmanaged, pausing, keyId, left, lines }),
  );
  checkSchedules(life, seen);
  checkCredentials(life);
  await checkSecrets(life, isRewritten);
  demandNone('law 9', 'left open', await listOpen(simulated.store));
}

/** Notes which lines are in the service as Git has them, and in state as applied. */
export async function noteSettled(life: Simulation): Promise<void> {
  const { simulated, settled } = life;
  for (const [key, whole] of simulated.manifests) {
    const lines = listSettled(withoutLeft(whole, simulated), await simulated.store.readState(key));
    settled.set(key, new Set(withoutWaiting(life, key, [...lines])));
  }
}

// Ids of cycles whose replacement waits for a sign-in.
async function listWaitedFor({
  simulated,
  tally,
  waiting,
}: Simulation): Promise<readonly string[]> {
  const found: string[] = [];
  for (const account of await simulated.store.listAccounts()) {
    const [{ objects }, waits] = [await simulated.store.readState(account), waiting.get(account)];
    for (const { address, remoteId } of objects.values()) {
      const replacement = objects.get(address.replace(/~\d+$/, '') as typeof address);
      if (!address.includes('~') || replacement === undefined) continue;
      const cycles = simulated.find(account)?.cycles ?? [];
      const rests = cycles.some(
        ({ id, status }) => id === replacement.remoteId && status === 'Paused',
      );
      if (!rests && !waits?.has(`${replacement.address.split('/')[2]}/`)) continue;
      tally.count('replace: waits for a person');
      found.push(remoteId);
    }
  }
  return found;
}

// Law 8: as many cycles as requested, whatever their names. A replaced cycle is removed together with
// its replacement.
function countCycles(
  life: Simulation,
  { aside, bound }: Readonly<Record<'aside' | 'bound', ReadonlySet<string>>>,
): void {
  const { simulated, cycles } = life;
  for (const key of listKeys(life).filter((each) => !isUncounted(life, each))) {
    const wanted = simulated.manifests.get(key)?.spec.cycles;
    const last = cycles.get(key) ?? { kept: new Set(), released: new Set(), aside: new Set() };
    const released = wanted === undefined ? [...last.released, ...last.kept] : [...last.released];
    const kept = new Set(Object.keys(wanted ?? {}));
    const left = new Set([...aside, ...[...last.aside].filter((id) => !bound.has(id))]);
    const now = {
      kept,
      released: new Set(released.filter((each) => !kept.has(each))),
      aside: left,
    };
    cycles.set(key, now);
    const living = listLiving(simulated.find(key), left).map(({ name }) => name);
    const isAll = living.length === kept.size + now.released.size;
    demandNone(
      'law 8',
      `cycles of ${key}`,
      isAll ? [] : [{ living, kept: [...kept], released: [...now.released] }],
    );
  }
}
