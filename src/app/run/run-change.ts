import { readPlannedAccounts } from '../../engine/load/read-plan.ts';
import { emptySummary } from '../../engine/plan/add-to-summary.ts';
import type { Approval } from '../../engine/policy/check-plan-totals.ts';
import { checkPlanSaved } from '../../engine/policy/check-signature.ts';
import { listPending } from '../../engine/run/journal/journal-run.ts';
import { listPendingAccounts } from '../../engine/run/run-apply.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import { listRefusedDiagnostics } from '../../model/plan/refused.ts';
import type { TextFile } from '../../model/ports.ts';
import type { RunRecord } from '../../model/state/run.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { sendNotifications } from '../output/send-notifications.ts';
import { writeReport } from '../output/write-report.ts';
import { openWritePorts, type WritePorts } from '../ports/open-ports.ts';
import type { ChangeRequest, ChangeSource } from './change-source.ts';
import { openTextFile } from './open-text-file.ts';
import {
  type MadePlan,
  makeChangePlan,
  printPlan,
  readOwnPlan,
  toPlanReport,
} from './plan-file.ts';
import { printNotes, printPolicyCount, printUnfinished } from './print-before-plan.ts';
import type { NotStartedReason } from './read-approval.ts';
import { runApprovedPlan, toApplyReport, toFrame } from './run-approved-plan.ts';

/** A change with its ports. */
type Change = ChangeRequest & {
  readonly ports: WritePorts;
  readonly source: ChangeSource;
  /** For the plan, if it is made now. */
  readonly file: TextFile;
};

/**
 * Changes accounts of the service as one run: opens the ports, plans, asks, applies and reports.
 * A source of null has nothing to do.
 */
export async function runChange(
  request: ChangeRequest,
  openSource: (ports: WritePorts) => Promise<ChangeSource | null>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  await printDiagnostics(context, options.directory, project.diagnostics);
  const ports = await openWritePorts(request);
  try {
    const { file, remove } = await openTextFile(null);
    try {
      const source = await openSource(ports);
      if (source === null) return await reportNothing({ ...request, ports });
      return await changeAccounts({ ...request, ports, source, file });
    } finally {
      await remove();
    }
  } finally {
    await ports.close();
  }
}

async function changeAccounts(change: Change): Promise<ExitCode> {
  const { ports, source } = change;
  if (source.plan.kind !== 'recorded') await printUnfinished(change, ports.store);
  const { mistakes, warnings } = ports.policyRules;
  // Accounts that a dead run has started are finished whatever policies say; each other one is refused.
  const isContinued = mistakes.length > 0 && (await isOfEarlierRun(source.plan));
  const shown = isContinued ? [...mistakes, ...warnings] : warnings;
  printPolicyCount(change, ports.policyRules);
  await printDiagnostics(change.context, change.options.directory, shown);
  const stopped = isContinued ? [] : mistakes;
  const refused = [...stopped, ...checkSavedOnly(change), ...(source.refused ?? [])];
  if (refused.length > 0) return stop(change, { summary: emptySummary }, { refused });
  await printNotes(change);
  const made = await openPlan(change);
  const checked = source.check(made.summary, made.outsideGit);
  if ('refused' in checked) return stop(change, made, checked);
  const notBegun = await confirm(change, made);
  if (notBegun !== null) return stop(change, made, { refused: [], notBegun });
  // Reads secrets again, because one may have changed while a person reviewed the plan.
  ports.secrets.forget();
  return perform(change, made, checked.approval);
}

/** Returns whether a plan is that of a run which did not finish. */
async function isOfEarlierRun(plan: Change['source']['plan']): Promise<boolean> {
  if (plan.kind === 'recorded') return true;
  return plan.kind === 'saved' && ((await plan.findEarlier?.()) ?? null) !== null;
}

function checkSavedOnly({ project, source }: Change): readonly Diagnostic[] {
  if (source.plan.kind !== 'new' || source.plan.instead === null) return [];
  const { name, protect } = project.environment;
  return checkPlanSaved(protect, { environment: name, instead: source.plan.instead });
}

// Makes a new plan and shows it; a saved or recorded one was shown before.
async function openPlan(change: Change): Promise<MadePlan> {
  const { file, options, source } = change;
  const { plan } = source;
  switch (plan.kind) {
    case 'new': {
      const planned = { ...change, source: { ...source, plan } };
      const made = await makeChangePlan(planned, file);
      const { outsideGit: _, ...shown } = made;
      if (options.format === 'text')
        await printPlan(file, { ...planned, made: shown, next: { kind: 'none' } });
      return made;
    }
    case 'saved':
      return plan;
    case 'recorded':
      // Fills in counts that an earlier version did not record.
      return { summary: { ...emptySummary, ...plan.approved.summary } };
  }
}

async function confirm(change: Change, made: MadePlan): Promise<NotStartedReason | null> {
  const { file, source } = change;
  const { plan } = source;
  if (plan.kind !== 'new' || plan.confirm === null || made.summary.operations === 0) return null;
  const shown = { ...change, source: { ...source, plan }, made, next: { kind: 'none' } } as const;
  return plan.confirm(toPlanReport(file, shown));
}

async function perform(change: Change, made: MadePlan, approval: Approval): Promise<ExitCode> {
  const { context, options, source } = change;
  const { command, reason, rollout, choices, followUps = [] } = source;
  const { file, digest, resumes } = await openWork(change);
  if (resumes !== null)
    context.terminal.log(`Continuing the ${command} ${resumes.id}, started ${resumes.startedAt}.`);
  const { summary, outsideGit } = made;
  const isData = options.format === 'json';
  if (isData) await printDiagnostics(context, options.directory, followUps);
  const code = await runApprovedPlan({
    ...change,
    command,
    ...(reason === undefined ? {} : { reason }),
    ...(rollout === undefined ? {} : { rollout }),
    ...(outsideGit === undefined ? {} : { outsideGit }),
    run: await source.openRun(),
    ...(source.apply === undefined ? {} : { apply: source.apply }),
    finish: async (outcomes) => {
      const ended = (await source.finish?.(outcomes)) ?? outcomes;
      await reportLeftOut(change, made, { file, outcomes: ended });
      return ended;
    },
    approved: { plan: digest, options: choices, summary },
    approval,
    work: () =>
      resumes === null
        ? listPendingAccounts(readPlannedAccounts(file.lines()), {
            isSaved: source.plan.kind === 'saved',
          })
        : listPending(change.ports.store, resumes),
    ...(resumes === null ? {} : { resumes }),
  });
  if (!isData && code !== exitCodes.failed)
    await printDiagnostics(context, options.directory, followUps);
  return code;
}

type Work = {
  readonly file: TextFile;
  readonly digest: string;
  /** Null for a new run. */
  readonly resumes: RunRecord | null;
};

async function openWork({ file, source: { plan } }: Change): Promise<Work> {
  switch (plan.kind) {
    case 'new':
      return { file, digest: (await readOwnPlan(file)).digest, resumes: null };
    case 'saved':
      return {
        file: plan.file,
        digest: plan.digest,
        resumes: (await plan.findEarlier?.()) ?? null,
      };
    case 'recorded':
      return { file, digest: plan.approved.plan, resumes: plan.record };
  }
}

// Ends a change before its run; reports as data get the reason too.
async function stop(
  change: Change,
  made: MadePlan,
  why: { readonly refused: readonly Diagnostic[]; readonly notBegun?: NotStartedReason },
): Promise<ExitCode> {
  const { context, options, ports, source } = change;
  const { summary, outsideGit } = made;
  const { refused, notBegun = 'refused' } = why;
  await printDiagnostics(context, options.directory, refused);
  await reportLeftOut(change, made, { file: findPlanFile(change), outcomes: [] });
  const { command } = source;
  const outside = outsideGit === undefined ? {} : { outsideGit };
  const frame = toFrame({ ports, command, options, ...outside }, summary);
  const report = toApplyReport(context, { ...frame, notBegun }, []);
  await writeReport(context, options, { report, text: [] });
  if (notBegun === 'refused') await sendNotifications(context, options, { ports, report });
  return exitCodes.failed;
}

function findPlanFile({ file, source: { plan } }: Change): TextFile {
  return plan.kind === 'saved' ? plan.file : file;
}

// Reports why accounts and objects were not planned, unless the outcome of their account has it. The
// plan above says it only to readers of text.
async function reportLeftOut(
  { context, options, source }: Change,
  { summary: { notPlanned, refused = 0 } }: MadePlan,
  { file, outcomes }: { readonly file: TextFile; readonly outcomes: readonly AccountOutcome[] },
): Promise<void> {
  if (notPlanned + refused === 0 || source.plan.kind === 'recorded') return;
  const reported = new Set(outcomes.map(({ account }) => account));
  const reasons: Diagnostic[] = [];
  for await (const planned of readPlannedAccounts(file.lines())) {
    if (planned.kind === 'unplanned') reasons.push(...planned.diagnostics);
    else if (!reported.has(planned.plan.account))
      reasons.push(...listRefusedDiagnostics(planned.plan.refused ?? []));
  }
  if (source.plan.kind === 'saved' || options.format === 'json')
    await printDiagnostics(context, options.directory, reasons);
  else for (const reason of reasons) context.reported.add(reason);
}

// Writes the report of an empty apply, for readers of data.
async function reportNothing(at: Pick<Change, 'context' | 'options' | 'ports'>): Promise<ExitCode> {
  const frame = toFrame({ ...at, command: 'apply' }, emptySummary);
  const report = toApplyReport(at.context, frame, []);
  await writeReport(at.context, at.options, { report, text: [] });
  return exitCodes.ok;
}
