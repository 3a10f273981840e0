import { type Address, toAccountAddress } from '../../../src/model/address.ts';
import { toReplacement } from '../../../src/model/desired/scope/deposed.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import { makeMortal } from '../../faults/deaths/death.ts';
import type { DumpedAccount } from '../../worlds/console/dumped.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { listLost } from '../../worlds/rough/rough-oracle.ts';
import { isUnlisted } from '../fleet/check-rows.ts';
import { changeRowsBetween } from '../fleet/simulated-fleet.ts';
import { type FleetRow, fleetName } from '../fleet/written-fleet.ts';
import { forgetBaselines } from '../laws/check-looked-at.ts';
import { demandNone, demandSame, Violation } from '../laws/violation.ts';
import { type Planned, Program } from '../program.ts';
import type { Destroy, DestroyLeaving } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import {
  allowPresent,
  type Evidence,
  listKeys,
  observe,
  outcomesOf,
  type Simulation,
  withoutWrites,
} from '../simulation.ts';
import { drawFaults } from './draw-faults.ts';
import { performOrDie } from './perform-or-die.ts';
import { runToRest } from './rest/run-to-rest.ts';

const mostTries = 4;
const silenceMs = 31_000;

/** Destroys objects that Git still has, again and again until it is done. The next apply makes them. */
export async function destroy(
  life: Simulation,
  seen: Evidence,
  { seed, isSettled, effect, faults }: Destroy,
): Promise<void> {
  const { simulated, note } = life;
  if (isSettled) await runToRest(life, seen);
  const addresses = await drawAddresses(life, seed);
  if (addresses.length === 0) return;
  note(`    ${addresses.join(', ')}`);
  const plan = () =>
    withoutWrites(life, () => new Program(simulated).planDestroy(addresses as readonly Address[]));
  await destroyAll(life, seen, { addresses, plan, effect, faults });
}

/** Destroys the leaving accounts that are due, again and again until it is done. */
export async function destroyLeaving(
  life: Simulation,
  seen: Evidence,
  { row, stays, isSettled, effect, faults }: DestroyLeaving,
): Promise<void> {
  const { simulated, tally, note, fleet } = life;
  if (fleet === null) return;
  const change = (number: number, to: FleetRow['state']) =>
    changeRowsBetween(life, seen, [{ do: 'state', row: number, to }]);
  if (row !== null) await change(row, 'leaving');
  if (isSettled) await runToRest(life, seen);
  const addresses = await new Program(simulated).listDue(fleetName);
  note(`    ${addresses.join(', ')}`);
  const rows = fleet.written.rows.filter(({ isListed, state }) => isListed && state === 'leaving');
  const names = new Set<string>(fleet.written.graceDays > 0 ? [] : rows.map(({ name }) => name));
  demandNone(
    'leaving',
    'due',
    addresses.filter((each) => !names.has(each)),
  );
  tally.count(addresses.length === 0 ? 'leaving: none is due' : 'leaving: due');
  if (addresses.length === 0) return;
  const plan = () => withoutWrites(life, () => new Program(simulated).planDestroy(addresses, true));
  if (!stays) return destroyAll(life, seen, { addresses, plan, effect, faults });
  const { planned, text } = await plan();
  await change(
    fleet.written.rows.findIndex(({ name }) => name === addresses[0]),
    'paused',
  );
  const before = simulated.dump();
  const perform = async () =>
    outcomesOf(await new Program(simulated).apply(text, countDeletes(planned)));
  await observe(life, seen, { faults: [], planned, isNamed: true, perform });
  demandSame('leaving', 'an account that stays', [before, simulated.dump()]);
  tally.count('leaving: a row stays');
}

async function destroyAll(
  life: Simulation,
  seen: Evidence,
  command: Omit<Command, keyof Planned>,
): Promise<void> {
  const { simulated, tally } = life;
  const { addresses, plan } = command;
  const { planned, text } = await plan();
  const isRefused = planned.some(({ kind }) => kind === 'unplanned');
  tally.count(isRefused ? 'destroy: refused' : 'destroy: planned');
  if (isRefused) return;
  const accounts: Destroyed[] = [];
  for (const account of new Set(addresses.map((each) => each.split('/')[0] ?? ''))) {
    const { objects } = await simulated.store.readState(account);
    accounts.push({ account, addresses, objects, before: simulated.find(account) });
  }
  await perform(life, seen, { ...command, planned, text });
  for (const each of accounts) {
    checkDestroyed(life, each);
    forget(life, each.account, addresses);
    if (addresses.includes(each.account)) forgetBaselines(life, each.account);
  }
  // What it deleted is no more in between.
  allowPresent(life, seen);
}

type Command = Planned &
  Pick<Destroy, 'effect' | 'faults'> & {
    readonly addresses: readonly string[];
    readonly plan: () => Promise<Planned>;
  };

// Whoever died does it again, as resume says; and plans again where the cycles came to rest meanwhile.
async function perform(
  life: Simulation,
  seen: Evidence,
  { plan, addresses, effect, faults, ...first }: Command,
): Promise<void> {
  let { planned, text } = first;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const dies = tries === 0 && effect !== null;
    const ending = dies ? ({ mortal: makeMortal(effect), host: 'here' } as const) : null;
    const outcomes = await observe(life, seen, {
      faults: tries === 0 ? drawFaults(life, faults, planned) : [],
      planned,
      isNamed: true,
      destroys: new Set(addresses),
      perform: () =>
        performOrDie(life, ending, (program) => program.apply(text, countDeletes(planned))),
    });
    if (outcomes?.every(isSuccess) === true) return;
    const codes = outcomes?.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
    if (codes?.includes('plan-stale') === true) ({ planned, text } = await plan());
    // Whoever has the lock and died is gone by then.
    await life.simulated.wait(silenceMs);
  }
  throw new Violation('destroy', `not done after ${mostTries} tries`);
}

type Destroyed = Pick<AccountState, 'objects'> & {
  readonly account: string;
  readonly addresses: readonly string[];
  readonly before: DumpedAccount | null;
};

function checkDestroyed(
  { simulated }: Simulation,
  { account, addresses, objects, before }: Destroyed,
): void {
  const after = simulated.find(account);
  if (addresses.includes(account)) {
    demandNone('destroy', 'still there', after === null ? [] : [account]);
    return;
  }
  const doomed = [...objects.values()].flatMap(({ address, remoteId }) =>
    addresses.includes(toReplacement(address) ?? address) ? [`${remoteId}`] : [],
  );
  const lost = listLost(before, after);
  const others = lost.filter((id) => !doomed.includes(id));
  demandNone('law 5', 'destroyed, and not named', others);
  // A creation that was answered and not kept made nothing.
  const made = listLost(before, null);
  const left = doomed.filter((id) => made.includes(id) && !lost.includes(id));
  demandNone('destroy', 'still there', left);
}

async function drawAddresses(life: Simulation, seed: number): Promise<readonly string[]> {
  const draw = makeSeededDraw(seed);
  const account = draw.pick(listKeys(life));
  const { objects } = await life.simulated.store.readState(account);
  if (!objects.has(toAccountAddress(account)) || isUnlisted(life, account)) return [];
  const kept = listUnmakeable(life.simulated.manifests.get(account));
  if (draw.chance(20)) return kept.length === 0 ? [account] : [];
  const inside = [...objects.keys()].filter(
    (address) => toReplacement(address) === null && !kept.includes(address),
  );
  // A connector that others use stays.
  const section = draw.chance(80) ? '/cycles/' : '/connectors/';
  const some = inside.filter((address) => address.includes(section));
  return some.length === 0 ? [] : [...new Set([draw.pick(some), draw.pick(some)])];
}

// Cycles that run on a schedule that Git no longer says: none starts without one.
function listUnmakeable(written: WrittenAccount | undefined): readonly string[] {
  return Object.entries(written?.spec.cycles ?? {}).flatMap(([key, { state, schedule }]) =>
    state === 'active' && schedule === undefined ? [`${written?.metadata.name}/cycles/${key}`] : [],
  );
}

// What is gone is no longer kept or released; Git makes it again, if it has it.
function forget({ cycles }: Simulation, account: string, addresses: readonly string[]): void {
  const last = cycles.get(account);
  if (last === undefined) return;
  const isLeft = (key: string): boolean =>
    !addresses.includes(account) && !addresses.includes(`${account}/cycles/${key}`);
  const select = (keys: ReadonlySet<string>) => new Set([...keys].filter(isLeft));
  cycles.set(account, { ...last, kept: select(last.kept), released: select(last.released) });
}
