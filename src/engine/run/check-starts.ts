import { type ApiFailure, formatFailure } from '../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { ServiceReader } from '../../model/ports.ts';
import type { PlannedAccount } from '../../model/report/report.ts';
import { readUnmet } from '../live/read-unmet.ts';
import type { Observation } from '../observe/run-context.ts';
import { withReadCache } from '../observe/with-read-cache.ts';
import { listStarts, type Start } from '../plan/list-starts.ts';
import { checkUnmet } from '../plan/refusals/check-unmet.ts';

/**
 * Checks that the cycles which a plan starts could start, and refuses an account if the plan does
 * not write a missing value. Sends no request for plans without starts.
 */
export async function checkStarts(
  reader: ServiceReader,
  observation: Observation,
  planned: PlannedAccount,
): Promise<PlannedAccount> {
  if (observation.kind !== 'observed' || planned.kind !== 'planned') return planned;
  const { account, cycles } = observation.diff;
  const { live } = account;
  if (live === null) return planned;
  const kept = withReadCache(reader);
  const checked = await Promise.all(
    listStarts(planned.plan.operations, cycles).map(async (start) => {
      const { cycle, live: found, written } = start;
      const at = { account: live.id, cycle: found.id };
      const unmet = await readUnmet(kept, at, { shape: cycle.desired.shape, written });
      return { start, unmet };
    }),
  );
  const refused: Diagnostic[] = [];
  for (const { start, unmet } of checked) {
    if (!unmet.ok) return refuse(planned, [reportUnread(start, unmet.failure)], true);
    refused.push(...checkUnmet(start, unmet.value));
  }
  return refused.length === 0 ? planned : refuse(planned, refused, false);
}

function refuse(
  { plan }: Extract<PlannedAccount, { readonly kind: 'planned' }>,
  diagnostics: readonly Diagnostic[],
  isUnread: boolean,
): PlannedAccount {
  return { kind: 'unplanned', account: plan.account, diagnostics, isUnread };
}

function reportUnread({ cycle, live }: Start, failure: ApiFailure): Diagnostic {
  return {
    code: 'unread',
    severity: 'error',
    summary: `The service did not report if "${live.name}" can start: ${formatFailure(failure)}`,
    address: cycle.address,
    remedy: 'Nothing in this account will be changed; run the command again.',
  };
}
