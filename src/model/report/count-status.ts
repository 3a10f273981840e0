import { type CycleProblem, cycleProblems } from '../manifest/selection.ts';
import type { PlanTarget } from '../plan/plan.ts';
import type { FleetProgress } from './fleet-progress.ts';
import { isAccountAttentionNeeded, isSilent, listProblems, toStateWord } from './health.ts';
import type { RunCost } from './report.ts';
import type { AccountStatus, CycleStatus } from './status.ts';
import type { UntrackedAccounts } from './untracked-accounts.ts';

/** Counts of a whole status. */
export type StatusSummary = {
  /** Cycles in the service. */
  readonly cycles: number;
  readonly active: number;
  /** Cycles that the service has no more. */
  readonly gone: number;
  /** Cycles by their state, such as `active`, `paused`, `gone` or `absent`. */
  readonly states: Readonly<Record<string, number>>;
  /** Cycles in the service that need no person. */
  readonly healthy: number;
  /** Cycles that need a person. */
  readonly unhealthy: number;
  /** The same by reason, without reasons of no cycle; a cycle can have several. */
  readonly problems: Readonly<Partial<Record<CycleProblem, number>>>;
  readonly errors: number;
  readonly warnings: number;
  /** Connectors that cycles use. */
  readonly connectors: { readonly signedIn: number; readonly notSignedIn: number };
  readonly waits: number;
  /** Connectors behind the latest release. */
  readonly behind: number;
  /** Accounts that need a person; those that could not be read are not among them. */
  readonly needing: number;
  /** Accounts without a cycle, and without a connector that waits. */
  readonly silent: number;
  /** Accounts that the service does not have yet. */
  readonly missing: number;
  /** Accounts that the service has no more. */
  readonly goneAccounts: number;
  /** Accounts whose row is leaving. */
  readonly leaving: number;
};

/** The frame of a status report. */
export type StatusFrame = {
  readonly target: PlanTarget;
  /** The project's folder as it was typed. */
  readonly directory: string;
  /** ISO UTC: what next runs are reckoned from. */
  readonly at: string;
  readonly cost: RunCost;
  readonly accounts: number;
  readonly unread: number;
  readonly skipped: number;
  /** Accounts that Git does not have. */
  readonly outsideGit: UntrackedAccounts;
  /** Fleets with a rollout or a pin in their file. */
  readonly fleets: readonly FleetProgress[];
  readonly summary: StatusSummary;
};

/** The counts of some accounts. */
export function countStatus(accounts: readonly AccountStatus[]): StatusSummary {
  const read = accounts.flatMap((account) => (account.kind === 'read' ? [account] : []));
  const all = read.flatMap((account) => account.cycles);
  const cycles = all.filter(({ state }) => state !== null);
  const used = read.flatMap(({ connectors }) => connectors);
  const found = all.map(listProblems);
  const sum = (pick: (cycle: CycleStatus) => number) =>
    cycles.reduce((total, cycle) => total + pick(cycle), 0);
  return {
    cycles: cycles.length,
    active: cycles.filter(({ state }) => state === 'Active').length,
    gone: all.filter(({ isGone }) => isGone === true).length,
    states: countEach(all.map(toStateWord)),
    healthy: cycles.filter((cycle) => listProblems(cycle).length === 0).length,
    unhealthy: found.filter(({ length }) => length > 0).length,
    problems: Object.fromEntries(
      cycleProblems
        .map((problem) => [problem, found.filter((each) => each.includes(problem)).length] as const)
        .filter(([, number]) => number > 0),
    ),
    errors: sum(({ errors }) => errors),
    warnings: sum(({ warnings }) => warnings),
    connectors: {
      signedIn: used.filter(({ isSignedIn }) => isSignedIn).length,
      notSignedIn: used.filter(({ isSignedIn }) => !isSignedIn).length,
    },
    waits: read.reduce((total, { waits }) => total + waits.length, 0),
    behind: read.reduce((total, { behind }) => total + behind.length, 0),
    needing: read.filter(isAccountAttentionNeeded).length,
    silent: read.filter((account) => account.isThere && isSilent(account)).length,
    missing: read.filter(
      ({ isThere, isGone, isLeaving }) => !isThere && isGone !== true && isLeaving !== true,
    ).length,
    goneAccounts: read.filter(({ isGone }) => isGone === true).length,
    leaving: read.filter(({ isLeaving }) => isLeaving === true).length,
  };
}

/** Counts texts by text, in the order of the alphabet. */
function countEach(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const text of texts.toSorted()) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries(counts);
}
