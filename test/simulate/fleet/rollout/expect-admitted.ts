import { isUnfinished } from '../../../../src/engine/run/journal/journal-run.ts';
import type { PlannedAccount } from '../../../../src/model/report/report.ts';
import { demandNone, demandSame } from '../../laws/violation.ts';
import type { Evidence, Simulation } from '../../simulation.ts';
import { changeBetween, publishAgain } from '../simulated-fleet.ts';
import { readOpen } from './check-rollout.ts';
import { readAdmitted } from './simulated-rollouts.ts';

/** Accounts of a wave or an undo that is applied, as if all of them were admitted. */
export type Expected = {
  /** Revisions that rows had before. */
  readonly before: ReadonlyMap<string, string>;
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
  return {
    before,
    restore: () => {
      rollouts.ofRow.clear();
      for (const [name, revision] of noted) rollouts.ofRow.set(name, revision);
    },
  };
}

/** A step that died admitted each account that it began, and no other but the one that it was about to begin. */
export async function checkBegun(
  life: Simulation,
  { before }: Pick<Expected, 'before'>,
): Promise<void> {
  const { store } = life.simulated;
  const open = await readOpen(life);
  if (open?.record.state !== 'open') return;
  const now = await readAdmitted(life);
  const run = (await store.listRuns(1)).find(({ rollout }) => rollout !== undefined);
  const unbegun = new Set([...now.keys()].filter((name) => now.get(name) !== before.get(name)));
  if (run !== undefined)
    for await (const { account, state } of store.readRunAccounts(run.id))
      if (state === 'done' || isUnfinished(state)) {
        demandSame('rollout', `the revision of ${account}, which a dead step began`, [
          open.record.revision,
          now.get(account),
        ]);
        unbegun.delete(account);
      } else life.tally.count('rollout: an account of a dead step did not begin');
  demandNone('rollout', 'admitted by a dead step that did not begin them', [...unbegun].slice(1));
}
