import { isUnfinished } from '../../../../src/engine/run/journal/journal-run.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import type { RolloutAccountState } from '../../../../src/model/state/rollout.ts';
import type { RunAccountState } from '../../../../src/model/state/run.ts';
import { demandNone } from '../../laws/violation.ts';
import type { Evidence, Simulation } from '../../simulation.ts';
import { changeBetween, publishAgain } from '../simulated-fleet.ts';
import { readOpen } from './check-rollout.ts';
import { readAdmitted } from './simulated-rollouts.ts';

/** Accounts of a wave or an undo that is applied, as if all of them were admitted. */
export type Expected = {
  /** Revisions that rows had before. */
  readonly before: ReadonlyMap<string, string>;
  /** The newest run before; null if there was none. */
  readonly lastRun: string | null;
  /** Goes back to what was noted before. */
  readonly restore: () => void;
};

/** Expects of accounts what the revision that they get says, while they are admitted one by one. */
export async function expectAdmitted(
  life: Simulation,
  seen: Evidence,
  planned: readonly PlannedAccount[],
): Promise<Expected | null> {
  const rollouts = life.fleet?.rollouts ?? null;
  const open = await readOpen(life);
  if (rollouts === null || open === null) return null;
  const { state, revision } = open.record;
  const isBack = state === 'undoing';
  const [before, noted] = [await readAdmitted(life), new Map(rollouts.ofRow)];
  const to = new Map(
    planned.flatMap((each): (readonly [string, string])[] => {
      if (each.kind !== 'planned') return [];
      const { account } = each.plan;
      const found = isBack ? rollouts.open?.from.get(account) : revision;
      if (found === undefined) throw new Error(`${account} was on no revision before`);
      return [[account, found]];
    }),
  );
  for (const [name, found] of to) rollouts.ofRow.set(name, found);
  await changeBetween(life, seen, () => publishAgain(life));
  const [last] = await life.simulated.store.listRuns(1);
  return {
    before,
    lastRun: last?.id ?? null,
    restore: () => {
      rollouts.ofRow.clear();
      for (const [name, revision] of noted) rollouts.ofRow.set(name, revision);
    },
  };
}

/** A step that died admitted the accounts that it may have admitted, and no others. */
export async function checkBegun(
  life: Simulation,
  { before, lastRun }: Pick<Expected, 'before' | 'lastRun'>,
): Promise<void> {
  const { store } = life.simulated;
  const open = await readOpen(life);
  if (open?.record.state !== 'open') return;
  const { revision } = open.record;
  const run = (await store.listRuns(1)).find(({ id }) => id !== lastRun);
  const states = new Map<string, RunAccountState>();
  if (run !== undefined)
    for await (const { account, state } of store.readRunAccounts(run.id))
      states.set(account, state);
  const recorded = new Map(open.accounts.map(({ account, state }) => [account, state]));
  const now = await readAdmitted(life);
  for (const state of states.values())
    if (!hasBegun(state)) life.tally.count('rollout: an account of a dead step did not begin');
  const wrong = listWrongAfterDeath({ revision, before, now, run: states, recorded });
  demandNone('rollout', 'after the death of a step', wrong);
}

/** The accounts of a rollout after a death of a step. */
export type AfterDeath = Record<'before' | 'now', ReadonlyMap<string, string>> & {
  readonly revision: string;
  /** The accounts that its run has work in. */
  readonly run: ReadonlyMap<string, RunAccountState>;
  readonly recorded: ReadonlyMap<string, RolloutAccountState>;
};

/**
 * Lists what a step that died did wrong. It admits an account with work just before it begins it, so that
 * one may be about to begin, and accounts without work together with the record that they are done.
 */
export function listWrongAfterDeath(after: AfterDeath): readonly string[] {
  const { revision, before, now, run, recorded } = after;
  const isOfRevision = (name: string) => now.get(name) === revision;
  const begun = [...run].flatMap(([name, state]) => (hasBegun(state) ? name : []));
  const done = [...recorded].flatMap(([name, state]) => (state === 'done' ? name : []));
  const unbegun = [...now.keys()].filter(
    (name) => now.get(name) !== before.get(name) && !begun.includes(name),
  );
  const isAbout = (name: string) => run.has(name) && recorded.get(name) === 'admitted';
  const needsNothing = (name: string) => !run.has(name) && done.includes(name);
  return [
    ...begun
      .filter((name) => !isOfRevision(name))
      .map((name) => `${name} began on another revision`),
    ...done
      .filter((name) => !isOfRevision(name))
      .map((name) => `${name} is done on another revision`),
    ...unbegun
      .filter((name) => !isAbout(name) && !needsNothing(name))
      .map((name) => `${name} was admitted without a reason`),
    ...unbegun
      .filter(isAbout)
      .slice(1)
      .map((name) => `${name} was admitted too early`),
  ];
}

function hasBegun(state: RunAccountState): boolean {
  return state === 'done' || isUnfinished(state);
}
