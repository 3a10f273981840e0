// The public API: what other programs may import from `cyclectl`. The local service for tests is
// `cyclectl/emulator`.

export { readPlan, readPlannedAccounts } from './engine/load/read-plan.ts';
export type { Diagnostic } from './model/diagnostic/diagnostic.ts';
export type { WrittenAccount, WrittenProject } from './model/manifest/manifest.generated.ts';
export type { Change, FieldChange } from './model/plan/change.ts';
export type { Notice } from './model/plan/notice.ts';
export type { Operation } from './model/plan/operation.ts';
export type { AccountPlan, DriftItem, PlanSummary, PlanTarget } from './model/plan/plan.ts';
export { planFormat } from './model/plan/plan.ts';
export type { DriftAccount, PlannedAccount } from './model/report/report.ts';
