import { exitCodes } from '../app/exit-codes.ts';
import type { ApplyOptions, DriftOptions, PlanOptions } from '../app/options/daily-options.ts';
import { countUnreadAccounts } from '../model/report/drift-gaps.ts';
import {
  applyShapes,
  checkOptions,
  driftShapes,
  planShapes,
  toUsageError,
} from './check-options.ts';
import { type Project, readSurroundings } from './open-project.ts';
import type { AskOptions, CallOptions } from './options.ts';
import type {
  ApplyOutcome,
  ApplyResult,
  DriftOutcome,
  DriftResult,
  PlanOutcome,
  PlanResult,
  Result,
} from './result.ts';

/**
 * Plans what an apply would change, and writes nothing to the service. Throws `CyclectlError` where it
 * cannot run, and what a callback throws.
 */
export async function plan(
  project: Project,
  options: PlanOptions & CallOptions = {},
): Promise<PlanResult> {
  readSurroundings(project);
  checkOptions('plan', options, planShapes);
  const { runCommand } = await import('./run-command.ts');
  const { runPlan } = await import('../features/sync/plan-command.ts');
  const ended = await runCommand(project, options, {
    name: 'plan',
    out: options.out,
    run: (context, asked) => runPlan(context, { ...options, ...asked, exitCode: true }),
  });
  const { report } = ended;
  if (report.kind !== 'plan' && report.kind !== 'refused') throw toMismatch(report.kind);
  return { ...ended, report, outcome: toPlanOutcome(ended.exitCode, report) };
}

function toPlanOutcome(code: Result['exitCode'], report: PlanResult['report']): PlanOutcome {
  if (report.kind === 'refused') return 'refused';
  if (code === exitCodes.ok) return 'nothing-to-do';
  if (code === exitCodes.differs) return 'changes';
  return report.run.next.kind === 'refused' ? 'refused' : 'incomplete';
}

/**
 * Applies the manifests, or a saved plan. A new plan is applied after `confirm` has said yes, or with
 * `yes`. Throws `CyclectlError` where it cannot run, and what a callback throws.
 */
export async function apply(
  project: Project,
  options: ApplyOptions & AskOptions & CallOptions = {},
): Promise<ApplyResult> {
  readSurroundings(project);
  checkOptions('apply', options, applyShapes);
  const { confirm, yes, plan: saved } = options;
  if (confirm !== undefined && (yes === true || saved !== undefined)) {
    const remedy =
      'Remove confirm, or yes and plan. To look at a plan before it is saved, call plan.';
    throw toUsageError('confirm is not asked with yes, nor about a saved plan', remedy);
  }
  const { runCommand } = await import('./run-command.ts');
  const { runApplyCommand } = await import('../features/sync/apply-command.ts');
  const { save: _, ...ended } = await runCommand(project, options, {
    name: 'apply',
    run: (context, asked) => runApplyCommand(context, { ...options, ...asked }),
  });
  const { report } = ended;
  if (report.kind !== 'apply' && report.kind !== 'refused') throw toMismatch(report.kind);
  return { ...ended, report, outcome: toApplyOutcome(ended.exitCode, report) };
}

function toApplyOutcome(code: Result['exitCode'], report: ApplyResult['report']): ApplyOutcome {
  if (code === exitCodes.partial) return 'partial';
  if (report.kind === 'refused') return 'refused';
  const { notBegun, summary } = report.run;
  if (notBegun !== undefined) return notBegun === 'refused' ? 'refused' : 'not-confirmed';
  if (code !== exitCodes.ok) return 'failed';
  return summary.accounts === 0 ? 'nothing-to-do' : 'applied';
}

/**
 * Compares the service with the manifests and with the last apply. Throws `CyclectlError` where it cannot
 * run, and what a callback throws.
 */
export async function drift(
  project: Project,
  options: DriftOptions & CallOptions = {},
): Promise<DriftResult> {
  readSurroundings(project);
  checkOptions('drift', options, driftShapes);
  if (options.budget !== undefined && options.oldestFirst !== true) {
    const remedy =
      'Pass oldestFirst: true, so that the next call begins with the accounts that are left.';
    throw toUsageError('budget needs oldestFirst', remedy);
  }
  const { runCommand } = await import('./run-command.ts');
  const { runDriftCommand } = await import('../features/sync/drift/drift-command.ts');
  const { save: _, ...ended } = await runCommand(project, options, {
    name: 'drift',
    run: (context, asked) => runDriftCommand(context, { ...options, ...asked }),
  });
  const { report } = ended;
  if (report.kind !== 'drift' && report.kind !== 'refused') throw toMismatch(report.kind);
  return { ...ended, report, outcome: toDriftOutcome(ended.exitCode, report) };
}

function toDriftOutcome(code: Result['exitCode'], report: DriftResult['report']): DriftOutcome {
  if (report.kind === 'refused') return 'refused';
  if (code === exitCodes.differs) return 'drift';
  const { accounts, unapplied, left = [] } = report.run;
  // An exit code of 0 may leave out accounts: of maxUnread and of budget.
  const missing = countUnreadAccounts(report.run) + left.length;
  if (code !== exitCodes.ok || missing > 0) return 'incomplete';
  return accounts === unapplied ? 'nothing-to-compare' : 'in-sync';
}

function toMismatch(kind: string): Error {
  return new Error(`a report of ${kind} is not one of this call`);
}
