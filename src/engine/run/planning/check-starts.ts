import { type ApiFailure, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { RefusedObject } from '../../../model/plan/refused.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { readUnmet } from '../../live/read-unmet.ts';
import type { Observation } from '../../observe/run-context.ts';
import { withReadCache } from '../../observe/with-read-cache.ts';
import { listStarts, type Start } from '../../plan/list-starts.ts';
import { checkUnmet } from '../../plan/refusals/check-unmet.ts';

/** Cycles that cannot start, or the failure to read it. */
type CheckedStarts =
  | { readonly kind: 'checked'; readonly refused: readonly RefusedObject[] }
  | { readonly kind: 'unread'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Checks that the cycles which a plan starts could start, and refuses those that lack a value which
 * the plan does not write. Sends no request for plans without starts.
 */
export async function checkStarts(
  reader: ServiceReader,
  { diff }: Extract<Observation, { readonly kind: 'observed' }>,
  { operations }: AccountPlan,
): Promise<CheckedStarts> {
  const { account, connectors, cycles, liveOnlyConnectors } = diff;
  const { live } = account;
  if (live === null) return { kind: 'checked', refused: [] };
  const kept = withReadCache(reader);
  const others = new Map(liveOnlyConnectors.map(({ live: { id, name } }) => [id, name] as const));
  const ours = new Set(connectors.flatMap((each) => each.live?.id ?? []));
  const checked = await Promise.all(
    listStarts(operations, cycles).map(async (start) => {
      const { cycle, live: found, written } = start;
      const at = { account: live.id, cycle: found.id };
      const unmet = await readUnmet(kept, at, {
        shape: cycle.desired.shape,
        written,
        ours,
      });
      return { start, unmet };
    }),
  );
  const refused: RefusedObject[] = [];
  for (const { start, unmet } of checked) {
    if (!unmet.ok) return { kind: 'unread', diagnostics: [reportUnread(start, unmet.failure)] };
    const diagnostics = checkUnmet(start, unmet.value, others);
    const { address, kind } = start.cycle;
    if (diagnostics.length > 0) refused.push({ address, kind, diagnostics });
  }
  return { kind: 'checked', refused };
}

function reportUnread({ cycle, live }: Start, failure: ApiFailure): Diagnostic {
  return reportError('unread', {
    summary: `The service did not report if "${live.name}" can start: ${formatFailure(failure)}`,
    address: cycle.address,
    remedy: 'Nothing in this account will be changed; run the command again.',
  });
}
