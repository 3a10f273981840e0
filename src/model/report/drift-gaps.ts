import type { Notice } from '../plan/notice.ts';
import type { DriftFrame } from './report.ts';

/** Counts the parts of cycles that could not be read in an account. */
export function countUnreadParts({ notices }: { readonly notices: readonly Notice[] }): number {
  return notices.filter(({ kind }) => kind === 'part-unread').length;
}

/** Counts of what a drift report did not compare, as far as its exit code depends on them. */
export type DriftGaps = Pick<
  DriftFrame,
  'unread' | 'unreadParts' | 'readInPart' | 'unclear' | 'maxUnread'
>;

/** Counts the accounts that were not read, or not whole. Earlier versions counted parts alone. */
export function countUnreadAccounts({ unread, unreadParts = 0, readInPart }: DriftGaps): number {
  return unread + (readInPart ?? unreadParts);
}

/** Returns whether so much was not compared that the result is not known. */
export function isDriftUnknown(run: DriftGaps): boolean {
  return countUnreadAccounts(run) > (run.maxUnread ?? 0) || (run.unclear ?? 0) > 0;
}
