import type { Capabilities } from '../../../model/live/capabilities.ts';
import { type ChangeGroup, makeChangeGroups } from '../../../model/observed/change-groups.ts';
import { addFolded, type Folded } from '../../../model/plan/folded.ts';
import { isReportedOnly, type Unobserved } from '../../../model/plan/plan.ts';
import { countUnreadParts } from '../../../model/report/drift-gaps.ts';
import type { DriftAccount, DriftFrame } from '../../../model/report/report.ts';
import type { DriftTally } from '../../../model/state/drift-log.ts';

/** Totals of a drift report. */
export type DriftCounts = DriftTally &
  Folded &
  Pick<
    DriftFrame,
    | 'unapplied'
    | 'unclear'
    | 'unreadParts'
    | 'readInPart'
    | 'ignored'
    | 'reported'
    | 'withoutBaseline'
    | 'uncompared'
    | 'leftOut'
    | 'groups'
    | keyof Unobserved
  >;

type ReadAccount = Extract<DriftAccount, { readonly kind: 'read' }>;

/** Counts the accounts of a drift report while they stream past. */
export function countDrift(environment: string) {
  const counts = {
    accounts: 0,
    withDrift: 0,
    unapplied: 0,
    unread: 0,
    items: 0,
    ignored: 0,
    notReadable: 0,
  };
  const byKind = { field: 0, gone: 0, 'authentication-lost': 0, stopped: 0, unmanaged: 0 };
  const byMoved = { live: 0, both: 0, unknown: 0 };
  let folded: Folded = {};
  let unclear = 0;
  const beside = countBeside(null);
  const groups = makeChangeGroups(environment);
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
    for (const [name, found] of Object.entries(countBeside(account)))
      beside[name as keyof typeof beside] += found;
    counts.notReadable += account.notReadable;
    unclear += countUnclear(account);
    if (hasDrift(account)) counts.withDrift += 1;
    if (!account.isApplied) counts.unapplied += 1;
    for (const part of account.notOffered) notOffered.add(part);
    for (const item of account.items) {
      byKind[item.kind] += 1;
      byMoved[item.moved] += 1;
      if (item.kind === 'unmanaged') groups.add(item);
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
      ...Object.fromEntries(Object.entries(beside).filter(([, found]) => found > 0)),
      ...toGroups(groups.list()),
      byKind,
      byMoved,
      notOffered: [...notOffered],
    }),
  };
}

// Counts that are absent from a report where they are 0.
function countBeside(account: ReadAccount | null) {
  const unreadParts = account === null ? 0 : countUnreadParts(account);
  return {
    reported: account?.items.filter(isReportedOnly).length ?? 0,
    unreadParts,
    readInPart: unreadParts > 0 ? 1 : 0,
    withoutBaseline: account?.withoutBaseline ?? 0,
    uncompared: account?.uncompared ?? 0,
    leftOut: account?.leftOut ?? 0,
  };
}

function toGroups(groups: readonly ChangeGroup[]): Pick<DriftFrame, 'groups'> {
  return groups.length === 0 ? {} : { groups };
}

// Skips an object that is gone, because it counts as drift already.
function countUnclear({ notices, items }: ReadAccount): number {
  const gone = new Set(items.flatMap(({ kind, address }) => (kind === 'gone' ? [address] : [])));
  return notices.filter((notice) => notice.kind === 'unclear' && !gone.has(notice.address)).length;
}

/** Returns whether an account counts as one with drift. */
export function hasDrift(account: DriftAccount): boolean {
  return account.kind === 'read' && !account.items.every(isReportedOnly);
}
