import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import type { ProjectRequest } from '../../app/project/open-project.ts';
import type { ChangeOptions } from '../../app/run/change-source.ts';
import { type Admission, formatRevision } from '../../model/state/revision.ts';
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
  const { rollout, accounts, update, applyUndo } = opened;
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
  const admissions = await listStaying(request, opened);
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

// Admissions of accounts that do not get the revision of the fleet: held, pinned or not in the project. One that was
// admitted before has a part of the revision, and stays on it.
async function listStaying(
  request: ProjectRequest,
  { store, rollout, accounts }: Pick<ClosedRollout, 'store' | 'rollout' | 'accounts'>,
): Promise<readonly Admission[]> {
  const { fleet, revision, from, openedAt: at } = rollout;
  const { project } = request;
  const { entries } = findFleet(request, fleet);
  const revisions = await openFleetRevisions(request, store);
  const admitted = new Map(
    (await store.readAdmissions()).accounts.map((each) => [each.account, each]),
  );
  const isAdmitted = (account: string) => {
    const own = admitted.get(account);
    return own?.fleet === fleet && own.revision === revision;
  };
  const members = accounts.filter(({ state }) => state === 'held' || state === 'gone');
  const known = new Set([
    ...entries.map(({ key }) => key),
    ...accounts.map(({ account }) => account),
    ...project.accounts.flatMap(({ key, layering }) =>
      layering?.fleet?.name === fleet ? [] : [key],
    ),
  ]);
  // Rows that were gone before the opening may come back too.
  const absent = (await store.listBindings()).flatMap(({ account }) => {
    const own = admitted.get(account);
    if (known.has(account) || (own !== undefined && own.fleet !== fleet)) return [];
    return [{ account, from: own?.revision ?? from }];
  });
  return [
    ...[...members, ...absent].flatMap(({ account, from: earlier }) =>
      isAdmitted(account) ? [] : [{ account, fleet, revision: earlier, at }],
    ),
    // One that is on it with the fleet has no admission of its own.
    ...revisions.listPinned(entries, at).filter((each) => each.revision !== revision),
  ];
}
