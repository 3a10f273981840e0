// The public API: what other programs may import from `cyclectl`. The local service for tests is
// `cyclectl/emulator`.

export type { Change, FieldChange } from './model/change.ts';
export type { Diagnostic } from './model/diagnostic.ts';
export type { WrittenAccount, WrittenProject } from './model/manifest.generated.ts';
export type { Notice } from './model/notice.ts';
export type { Operation } from './model/operation.ts';
export type { AccountPlan, DriftItem, PlanSummary, PlanTarget } from './model/plan.ts';
export { planFormat } from './model/plan.ts';
export type { DriftAccount, PlannedAccount } from './model/report.ts';
export { readPlan, readPlannedAccounts } from './stages/load/read-plan.ts';
