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
  /** Revisions that rows had before the step. */
  readonly before: ReadonlyMap<string, string>;
  /** The newest run before; null if there was none. */
  readonly lastRun: string | null;
  /** Goes back to what was noted before. */
  readonly restore: () => void;
};

type PlannedStep = Pick<Expected, 'before'> & { readonly planned: readonly PlannedAccount[] };

/** Expects of accounts what the revision that they get says, while they are admitted one by one. */
export async function expectAdmitted(
  life: Simulation,
  seen: Evidence,
  { planned, before }: PlannedStep,
): Promise<Expected | null> {
  const rollouts = life.fleet?.rollouts ?? null;
  const open = await readOpen(life);
  if (rollouts === null || open === null) return null;
  const { state, revision } = open.record;
  const isBack = state === 'undoing';
  const noted = new Map(rollouts.ofRow);
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
export async function checkBegun(life: Simulation, expected: Expected): Promise<void> {
  const after = await readStep(life, expected);
  if (after === null) return;
  for (const state of after.run.values())
    if (!hasBegun(state)) life.tally.count('rollout: an account of a dead step did not begin');
  demandNone('rollout', 'after the death of a step', listWrongAfterDeath(after));
}

/** Lists the accounts that have the revision at a write of a step, and were not begun before it. */
export async function listAdmittedEarly(
  life: Simulation,
  expected: Expected,
): Promise<readonly string[]> {
  const step = await readStep(life, expected);
  if (step === null) return [];
  life.tally.count('rollout: a write of a step');
  return listEarly(step);
}

/** Lists the accounts that were admitted in a step that has not begun them. */
export function listEarly(step: Pick<StepAccounts, 'before' | 'now' | 'run'>): readonly string[] {
  return listMoved(step).filter((name) => (step.run.get(name) ?? 'planned') === 'planned');
}

// Null where the rollout is not open, as in an undo.
async function readStep(
  life: Simulation,
  { before, lastRun }: Expected,
): Promise<StepAccounts | null> {
  const { store } = life.simulated;
  const open = await readOpen(life);
  if (open?.record.state !== 'open') return null;
  const { revision } = open.record;
  const last = (await store.listRuns(1)).find(({ id }) => id !== lastRun);
  const run = new Map<string, RunAccountState>();
  if (last !== undefined)
    for await (const { account, state } of store.readRunAccounts(last.id)) run.set(account, state);
  const recorded = new Map(open.accounts.map(({ account, state }) => [account, state]));
  return { revision, before, now: await readAdmitted(life), run, recorded };
}

/** The accounts of a rollout in a step, or after its death. */
export type StepAccounts = Record<'before' | 'now', ReadonlyMap<string, string>> & {
  readonly revision: string;
  /** The accounts that its run has work in. */
  readonly run: ReadonlyMap<string, RunAccountState>;
  readonly recorded: ReadonlyMap<string, RolloutAccountState>;
};

/**
 * Lists what a step that died did wrong. It admits an account with work just before it begins it, so that
 * one may be about to begin, and accounts without work together with the record that they are done.
 */
export function listWrongAfterDeath(after: StepAccounts): readonly string[] {
  const { revision, now, run, recorded } = after;
  const isOfRevision = (name: string) => now.get(name) === revision;
  const begun = [...run].flatMap(([name, state]) => (hasBegun(state) ? name : []));
  const done = [...recorded].flatMap(([name, state]) => (state === 'done' ? name : []));
  const unbegun = listMoved(after).filter((name) => !begun.includes(name));
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

function listMoved({ before, now }: Pick<StepAccounts, 'before' | 'now'>): readonly string[] {
  return [...now.keys()].filter((name) => now.get(name) !== before.get(name));
}

function hasBegun(state: RunAccountState): boolean {
  return state === 'done' || isUnfinished(state);
}
