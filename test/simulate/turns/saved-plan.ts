import { type Address, toFieldAddress, toObjectAddress } from '../../../src/model/address.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import { isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { listLeftLines } from '../../worlds/laws/left-lines.ts';
import { touchAll } from '../../worlds/laws/run-turn.ts';
import { drawSecretValues } from '../../worlds/laws/scenario.ts';
import { listOwnWrites } from '../../worlds/rough/rough-checks.ts';
import { countDeletes } from '../../worlds/rough/rough-context.ts';
import { renameRow } from '../fleet/simulated-fleet.ts';
import { demandNone } from '../laws/violation.ts';
import { withoutWaiting } from '../laws/windows/waiting.ts';
import { Program } from '../program.ts';
import type { InjectedFault } from '../schedule.ts';
import { makeSeededDraw } from '../seeded-draw.ts';
import {
  allowPresent,
  type Evidence,
  listKeys,
  observe,
  outcomesOf,
  planNow,
  type Simulation,
} from '../simulation.ts';

type Saved = Extract<InjectedFault, { readonly do: 'saved' }>;

/** A plan is saved, something happens, and it is applied: what is no more as it was planned is left alone (law 4). */
export async function applySaved(life: Simulation, seen: Evidence, fault: Saved): Promise<void> {
  const { simulated, tally } = life;
  const { planned, text } = await planNow(life);
  const moved = await meddle(life, seen, { ...fault, planned });
  const before = simulated.dump();
  const since = simulated.emulator.requests().length;
  const perform = async () => {
    const outcomes = outcomesOf(await new Program(simulated).apply(text, countDeletes(planned)));
    // Judged before what came of it: a stale plan that is applied breaks other laws as well.
    const records = simulated.emulator.requests().slice(since);
    for (const key of moved) {
      const id = simulated.manifests.get(key)?.spec.id ?? '';
      const what = `${key} was planned before a ${fault.between}, and written`;
      demandNone('law 4', what, listOwnWrites(records, before, id));
      tally.count(`law 4: ${fault.between}`);
    }
    return outcomes;
  };
  await observe(life, seen, { faults: [], planned, perform });
}

type Meddling = Saved & { readonly planned: readonly PlannedAccount[] };

/** Gives the accounts that are not as they were planned. */
async function meddle(
  life: Simulation,
  seen: Evidence,
  saved: Meddling,
): Promise<readonly string[]> {
  const work = saved.planned.flatMap((each) =>
    each.kind === 'planned' && each.plan.operations.length > 0 ? [each.plan] : [],
  );
  switch (saved.between) {
    case 'nothing':
      return [];
    case 'hand': {
      const touched = await touch(life, seen, saved);
      return work.map(({ account }) => account).filter((key) => touched.has(key));
    }
    case 'edit': {
      const edited = await editOne(life, saved.seed);
      return work.map(({ account }) => account).filter((key) => key === edited);
    }
    case 'secret': {
      const changed = changeSecrets(life, saved.seed);
      allowPresent(life, seen);
      return work
        .filter(({ secrets }) =>
          secrets.some(({ from }) => changed.some((name) => from.includes(name))),
        )
        .map(({ account }) => account);
    }
    case 'apply': {
      const { planned, text } = await planNow(life);
      let done: readonly string[] = [];
      const perform = async () => {
        const performed = await new Program(life.simulated).apply(text, countDeletes(planned));
        done = outcomesOf(performed).flatMap((each) => (isSuccess(each) ? [each.account] : []));
        return outcomesOf(performed);
      };
      await observe(life, seen, { faults: [], planned, perform });
      return work.map(({ account }) => account).filter((key) => done.includes(key));
    }
  }
}

async function touch(
  life: Simulation,
  seen: Evidence,
  { seed, planned }: Meddling,
): Promise<ReadonlySet<string>> {
  const { simulated, note } = life;
  const draw = makeSeededDraw(seed);
  const key = draw.pick(listKeys(life));
  const touched = await touchInConsole(life, key, [draw.int(0, 9999), draw.int(0, 9999)]);
  note(`    by hand: ${touched.join(', ')}`);
  seen.allowed.push(simulated.dump());
  // A replaced secret is invisible. A plan also ignores cycles whose edit waits, and changes that
  // cancel out.
  const once = touched.filter((each) => touched.indexOf(each) === touched.lastIndexOf(each));
  const resting = listResting(life, key);
  const written = simulated.manifests.get(key);
  const left = written === undefined ? new Set() : listLeftLines(written, simulated);
  const isObserved = withoutWaiting(life, key, once).some(
    (each) =>
      !/\/auth$|\/properties\//.test(each) &&
      !resting.has(each) &&
      !left.has(each) &&
      !isOutsidePlan(each, planned),
  );
  // A service that offers little does not show what others changed.
  return new Set(isObserved && !life.schedule.isDocumented ? [key] : []);
}

/**
 * Returns whether a plan says nothing of a changed line. A change of a cycle that is to be deleted
 * disappears with it, a refused object is left as it is, whatever that is, and a secret whose
 * fingerprint is of another key is not compared, as the plan says.
 */
export function isOutsidePlan(touched: string, planned: readonly PlannedAccount[]): boolean {
  const plans = planned.flatMap((each) => (each.kind === 'planned' ? [each.plan] : []));
  return plans.some(({ changes, notices, refused = [] }) => {
    const replaced = changes.flatMap(({ verb, address }) => (verb === 'replace' ? [address] : []));
    // Of two with the same name the console may show the one that makes way.
    const left = notices.flatMap((each) => (each.kind === 'makes-way' ? [each.successor] : []));
    const isUncompared = notices.some(
      (each) => each.kind === 'other-key' && toFieldAddress(each.address, each.path) === touched,
    );
    const isOfChanged = [...replaced, ...left].some((address) => touched.startsWith(`${address}/`));
    return (
      isUncompared ||
      isOfChanged ||
      refused.some(({ address }) => address === toObjectAddress(touched as Address))
    );
  });
}

// When a cycle ran that is to rest is nothing that a plan is about.
function listResting({ simulated }: Simulation, account: string): ReadonlySet<string> {
  const cycles = Object.entries(simulated.manifests.get(account)?.spec.cycles ?? {});
  return new Set(
    cycles.flatMap(([key, { state }]) =>
      state === 'active' ? [] : [`${account}/cycles/${key}/schedule`],
    ),
  );
}

/** Touches what a manifest manages; gives what the service took and what is another value than before. */
export async function touchInConsole(
  { simulated, touched: all }: Simulation,
  key: string,
  touches: readonly number[],
): Promise<readonly string[]> {
  const written = simulated.manifests.get(key);
  if (written === undefined) return [];
  const moved: string[] = [];
  for (const touch of touches) {
    const before = JSON.stringify(simulated.find(key));
    const at = { touches: [touch] };
    const touched = await touchAll({ emulator: simulated.emulator }, at, { written });
    all.push(...touched);
    if (before !== JSON.stringify(simulated.find(key))) moved.push(...touched);
  }
  return moved;
}

async function editOne(life: Simulation, seed: number): Promise<string> {
  const { simulated, versions, settled } = life;
  const key = makeSeededDraw(seed).pick(listKeys(life));
  const last = simulated.manifests.get(key);
  if (last === undefined) return '';
  // A line that Git had released is one that was never applied.
  if (last.spec.displayName === undefined) {
    const places = [...(settled.get(key) ?? [])];
    settled.set(key, new Set(places.filter((each) => !each.startsWith(`${key}/displayName `))));
  }
  if (await renameRow(life, key, `edited ${seed}`)) return key;
  const spec = { ...last.spec, displayName: `edited ${seed}` };
  const written: WrittenAccount = { ...last, spec };
  versions.get(key)?.splice(-1, 1, written);
  simulated.write(written);
  return key;
}

function changeSecrets({ simulated }: Simulation, seed: number): readonly string[] {
  const values = Object.entries(drawSecretValues(makeSeededDraw(seed)));
  const changed = values.filter(([name, value]) => simulated.secrets.get(name) !== value);
  for (const [name, value] of changed) simulated.setSecret(name, value);
  return changed.map(([name]) => name);
}
