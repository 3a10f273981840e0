import { nameOrigin } from '../../../model/desired/name-origin.ts';
import { isProtected } from '../../../model/desired/protection.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff, CycleDiff } from '../../../model/diff/verdict.ts';
import { judgeExchange, shallRun } from '../running/judge-exchange.ts';
import { judgeRunning } from '../running/judge-running.ts';

/**
 * Cycles that cannot take the place of what Git made of them before: the service offers no way, that one is protected,
 * or nothing tells when the new one is to run.
 */
export function refuseReplace(diff: AccountDiff): Refusal[] {
  return diff.cycles.flatMap((cycle) => {
    if ((diff.predecessors.get(cycle.address) ?? []).length === 0) return [];
    return [
      ...refuseUnoffered(cycle, diff),
      ...refuseGuarded(cycle, diff),
      ...refuseUntimed(cycle, diff),
    ];
  });
}

// ENGINE, Contracts: what cannot be stopped and deleted cannot be replaced.
function refuseUnoffered(cycle: CycleDiff, { capabilities, desired }: AccountDiff): Refusal[] {
  if (capabilities.cycles) return [];
  const { origin } = cycle.desired.bound.desired;
  return [
    {
      code: 'replace-not-offered',
      severity: 'error',
      summary: `${cycle.address} is made from something else than "${nameOrigin(origin)}", and the service offers no way to stop and delete it`,
      at: origin.at,
      address: cycle.address,
      remedy: `Put the earlier origin back. Or stop and delete it by hand in the console, say so with cyclectl state settle ${cycle.address} absent -e ${desired.environment}, and apply: that makes the new one.`,
    },
  ];
}

function refuseGuarded(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const exchange = judgeExchange(cycle, judgeRunning(cycle, diff), diff);
  if (exchange.kind === 'none' || (exchange.kind === 'stays' && cycle.live !== null)) return [];
  const isGuarded =
    isProtected(cycle) || exchange.predecessors.some(({ record }) => record.isProtected === true);
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

function refuseUntimed(cycle: CycleDiff, diff: AccountDiff): Refusal[] {
  const running = judgeRunning(cycle, diff);
  const needsStart = shallRun(running) && !running.isRunning && running.waitsFor.length === 0;
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
