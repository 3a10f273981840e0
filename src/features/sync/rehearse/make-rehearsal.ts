import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import { isSuccess } from '../../../model/plan/outcome.ts';
import type {
  NotUndoneChange,
  RehearsedAccount,
  RehearsedResult,
  Requests,
  Standstill,
} from './rehearsal.ts';
import type { LeftOut } from './seed/make-seed.ts';

/** Measurements of one account. */
export type Measured = {
  readonly requests: Requests;
  readonly standstills: readonly Standstill[];
  readonly notUndone: readonly NotUndoneChange[];
  /** True if a fault may be why nothing was started. */
  readonly hasFaults: boolean;
};

/** Makes the entry of an account from the outcome of its rehearsed apply. */
export function makeRehearsedAccount(
  outcome: AccountOutcome,
  { requests, standstills, notUndone, hasFaults }: Measured,
): RehearsedAccount {
  const operations: Partial<Record<AccountOutcome['outcomes'][number]['result'], number>> = {};
  for (const { result } of outcome.outcomes) operations[result] = (operations[result] ?? 0) + 1;
  return {
    account: outcome.account,
    result: classifyOutcome(outcome, hasFaults),
    requests,
    operations,
    diagnostics: listDiagnostics(outcome),
    standstills,
    notUndone,
  };
}

function classifyOutcome(outcome: AccountOutcome, hasFaults: boolean): RehearsedResult {
  const { outcomes, diagnostics } = outcome;
  if (isSuccess(outcome)) {
    return outcomes.some(({ result }) => result === 'waiting') ? 'waiting' : 'done';
  }
  const isBegun = outcomes.length > 0;
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  return !isBegun && hasErrors && !hasFaults ? 'not-rehearsed' : 'failed';
}

function listDiagnostics(outcome: AccountOutcome): readonly Diagnostic[] {
  return [
    ...outcome.outcomes.flatMap(({ diagnostics }) => diagnostics),
    ...outcome.diagnostics,
    ...(outcome.refused ?? []).flatMap(({ diagnostics }) => diagnostics),
  ].map((each) => (each.code === 'plan-stale' ? reportOtherSeed(each) : each));
}

// In a rehearsal the records are the service.
function reportOtherSeed(stale: Diagnostic): Diagnostic {
  return {
    ...stale,
    remedy:
      'The records have it otherwise than the plan found it. Plan again, and rehearse that plan; if it says the same, the records lack something.',
  };
}

/** Makes the entry of an account of which too little is known. */
export function makeLeftOutAccount({ account, why }: LeftOut): RehearsedAccount {
  return {
    account,
    result: 'not-rehearsed',
    requests: { reads: 0, writes: 0 },
    operations: {},
    diagnostics: [
      reportError('not-rehearsed', { summary: `${account} was not rehearsed: ${why}` }),
    ],
    standstills: [],
    notUndone: [],
  };
}
