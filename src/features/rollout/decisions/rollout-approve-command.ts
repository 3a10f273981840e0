import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { Refusal } from '../../../app/output/refusal.ts';
import { systemClock } from '../../../app/ports/open-ports.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { withRolloutData } from '../rollout-status-command.ts';
import { checkSeal } from '../waves/check-seal.ts';
import { type DecisionOptions, withLockedFleet } from '../with-locked-fleet.ts';
import { planApproval } from './plan-decision.ts';

export type RolloutApproveOptions = DecisionOptions & {
  /** The wave that the person has seen. */
  readonly wave?: string;
};

/**
 * `cyclectl rollout approve FLEET`: lets the applied wave pass without the evidence that its gate waits for.
 * A failure stops the rollout all the same.
 */
export async function runRolloutApprove(
  context: CommandContext,
  options: RolloutApproveOptions,
): Promise<ExitCode> {
  const { fleet, reason, wave, directory } = options;
  return withProject(context, options, (request) =>
    withRolloutData(request, () =>
      withLockedFleet(request, async ({ store, latest, update }) => {
        const accounts = latest === null ? [] : await store.listRolloutAccounts(latest.id);
        if (latest !== null) await checkSeal(request, latest, accounts);
        const now = systemClock.now();
        const approval = planApproval(latest, accounts, { reason, wave, now });
        const place = { directory, environment: request.project.environment.name };
        if (approval.kind === 'none' || approval.kind === 'other') {
          throw new Refusal({
            ...reportError(approval.kind === 'none' ? 'rollout-not-waiting' : 'rollout-refused', {
              summary: `Nothing of the fleet ${fleet} was approved: ${approval.why}`,
            }),
            remedy:
              latest?.state === 'paused'
                ? `Open it again first with ${formatCommand(`rollout resume ${fleet}`, place)}.`
                : `See what it waits for with ${formatCommand(`rollout status ${fleet}`, place)}.`,
          });
        }
        if (approval.kind === 'before') {
          context.terminal.log(`The wave ${approval.wave} was approved or has passed already.`);
          return exitCodes.ok;
        }
        await update({ rollout: approval.rollout }, approval.entry);
        const next = formatCommand(`rollout continue ${fleet}`, place);
        context.terminal.log(`Approved the wave ${approval.wave}. To go on: ${next}`);
        return exitCodes.ok;
      }),
    ),
  );
}
