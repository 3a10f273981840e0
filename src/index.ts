// The public API: what other programs may import from `cyclectl`, and what the CLI runs its plan, apply and
// drift by. The local service for tests is `cyclectl/emulator`.

export { apply, drift, plan } from './api/commands.ts';
export { CyclectlError, type CyclectlErrorCode } from './api/cyclectl-error.ts';
export { openProject, type Project } from './api/open-project.ts';
export type {
  Answer,
  AskOptions,
  CallOptions,
  Output,
  ProjectOptions,
  Question,
} from './api/options.ts';
export type {
  ApplyOutcome,
  ApplyResult,
  DriftOutcome,
  DriftResult,
  PlanOutcome,
  PlanResult,
  Result,
} from './api/result.ts';
export { type TextStream, toOutput } from './api/to-output.ts';
export type { Progress } from './app/context.ts';
export type {
  ApplyOptions,
  DriftOptions,
  PlanOptions,
  Shard,
  WriteOptions,
} from './app/options/daily-options.ts';
export type { PlanChoiceOptions } from './app/options/plan-choices.ts';
export { readPlan, readPlannedAccounts } from './engine/load/read-plan.ts';
export type { Diagnostic } from './model/diagnostic/diagnostic.ts';
export type { WrittenAccount, WrittenProject } from './model/manifest/manifest.generated.ts';
export type { Change, FieldChange } from './model/plan/change.ts';
export type { Notice } from './model/plan/notice.ts';
export type { Operation } from './model/plan/operation.ts';
export type { AccountOutcome, ApplySummary, OperationOutcome } from './model/plan/outcome.ts';
export type { AccountPlan, DriftItem, PlanSummary, PlanTarget } from './model/plan/plan.ts';
export { planFormat } from './model/plan/plan.ts';
export type { DriftAccount, PlannedAccount } from './model/report/report.ts';
export type {
  ApplyReport,
  DriftReport,
  PlanReport,
  RefusedReport,
  ReportFile,
  ReportFormat,
} from './model/report/report-document.ts';
