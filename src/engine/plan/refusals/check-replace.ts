import { formatOrigin } from '../../../model/desired/format-origin.ts';
import { isProtected } from '../../../model/desired/protection.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { decideCutover, isToRun } from '../running/decide-cutover.ts';
import { decideRunning } from '../running/decide-running.ts';

/**
 * Cycles that cannot take the place of what Git made of them before: the service offers no way, that one is protected,
 * or nothing tells when the new one is to run.
 */
export function checkReplace(diff: AccountDiff): Refusal[] {
  return diff.cycles.flatMap((cycle) => {
    if ((diff.deposed.get(cycle.address) ?? []).length === 0) return [];
    return [...checkOffered(cycle, diff), ...checkGuarded(cycle, diff), ...checkTimed(cycle, diff)];
  });
}

// ENGINE, Contracts: what cannot be stopped and deleted cannot be replaced.
function checkOffered(cycle: CycleDiff, { capabilities, desired }: AccountDiff): Refusal[] {
  if (capabilities.cycles) return [];
  const { origin } = cycle.desired.bound.desired;
  return [
    {
      code: 'replace-not-offered',
      severity: 'error',
      summary: `${cycle.address} is made from something else than "${formatOrigin(origin)}", and the service offers no way to stop and delete it`,
      at: origin.at,
      address: cycle.address,
      remedy: `Put the earlier origin back. Or stop and delete it by hand in the console, say so with cyclectl state settle ${cycle.address} absent -e ${desired.environment}, and apply: that makes the new one.`,
    },
  ];
}

function checkGuarded(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const exchange = decideCutover(cycle, decideRunning(cycle, diff), diff);
  if (exchange.kind === 'none' || (exchange.kind === 'stays' && cycle.live !== null)) return [];
  const isGuarded =
    isProtected(cycle) || exchange.deposed.some(({ record }) => record.isProtected === true);
  if (!isGuarded) return [];
  const { at } = cycle.desired.bound.desired.origin;
  return [
    {
      code: 'protected',
      severity: 'error',
      summary: `${cycle.address} is not replaced: it has protect: true, or was applied with it`,
      at,
      address: cycle.address,
      remedy:
        'Put the earlier origin back with protect: false and apply that. Then change the origin, in a commit of its own.',
    },
  ];
}

function checkTimed(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = decideRunning(cycle, diff);
  const needsStart = isToRun(running) && !running.isRunning && running.waitsFor.length === 0;
  if (!needsStart || running.schedule !== null) return [];
  return [
    {
      code: 'schedule-unknown',
      severity: 'error',
      summary: `${cycle.address} is to take the place of one that runs, and nothing tells when to run it`,
      at: cycle.desired.bound.desired.origin.at,
      address: cycle.address,
      remedy: 'Write its schedule in the cycle, such as schedule: {every: 15m}, or state: paused.',
    },
  ];
}
