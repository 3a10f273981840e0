import type { Capabilities } from '../../model/live/capabilities.ts';
import { addFolded, type Folded } from '../../model/plan/folded.ts';
import type { Unobserved } from '../../model/plan/plan.ts';
import type { DriftAccount, DriftFrame } from '../../model/report/report.ts';
import type { DriftTally } from '../../model/state/drift-log.ts';

/** Totals of a drift report. */
export type DriftCounts = DriftTally &
  Folded &
  Pick<DriftFrame, 'unapplied' | 'unclear' | 'ignored' | keyof Unobserved>;

/** Counts the accounts of a drift report while they stream past. */
export function countDrift() {
  const counts = {
    accounts: 0,
    withDrift: 0,
    unapplied: 0,
    unread: 0,
    items: 0,
    ignored: 0,
    notReadable: 0,
  };
  const byKind = { field: 0, gone: 0, 'authentication-lost': 0, stopped: 0 };
  const byMoved = { live: 0, both: 0, unknown: 0 };
  let folded: Folded = {};
  let unclear = 0;
  const notOffered = new Set<keyof Capabilities>();
  const add = (account: DriftAccount): void => {
    counts.accounts += 1;
    if (account.kind === 'unread') {
      counts.unread += 1;
      return;
    }
    folded = addFolded(folded, account.notices);
    counts.items += account.items.length;
    counts.ignored += account.ignored.length;
    counts.notReadable += account.notReadable;
    unclear += countUnclear(account);
    if (account.items.length > 0) counts.withDrift += 1;
    if (!account.isApplied) counts.unapplied += 1;
    for (const part of account.notOffered) notOffered.add(part);
    for (const { kind, moved } of account.items) {
      byKind[kind] += 1;
      byMoved[moved] += 1;
    }
  };
  return {
    async *countAll(
      accounts: AsyncIterable<DriftAccount>,
    ): AsyncGenerator<DriftAccount, void, undefined> {
      for await (const account of accounts) {
        add(account);
        yield account;
      }
    },
    total: (): DriftCounts => ({
      ...counts,
      ...folded,
      ...(unclear === 0 ? {} : { unclear }),
      byKind,
      byMoved,
      notOffered: [...notOffered],
    }),
  };
}

// Skips an object that is gone, because it counts as drift already.
function countUnclear({
  notices,
  items,
}: Extract<DriftAccount, { readonly kind: 'read' }>): number {
  const gone = new Set(items.flatMap(({ kind, address }) => (kind === 'gone' ? [address] : [])));
  return notices.filter((notice) => notice.kind === 'unclear' && !gone.has(notice.address)).length;
}
