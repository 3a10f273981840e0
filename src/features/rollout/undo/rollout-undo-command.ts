import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { readApproval } from '../../../app/run/read-approval.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import { checkHasAccounts } from '../find-fleet.ts';
import { withRolloutData } from '../rollout-status-command.ts';
import {
  type DecisionOptions,
  type FleetOptions,
  type LockedFleet,
  withWatchedFleet,
} from '../with-locked-fleet.ts';
import { applyAskedUndo, type UndoResult } from './apply-undo.ts';

export type RolloutUndoOptions = FleetOptions &
  Partial<DecisionOptions> & { readonly yes?: boolean };

const codes: Readonly<Record<UndoResult, ExitCode>> = {
  undone: exitCodes.ok,
  partial: exitCodes.partial,
  'not-begun': exitCodes.failed,
};

/**
 * `cyclectl rollout undo FLEET`: brings the accounts of its latest rollout back to the revisions that they
 * had before.
 */
export async function runRolloutUndo(
  context: CommandContext,
  options: RolloutUndoOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withRolloutData(request, (shown) =>
      withWatchedFleet(shown, (locked, watched) => undo(watched, locked)),
    ),
  );
}

async function undo(
  request: ProjectRequest<RolloutUndoOptions>,
  locked: LockedFleet,
): Promise<ExitCode> {
  const { context, options } = request;
  const { fleet, yes } = options;
  const { latest: rollout } = locked;
  if (rollout === null || rollout.state === 'undone') {
    const short = rollout === null ? '' : formatRevision(rollout.revision);
    context.terminal.log(
      rollout === null
        ? `The fleet ${fleet} had no rollout.`
        : `The rollout of ${short} was undone before.`,
    );
    return exitCodes.ok;
  }
  checkHasAccounts(request);
  const { reason = rollout.endedFor ?? 'manually' } = options;
  const accounts = await locked.store.listRolloutAccounts(rollout.id);
  const confirm = yes === true ? null : () => readApproval(context, 'read the plan above');
  return codes[
    await applyAskedUndo(request, { ...locked, rollout, accounts, why: reason, confirm })
  ];
}
