import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { TextFile } from '../../model/ports.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import type { GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes, toPlanExitCode } from '../exit-codes.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { deleteUnlessKept } from '../output/requested-reports.ts';
import { openPolicies } from '../policies/open-policies.ts';
import { checkKeySet } from '../ports/open-environment-secrets.ts';
import { openReadPorts, readToday } from '../ports/open-ports.ts';
import { checkLocalStoreInCi } from '../ports/open-store.ts';
import type { ChangeRequest, PlanPorts, PlanSource } from './change-source.ts';
import { checkPlanFilePath, openTextFile } from './open-text-file.ts';
import {
  type MadePlan,
  makeChangePlan,
  toPlanRequest,
  writePlanCopy,
  writePlanReport,
} from './plan-file.ts';
import { printNotes, printPolicyCount, printUnfinished } from './print-before-plan.ts';

type PlanRequest = Pick<ChangeRequest, 'context' | 'project'> & {
  readonly options: GlobalOptions & {
    /** Path to save the plan to. */
    readonly out?: string;
    readonly exitCode?: boolean;
    /** The group of equal changes whose accounts are printed. */
    readonly group?: number;
  };
};

/** A plan in its file, before it is reported. */
export type PlannedChange<S extends PlanSource> = PlanRequest & {
  readonly ports: PlanPorts;
  readonly source: S;
  readonly file: TextFile;
  readonly made: MadePlan;
  /** Null if it is within its limits. */
  readonly refused: readonly Diagnostic[] | null;
};

/** Plans a change, saves it if requested, and reports it. Writes nothing to the service. */
export async function planChange(
  request: PlanRequest,
  openSource: (ports: PlanPorts) => Promise<PlanSource>,
): Promise<ExitCode> {
  return withPlannedChange(request, openSource, reportPlan);
}

/** Plans a change in a temporary file, and passes it on. */
export async function withPlannedChange<S extends PlanSource>(
  request: PlanRequest,
  openSource: (ports: PlanPorts) => Promise<S>,
  end: (planned: PlannedChange<S>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  await printDiagnostics(context, options.directory, project.diagnostics);
  const ports = await openPorts(request);
  try {
    const { file, remove } = await openTextFile(null);
    try {
      const source = await openSource(ports);
      const change = { ...request, ports, source, file };
      await printUnfinished(change, ports.store);
      const { mistakes, warnings } = ports.policyRules;
      const refused = [...mistakes, ...(source.refused ?? [])];
      printPolicyCount(request, ports.policyRules);
      await printDiagnostics(context, options.directory, warnings);
      await printDiagnostics(context, options.directory, refused);
      if (refused.length > 0) {
        printUnsaved(request);
        return exitCodes.failed;
      }
      await printNotes(change);
      const made = await makeChangePlan(change, file);
      const checked = source.check(made.summary, made.outsideGit);
      return await end({ ...change, made, refused: 'refused' in checked ? checked.refused : null });
    } finally {
      await deleteUnlessKept(context, remove);
    }
  } finally {
    await ports.close();
  }
}

async function openPorts(request: PlanRequest): Promise<PlanPorts> {
  const { context, options, project } = request;
  const { out } = options;
  if (out !== undefined) {
    await checkPlanFilePath(out);
    checkLocalStoreInCi(project.environment, context);
  }
  const policyRules = await openPolicies(request, readToday());
  return { ...(await openReadPorts(request, { isSaved: out !== undefined })), policyRules };
}

async function reportPlan(planned: PlannedChange<PlanSource>): Promise<ExitCode> {
  const { context, options, file, made, refused } = planned;
  const { out } = options;
  context.taker?.takePlan((path) => savePlanCopy(planned, path));
  const isSaved = out !== undefined && isApplicable(planned);
  // Saves the file before output names it in a command.
  if (isSaved) await writePlanCopy(file, out);
  // Adds refusals to the data here; text prints them below the plan.
  for (const refusal of refused ?? []) context.reported.add(refusal);
  const isRefused = refused !== null || (out !== undefined && !isSaved);
  const next = isRefused ? ({ kind: 'refused' } as const) : findNext(planned);
  await writePlanReport(file, { ...planned, next });
  await printDiagnostics(context, options.directory, refused ?? []);
  if (!isSaved) printUnsaved(planned);
  if (isSaved && made.summary.operations === 0) {
    context.terminal.log(`Saved the plan to ${toVisible(out)}. It changes nothing.`);
  }
  const wantsCode = options.exitCode === true;
  return toPlanExitCode(made.summary, { isRefused: refused !== null, wantsCode });
}

// Saves a plan that was made without --out, under the conditions of that option.
async function savePlanCopy(planned: PlannedChange<PlanSource>, path: string): Promise<void> {
  const { context, file, project, source } = planned;
  if (source.narrowed?.allWaves === true) throw toAllWavesError();
  if (!isApplicable(planned)) {
    throw new OperationalError(`${toVisible(path)} was not written: the plan is refused`, {
      remedy: 'Follow its diagnostics, and make a new plan.',
    });
  }
  checkKeySet(planned);
  checkLocalStoreInCi(project.environment, context);
  await checkPlanFilePath(path);
  await writePlanCopy(file, path);
}

/** Says why a plan of all waves is not saved. */
export function toAllWavesError(): OperationalError {
  return new OperationalError(
    '--all-waves cannot be saved with --out: a saved plan keeps each account on the revision that it is on',
    { remedy: 'Remove --out, and apply it with cyclectl apply --all-waves.' },
  );
}

/** Reports that a requested plan file is not written, because the plan is refused. */
export function printUnsaved({ context, options }: Pick<PlanRequest, 'context' | 'options'>): void {
  const { out } = options;
  if (out !== undefined) context.terminal.log(`${toVisible(out)} was not written.`);
}

// A plan of accounts that could not be planned has nothing that apply could do or report.
function isApplicable({
  made: { summary },
  refused,
}: Pick<PlannedChange<PlanSource>, 'made' | 'refused'>): boolean {
  const { operations, notPlanned, refused: objects = 0 } = summary;
  return refused === null && (operations + objects > 0 || notPlanned === 0);
}

function findNext(planned: PlannedChange<PlanSource>): PlanFrame['next'] {
  const { directory, out } = planned.options;
  if (out !== undefined) return { kind: 'apply', file: out, directory };
  return { kind: 'save', asked: toPlanRequest(planned) };
}
