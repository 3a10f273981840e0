import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { hasContents } from '../../../model/observed/contents.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { PolicyFinding } from '../../../model/plan/policy.ts';
import { isRefused, type RefusedObject } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { Observation, RunContext } from '../../observe/run-context.ts';
import { makeAccountPlan, makeAdoptionPlan } from '../../plan/make-account-plan.ts';
import { findMisfits, findRefused } from '../../plan/refusals/find-refused.ts';
import { nextState } from '../../verify/next-state.ts';

/**
 * Plans one account, or returns its refusals. `held` are objects that were refused before and stay
 * so.
 */
export function toPlanned(
  entry: AccountEntry,
  observation: Observation,
  {
    secrets,
    revisions,
    held = [],
  }: Pick<RunContext, 'secrets' | 'revisions'> & { readonly held?: readonly RefusedObject[] },
): PlannedAccount {
  if (observation.kind !== 'observed') return toUnplanned(entry, observation);
  const { diff } = observation;
  const found = findRefused(diff, held);
  if (found.kind === 'account') return toRefused(entry, found.diagnostics);
  const { objects: refused } = found;
  const fingerprint = (text: string) => secrets.fingerprint(text);
  const change = nextState(diff, { refused, fingerprint, now: null });
  const { movedFrom, renamed, deposed } = diff.state;
  const isMoved = [movedFrom, renamed, deposed].some((moved) => moved !== undefined);
  const hasNews = change !== null || isMoved || lacksContents(diff, refused);
  const made = makeAccountPlan(diff, { refused, hasNews, fingerprint });
  const revision = revisions?.findHeld(entry) ?? null;
  const plan = revision === null ? made : { ...made, revision };
  return withFindings(
    { kind: 'planned', plan: isIdle(diff, plan) ? toIdle(plan) : plan },
    observation.findings,
  );
}

// A cycle of ours whose steps have no baseline yet gets it from the next apply.
function lacksContents({ cycles, part }: AccountDiff, refused: readonly RefusedObject[]): boolean {
  if (part !== undefined) return false;
  return cycles.some(
    ({ address, live, record }) =>
      live !== null && record !== null && !hasContents(record) && !isRefused(refused, address),
  );
}

function toRefused({ key }: AccountEntry, diagnostics: readonly Diagnostic[]): PlannedAccount {
  const isUnread = diagnostics.some(({ code }) => code === 'template-unread');
  return { kind: 'unplanned', account: key, diagnostics, isUnread };
}

// A part of Git without operations leaves other findings to the next apply; also for an account
// that is new in Git.
function isIdle({ part }: AccountDiff, { operations }: AccountPlan): boolean {
  if (part?.values !== 'git') return false;
  return operations.length === 0 || part.objects.size + part.fields.size === 0;
}

function toIdle(plan: AccountPlan): AccountPlan {
  const requests = { plan: plan.requests?.plan ?? 0, apply: 0 };
  const nothing = { changes: [], operations: [], expects: [] };
  return { ...plan, ...nothing, isNew: false, hasNews: false, requests };
}

/** Adds violations of policies that do not refuse an account. */
export function withFindings(
  planned: PlannedAccount,
  findings: readonly PolicyFinding[] = [],
): PlannedAccount {
  if (planned.kind === 'unplanned' || findings.length === 0) return planned;
  const found = findings.map((diagnostic) => {
    const { address } = diagnostic;
    return { kind: 'warning', address, diagnostic } as const;
  });
  const { plan } = planned;
  return { ...planned, plan: { ...plan, notices: [...plan.notices, ...found] } };
}

/** Plans the adoption of one account, or returns its refusals. */
export function toAdoptionPlan(entry: AccountEntry, observation: Observation): PlannedAccount {
  if (observation.kind !== 'observed') return toUnplanned(entry, observation);
  const found = findMisfits(observation.diff);
  return found.kind === 'account'
    ? toRefused(entry, found.diagnostics)
    : { kind: 'planned', plan: makeAdoptionPlan(observation.diff, found.objects) };
}

/** Returns an account without a plan, and why. */
export function toUnplanned(
  entry: AccountEntry,
  { kind, diagnostics }: Pick<Exclude<Observation, { kind: 'observed' }>, 'kind' | 'diagnostics'>,
): PlannedAccount {
  return { kind: 'unplanned', account: entry.key, diagnostics, isUnread: kind === 'unread' };
}
