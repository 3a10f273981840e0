import {
  type Diagnostic,
  type Refusal,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { describeUnset } from './describe-unset.ts';
import { listUnset, type UnsetMapping } from './list-unset.ts';

/**
 * Refuses cycles that the plan starts without a required value, because the service refuses to start
 * those. Says nothing of what their origin does not show.
 */
export function checkRequired({ cycles, part }: AccountDiff): Refusal[] {
  // Earlier values are not those that Git has.
  if (part?.values === 'earlier') return [];
  return cycles
    .filter(isStarted)
    .flatMap((cycle) => listUnset(cycle).map((unset) => reportNeeded(cycle, unset)));
}

/** Warns of a required value that a cycle lacks which the plan does not start. */
export function checkUnstarted(cycle: CycleDiff): Diagnostic[] {
  if (isStarted(cycle)) return [];
  return listUnset(cycle).map((unset) => reportUnset(cycle, unset));
}

/** Reports a required value that a cycle lacks: an error if the plan starts it. */
export function reportUnset(cycle: CycleDiff, unset: UnsetMapping): Diagnostic {
  return isStarted(cycle)
    ? reportNeeded(cycle, unset)
    : reportWarning('value-missing', describeUnset(cycle, unset));
}

function reportNeeded(cycle: CycleDiff, unset: UnsetMapping): Refusal {
  return reportError('prerequisite-missing', describeUnset(cycle, unset));
}

function isStarted({ runPlan: { kind } }: CycleDiff): boolean {
  return kind === 'start' || kind === 'cutover' || kind === 'window';
}
