import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes, judgePlan } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { refuseLocalInCi } from '../../../app/ports/open-store.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { openTextFile, refuseOtherFile } from '../../../app/run/open-text-file.ts';
import { publishPlan, savePlan } from '../../../app/run/plan-file.ts';
import { refuseUnknown } from '../../../engine/diff/report-unmoved.ts';
import { approvePlan } from '../../../engine/policy/approve-plan.ts';
import { listLeftovers } from '../../../engine/run/journal/list-leftovers.ts';
import { makePlan } from '../../../engine/run/make-plan.ts';
import { tallyPlan } from '../../../engine/run/tally-plan.ts';
import { readMachine } from '../../../kit/machine.ts';
import type { Address } from '../../../model/address.ts';
import { noChoices } from '../../../model/plan/plan.ts';
import type { PlanFrame } from '../../../model/report/report.ts';
import { withRevert } from './revert-drift.ts';

/** What `cyclectl drift --revert` takes beside the options of every command. */
export type RevertOptions = GlobalOptions & {
  /** Addresses as they were typed. */
  readonly address?: readonly string[];
  readonly out?: string;
};

/** `cyclectl drift --revert`: a plan that brings Git's value back for what others moved, and nothing else. */
export async function runRevert(
  context: CommandContext,
  options: RevertOptions,
): Promise<ExitCode> {
  return withOpening(context, options, async (opening) => {
    const { directory, address = [] } = options;
    await printDiagnostics(context, directory, opening.diagnostics);
    const addresses = [...new Set(address)] as readonly string[] as readonly Address[];
    const unknown = refuseUnknown(addresses, opening.selected.entries);
    if (unknown.length > 0) {
      await printDiagnostics(context, directory, unknown);
      return exitCodes.failed;
    }
    if (options.out !== undefined) await refuseOtherFile(options.out);
    return planRevert({ context, options, opening, addresses });
  });
}

type Asked = {
  readonly context: CommandContext;
  readonly options: RevertOptions;
  readonly opening: Opening;
  readonly addresses: readonly Address[];
};

async function planRevert(asked: Asked): Promise<ExitCode> {
  const begun = performance.now();
  const { context, options, opening, addresses } = asked;
  const { environment, root, selected } = opening;
  if (options.out !== undefined) refuseLocalInCi(environment, context);
  const place = await openForReading(
    { root, environment, context, verbose: options.verbose },
    { isSaved: options.out !== undefined },
  );
  const saved = await openTextFile(options.out ?? null);
  try {
    const isGone = isGoneFrom(readMachine());
    const left = await listLeftovers(place.store, { ...opening, isGone });
    await printDiagnostics(context, options.directory, left);
    const run = withRevert(toRun(opening, place), { addresses, isNew: true });
    const tally = tallyPlan(selected.skipped);
    await savePlan(saved.file, {
      context,
      target: place.target,
      options: { ...noChoices, reverts: addresses },
      sealer: place.secrets.sealer,
      accounts: makePlan(run),
      tally,
    });
    const summary = tally.total();
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const judged = approvePlan(summary, environment.protect, noChoices);
    const refused = 'refused' in judged ? judged.refused : [];
    // Kept here for the data; people read it after the plan that it is about.
    for (const refusal of refused) context.told.add(refusal);
    const next = refused.length > 0 ? ({ kind: 'refused' } as const) : findNext(asked);
    await publishPlan(saved.file, { context, options, next, place, summary, cost, reverts: true });
    await printDiagnostics(context, options.directory, refused);
    const { notPlanned, operations } = summary;
    return judgePlan({ notPlanned, operations, isRefused: refused.length > 0, wantsCode: false });
  } finally {
    await saved.remove();
    await place.close();
  }
}

function findNext({ options, addresses }: Asked): PlanFrame['next'] {
  const { directory, select, out } = options;
  return out === undefined
    ? { kind: 'save', asked: { ...noChoices, reverts: addresses, directory, select } }
    : { kind: 'apply', file: out, directory };
}
