import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import type { ReadPorts } from '../../../app/ports/open-ports.ts';
import { type ProjectContext, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { PlanSource } from '../../../app/run/change-source.ts';
import { planChange } from '../../../app/run/plan-change.ts';
import { reportUnknownAccounts } from '../../../engine/diff/check-drift-addresses.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { makePlan } from '../../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/planning/make-plan-counter.ts';
import type { Address } from '../../../model/address.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import { withRevert } from './with-revert.ts';

export type RevertOptions = GlobalOptions & {
  /** Addresses as typed. */
  readonly address?: readonly string[];
  readonly out?: string;
};

/**
 * `cyclectl drift --revert`: plans to restore the values in Git where others changed them, and
 * nothing else.
 */
export async function runRevert(
  context: CommandContext,
  options: RevertOptions,
): Promise<ExitCode> {
  const addresses = [...new Set(options.address)] as readonly string[] as readonly Address[];
  return withProject(context, options, (request) =>
    planChange(request, async (ports) => toSource(request.project, ports, addresses)),
  );
}

function toSource(
  project: ProjectContext,
  ports: ReadPorts,
  addresses: readonly Address[],
): PlanSource {
  const { environment, selected } = project;
  const run = withRevert(toRun(project, ports), { addresses, isNew: true });
  return {
    choices: { ...noChoices, reverts: addresses },
    refused: reportUnknownAccounts(addresses, selected.entries, environment.name),
    plan: {
      kind: 'new',
      accounts: () => makePlan(run),
      total: run.entries.length,
      counter: makePlanCounter(selected.skipped),
    },
    check: (summary) => checkPlanTotals(summary, environment.protect, noChoices),
  };
}
