import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountOutcome } from '../../../model/plan/outcome.ts';
import { isDone } from '../../../model/plan/outcome.ts';
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
  const { outcomes } = outcome;
  // Objects that the plan refused are not of this apply; the report has them with their reasons.
  if (isDone(outcome)) {
    return outcomes.some(({ result }) => result === 'waiting') ? 'waiting' : 'done';
  }
  const isStarted = outcomes.length > 0;
  return isStarted || hasFaults ? 'failed' : 'not-rehearsed';
}

function listDiagnostics(outcome: AccountOutcome): readonly Diagnostic[] {
  return [
    ...outcome.outcomes.flatMap(({ diagnostics }) => diagnostics),
    ...outcome.diagnostics,
    ...(outcome.refused ?? []).flatMap(({ diagnostics }) => diagnostics),
  ].map(withRemedy);
}

const ofCatalog: ReadonlySet<string> = new Set(['connector-unknown', 'template-unknown']);

// The remedies of an apply are about a service, and here the records and the catalog are it.
function withRemedy(found: Diagnostic): Diagnostic {
  if (found.code === 'plan-stale') return reportOtherSeed(found);
  if (!ofCatalog.has(found.code)) return found;
  return { ...found, remedy: 'Run cyclectl catalog save, and rehearse again.' };
}

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
