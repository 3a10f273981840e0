import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { formatRevision } from '../../model/state/revision.ts';
import type { Rollout, RolloutAccount } from '../../model/state/rollout.ts';
import { findFleet, openFleetRevisions } from './find-fleet.ts';
import type { UndoResult, UndoRun } from './undo/apply-undo.ts';
import {
  findWaveName,
  formatLeft,
  formatUnverified,
  formatWaveTally,
} from './waves/format-rollout.ts';
import type { RolloutStep } from './waves/plan-step.ts';
import type { LockedFleet } from './with-locked-fleet.ts';

/** A rollout that has no further wave, or whose wave failed. */
export type ClosedRollout = LockedFleet & {
  readonly rollout: Rollout;
  readonly accounts: readonly RolloutAccount[];
  readonly applyUndo: (undo: UndoRun) => Promise<UndoResult>;
};

/** Ends a rollout: stops it, brings its accounts back, or records that all have the revision. */
export async function closeRollout(
  request: ProjectRequest<ChangeOptions>,
  opened: ClosedRollout,
  step: Exclude<RolloutStep, { readonly kind: 'apply' | 'gate' }>,
): Promise<ExitCode> {
  const { store, rollout, accounts, update, applyUndo } = opened;
  const { context } = request;
  const { id, fleet, revision } = rollout;
  const short = formatRevision(revision);
  if (step.kind === 'stop') {
    const name = findWaveName(rollout, step.wave);
    const tally = formatWaveTally(accounts.filter(({ wave }) => wave === step.wave));
    const failure =
      step.why === undefined
        ? `too many accounts of the wave ${name} failed`
        : `the wave ${name} failed its gate, ${step.why}`;
    const why = `wave ${name}, ${step.why ?? tally}`;
    if (rollout.onFailure === 'undo') {
      context.terminal.log(`Undoing the rollout of ${short}: ${failure}.`);
      await applyUndo({ ...opened, why, confirm: null });
      return exitCodes.partial;
    }
    await update(
      { rollout: { ...rollout, state: 'stopped', endedFor: why } },
      `stop ${id} of ${fleet}: ${why}`,
    );
    context.terminal.log(
      `Stopped the rollout of ${short}: ${failure}. No further account gets the revision.`,
    );
    return exitCodes.partial;
  }
  // One that was admitted before it was held has a part of the revision, and stays on it.
  const { entries } = findFleet(request.project, fleet);
  const revisions = await openFleetRevisions(request, store);
  const admitted = revisions.listAdmitted(fleet);
  const held = accounts.filter(
    ({ account, state }) =>
      state === 'held' &&
      !admitted.some((each) => each.account === account && each.revision === revision),
  );
  const at = rollout.openedAt;
  const admissions = [
    ...held.map(({ account, from }) => ({ account, fleet, revision: from, at })),
    // One that is on it with the fleet has no admission of its own.
    ...revisions.listPinned(entries, at).filter((each) => each.revision !== revision),
  ];
  await update(
    {
      fleets: [{ fleet, revision }],
      settled: [fleet],
      admissions,
      rollout: { ...rollout, state: 'done' },
    },
    `end ${id} of ${fleet}: revision ${short}, ${formatWaveTally(accounts)}`,
  );
  context.terminal.log(`The rollout of ${short} is done: ${formatWaveTally(accounts)}.`);
  const left = formatLeft(accounts);
  const place = {
    directory: request.options.directory,
    environment: request.project.environment.name,
  };
  for (const line of [left, formatUnverified(rollout, accounts, place)])
    if (line !== null) context.terminal.log(line);
  return left === null ? exitCodes.ok : exitCodes.partial;
}
