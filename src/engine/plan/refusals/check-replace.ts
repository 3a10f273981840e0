import { formatOrigin } from '../../../model/desired/desired.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, type CycleDiff, isProtected } from '../../../model/diff/field-diff.ts';
import { isRunning } from '../../../model/diff/run-state.ts';

/**
 * Refuses replacements that the service does not offer, that protection forbids, or that lack a
 * schedule.
 */
export function checkReplace(diff: AccountDiff): Refusal[] {
  return diff.cycles.flatMap((cycle) => {
    if (cycle.deposed.length === 0) return [];
    return [...checkOffered(cycle, diff), ...checkGuarded(cycle), ...checkTimed(cycle)];
  });
}

// A replacement needs a way to stop and delete the old cycle.
function checkOffered(cycle: CycleDiff, { capabilities, desired }: AccountDiff): Refusal[] {
  if (capabilities.cycles) return [];
  const { origin } = cycle.desired.bound.desired;
  return [
    reportError('replace-not-offered', {
      summary: `${cycle.address} was not made from "${formatOrigin(origin)}", and the service offers no way to stop and delete it`,
      at: origin.at,
      address: cycle.address,
      remedy: `Restore the earlier origin. Or stop and delete the cycle in the console, run cyclectl state settle ${cycle.address} absent -e ${desired.environment}, and apply to create the new one.`,
    }),
  ];
}

function checkGuarded(cycle: CycleDiff): Refusal[] {
  if (!cycle.deletesDeposed && cycle.live !== null) return [];
  const isGuarded =
    isProtected(cycle) || cycle.deposed.some(({ record }) => record.isProtected === true);
  if (!isGuarded) return [];
  const { at } = cycle.desired.bound.desired.origin;
  return [
    reportError('protected', {
      summary: `${cycle.address} is protected and not replaced: it has protect: true, or was applied with it`,
      at,
      address: cycle.address,
      remedy:
        'Restore the earlier origin with protect: false and apply. Then change the origin in a separate commit.',
    }),
  ];
}

function checkTimed(cycle: CycleDiff): Refusal[] {
  const { runState, runPlan } = cycle;
  if (isRunning(runState) || runPlan.kind !== 'refuse') return [];
  return [
    reportError('schedule-unknown', {
      summary: `${cycle.address} must run in place of another cycle, and its schedule is unknown`,
      at: cycle.desired.bound.desired.origin.at,
      address: cycle.address,
      remedy: 'Write a schedule in the cycle, such as schedule: {every: 15m}, or state: paused.',
    }),
  ];
}
