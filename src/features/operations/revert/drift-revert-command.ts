import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes, toPlanExitCode } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { checkLocalStoreInCi } from '../../../app/ports/open-store.ts';
import { type ProjectContext, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { checkPlanFilePath, openTextFile } from '../../../app/run/open-text-file.ts';
import { savePlan, writePlanReport } from '../../../app/run/plan-file.ts';
import { reportUnknownAddresses } from '../../../engine/diff/report-not-drifted.ts';
import { checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { listUnfinished } from '../../../engine/run/journal/list-unfinished.ts';
import { makePlan } from '../../../engine/run/make-plan.ts';
import { makePlanCounter } from '../../../engine/run/make-plan-counter.ts';
import { readMachine } from '../../../kit/machine.ts';
import type { Address } from '../../../model/address.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import type { PlanFrame } from '../../../model/report/report.ts';
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
  return withProject(context, options, async (projectContext) => {
    const { directory, address = [] } = options;
    await printDiagnostics(context, directory, projectContext.diagnostics);
    const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
    const unknown = reportUnknownAddresses(addresses, projectContext.selected.entries);
    if (unknown.length > 0) {
      await printDiagnostics(context, directory, unknown);
      return exitCodes.failed;
    }
    if (options.out !== undefined) await checkPlanFilePath(options.out);
    return planRevert({ context, options, projectContext, addresses });
  });
}

type Asked = {
  readonly context: CommandContext;
  readonly options: RevertOptions;
  readonly projectContext: ProjectContext;
  readonly addresses: readonly Address[];
};

async function planRevert(asked: Asked): Promise<ExitCode> {
  const startedAt = performance.now();
  const { context, options, projectContext, addresses } = asked;
  const { environment, root, selected } = projectContext;
  if (options.out !== undefined) checkLocalStoreInCi(environment, context);
  const ports = await openReadPorts(
    { root, environment, context, verbose: options.verbose },
    { isSaved: options.out !== undefined },
  );
  const saved = await openTextFile(options.out ?? null);
  try {
    const isGone = isGoneFrom(readMachine());
    const left = await listUnfinished(ports.store, { ...projectContext, isGone });
    await printDiagnostics(context, options.directory, left);
    const run = withRevert(toRun(projectContext, ports), { addresses, isNew: true });
    const tally = makePlanCounter(selected.skipped);
    await savePlan(saved.file, {
      context,
      target: ports.target,
      options: { ...noChoices, reverts: addresses },
      sealer: ports.secrets.signer,
      accounts: makePlan(run),
      tally,
    });
    const summary = tally.total();
    const cost = { requests: ports.requestCount(), durationMs: performance.now() - startedAt };
    const checked = checkPlanTotals(summary, environment.protect, noChoices);
    const refused = 'refused' in checked ? checked.refused : [];
    // Adds refusals to the data here; text prints them below the plan.
    for (const refusal of refused) context.reported.add(refusal);
    const next = refused.length > 0 ? ({ kind: 'refused' } as const) : findNext(asked);
    await writePlanReport(saved.file, {
      context,
      options,
      next,
      ports,
      summary,
      cost,
      reverts: true,
    });
    await printDiagnostics(context, options.directory, refused);
    const { notPlanned, operations } = summary;
    return toPlanExitCode({
      notPlanned,
      operations,
      isRefused: refused.length > 0,
      wantsCode: false,
    });
  } finally {
    await saved.remove();
    await ports.close();
  }
}

function findNext({ options, addresses }: Asked): PlanFrame['next'] {
  const { directory, select, out } = options;
  return out === undefined
    ? { kind: 'save', asked: { ...noChoices, reverts: addresses, directory, select } }
    : { kind: 'apply', file: out, directory };
}
