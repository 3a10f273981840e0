import type { Address } from '../../../model/address.ts';
import { toReplacement } from '../../../model/desired/scope/deposed.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { OperationOutcome } from '../../../model/plan/outcome.ts';
import type { AccountState } from '../../../model/state/account-state.ts';

/** Reports a cycle that is paused and must run (law 9). */
export function reportLeftPaused(address: Address): Diagnostic {
  const replacement = toReplacement(address);
  if (replacement !== null) {
    return reportError('left-paused', {
      summary: `${address}: the cycle was stopped for its replacement ${replacement}, whose start is not confirmed`,
      address,
      remedy:
        'Apply again to finish the replacement. Do not start either cycle in the console, because both would run.',
    });
  }
  return reportError('left-paused', {
    summary: `${address}: the cycle is paused and could not be started again`,
    address,
    remedy: 'Start it in the console, or apply again, which starts it first.',
  });
}

/** Reports each cycle that an earlier run left paused and this run did not start, if nothing else says so. */
export function reportStillPaused(
  outcomes: readonly OperationOutcome[],
  { pauses }: Pick<AccountState, 'pauses'>,
): OperationOutcome[] {
  const reported = new Set(
    outcomes.flatMap(({ diagnostics }) => diagnostics.flatMap(({ address }) => address ?? [])),
  );
  return outcomes.map((outcome) => {
    const { action, address } = outcome.operation;
    const isUnstarted = outcome.result === 'skipped' || outcome.result === 'failed';
    const isLeft = action.kind === 'activate-cycle' && isUnstarted;
    const resting = [...pauses.keys()].filter(
      (paused) =>
        (paused === address || toReplacement(paused) === address) && !reported.has(paused),
    );
    return isLeft && resting.length > 0
      ? { ...outcome, diagnostics: [...outcome.diagnostics, ...resting.map(reportLeftPaused)] }
      : outcome;
  });
}
