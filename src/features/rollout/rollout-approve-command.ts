import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { Refusal } from '../../app/output/refusal.ts';
import { withProject } from '../../app/project/open-project.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import { checkSeal } from './waves/check-seal.ts';
import { findWaveName } from './waves/format-rollout.ts';
import { planStep } from './waves/plan-step.ts';
import { type DecisionOptions, withLockedFleet } from './with-locked-fleet.ts';

/**
 * `cyclectl rollout approve FLEET`: lets the applied wave pass without the evidence that its gate waits for.
 * A failure stops the rollout all the same.
 */
export async function runRolloutApprove(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  const { fleet, reason, directory } = options;
  return withProject(context, options, (request) =>
    withLockedFleet(request, async ({ store, latest: open, update }) => {
      if (open?.state !== 'open') throw refuse(`No rollout of the fleet ${fleet} is open`);
      const accounts = await store.listRolloutAccounts(open.id);
      await checkSeal(request, open, accounts);
      const step = planStep(open, accounts);
      if (step.kind !== 'gate') throw refuse(`No wave of the fleet ${fleet} waits for its gate`);
      const name = findWaveName(open, step.wave);
      await update(
        { rollout: { ...open, approvedWaves: step.wave + 1 } },
        `approve ${open.id} of ${fleet}: wave ${name}: ${reason}`,
      );
      const place = { directory, environment: request.project.environment.name };
      const next = formatCommand(`rollout continue ${fleet}`, place);
      context.terminal.log(`Approved the wave ${name}. To go on: ${next}`);
      return exitCodes.ok;
    }),
  );
}

function refuse(summary: string): Refusal {
  return new Refusal({
    ...reportError('rollout-refused', { summary }),
    remedy: 'See what it waits for with cyclectl rollout status.',
  });
}
