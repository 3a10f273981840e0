import type { BoundConnector, NamedCycle } from '../../model/desired/bound.ts';
import type { DesiredAccount } from '../../model/desired/desired.ts';
import { resolveOwner } from '../../model/desired/scope/ownership.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, CycleDiff } from '../../model/diff/field-diff.ts';
import { allCapabilities } from '../../model/live/capabilities.ts';
import { toFingerprint } from '../../model/secret/secret.ts';
import { makeEmptyState } from '../../model/state/account-state.ts';
import { decideAccount } from '../decide/decide-account.ts';
import { diffAccount } from '../diff/diff-account.ts';
import { reportUnset } from '../plan/refusals/check-required.ts';
import { listUnset } from '../plan/refusals/list-unset.ts';
import { observeRun } from '../running/observe-run.ts';
import { planRuns } from '../running/plan-runs.ts';

/**
 * Reports required values that the plan of a new account misses in cycles that Git makes run. An
 * error only if a line ignores one: a live cycle may have a value.
 */
export function checkRequiredValues(
  desired: DesiredAccount,
  connectors: readonly BoundConnector[],
  cycles: readonly NamedCycle[],
): readonly Diagnostic[] {
  const { ownership } = desired;
  return planNew(desired, connectors, cycles)
    .cycles.filter(isToRun)
    .flatMap((cycle) =>
      listUnset(cycle).flatMap((unset): Diagnostic[] => {
        const owner = resolveOwner(ownership, cycle, unset.mapping.path);
        if (owner === 'observed') return [];
        const found = reportUnset(cycle, unset);
        if (owner === 'managed' && unset.ignored !== null) return [found];
        return [{ ...found, severity: 'warning', detail: 'A cycle that exists may have one.' }];
      }),
    );
}

function isToRun({ runPlan: { kind } }: CycleDiff): boolean {
  return kind !== 'leave';
}

/** The account as a plan finds it where the service has nothing of it. */
function planNew(
  desired: DesiredAccount,
  connectors: readonly BoundConnector[],
  cycles: readonly NamedCycle[],
): AccountDiff {
  const nothing = { live: null, record: null, pause: null };
  const toPair = <T>(each: T) => ({ kind: 'desired-only', desired: each, missing: 'new' }) as const;
  const compared = diffAccount(
    {
      desired,
      state: makeEmptyState(desired.key),
      account: null,
      connectors: connectors.map(toPair),
      cycles: cycles.map((named) => ({
        pair: toPair(named.bound),
        named,
        reading: null,
        runState: observeRun({ ...nothing, startsByWebhook: named.startsByWebhook }),
      })),
      cyclePairs: [],
      deposed: new Map(),
      templates: [],
      liveConnectors: [],
      releases: [],
      isAccountFirst: false,
      capabilities: allCapabilities,
    },
    { fingerprint: () => toFingerprint('none', ''), rewrite: false },
  );
  return planRuns(decideAccount(compared));
}
