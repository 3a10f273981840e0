import type { Address } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountState } from '../../../model/memory/account-state.ts';
import type { OperationOutcome } from '../../../model/plan/outcome.ts';

/** Law 9: that a cycle rests though it should run is always said. */
export function reportLeftPaused(address: Address): Diagnostic {
  const successor = toReplacement(address);
  if (successor !== null) {
    return {
      code: 'left-paused',
      severity: 'error',
      summary: `${address}: the cycle was stopped so that ${successor} takes its place, and it is not known to have`,
      address,
      remedy: 'Run apply again, which ends it. Start none of the two by hand: both would run.',
    };
  }
  return {
    code: 'left-paused',
    severity: 'error',
    summary: `${address}: the cycle is paused and could not be started again`,
    address,
    remedy: 'Start it in the console, or run apply again, which does it first.',
  };
}

/**
 * Says of each cycle that an earlier run left paused, and that this one should have started, that it still rests, where
 * the account ended before that and nothing was said of it.
 */
export function reportStillPaused(
  outcomes: readonly OperationOutcome[],
  { pauses }: Pick<AccountState, 'pauses'>,
): OperationOutcome[] {
  const reported = new Set(
    outcomes.flatMap(({ diagnostics }) => diagnostics.flatMap(({ address }) => address ?? [])),
  );
  return outcomes.map((outcome) => {
    const { action, address } = outcome.operation;
    const isLeft = action.kind === 'activate-cycle' && outcome.result === 'skipped';
    const resting = [...pauses.keys()].filter(
      (paused) =>
        (paused === address || toReplacement(paused) === address) && !reported.has(paused),
    );
    return isLeft && resting.length > 0
      ? { ...outcome, diagnostics: resting.map(reportLeftPaused) }
      : outcome;
  });
}
