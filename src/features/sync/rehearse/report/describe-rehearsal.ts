import { count, formatDuration, formatNumber } from '../../../../kit/text/text-layout.ts';
import type { Phrase } from '../../../../reports/blocks/phrase.ts';
import type {
  RehearsalFrame,
  RehearsedAccount,
  RehearsedResult,
  Standstill,
} from '../rehearsal.ts';

/** Words for the result of an account. */
export const resultWords: Readonly<Record<RehearsedResult, string>> = {
  done: 'no failure',
  waiting: 'waits for a sign-in',
  failed: 'fails',
  'not-rehearsed': 'not rehearsed',
};

/** The first to read, because not all are shown. */
export const urgencies: Readonly<Record<RehearsedResult, 0 | 1 | 2 | 3>> = {
  failed: 0,
  'not-rehearsed': 1,
  waiting: 3,
  done: 3,
};

/** The result of a rehearsal in one sentence; it says nothing of how an apply ends. */
export function describeResult({ summary, faults }: RehearsalFrame): string {
  const { accounts, failed, notRehearsed, notPlanned, refused } = summary;
  const rehearsed = accounts - notRehearsed;
  const parts = [
    `${count(rehearsed, 'account')} rehearsed`,
    ...(failed > 0
      ? [`${count(failed, 'account')} failed`]
      : rehearsed > 0
        ? ['nothing failed']
        : []),
    ...(notRehearsed === 0 ? [] : [`${count(notRehearsed, 'account')} could not be rehearsed`]),
    ...(notPlanned === 0 ? [] : [`${count(notPlanned, 'account')} had no plan`]),
    ...(refused === 0 ? [] : [`${count(refused, 'object')} had no plan`]),
  ];
  const hits = faults.reduce((sum, { hit }) => sum + hit, 0);
  const shared = faults.length === 0 ? '' : `, with faults that hit ${count(hits, 'request')}`;
  return `${parts.join(', ')}${shared}`;
}

/** Requests and the time that they take. */
export function describeRequests({ requests, durationMs, pace }: RehearsalFrame): string {
  const { reads, writes, shared } = requests;
  const total = reads + writes;
  const time = formatDuration(durationMs);
  const at = `${pace.perSecond} per second`;
  const spent = pace.isKept
    ? `${time} at ${at} (measured)`
    : `at least ${time} at ${at} (computed)`;
  return `${formatNumber(total)} requests: ${formatNumber(reads)} reads and ${formatNumber(writes)} writes, ${formatNumber(shared)} of them of no account: sign-ins, lists and new accounts; ${spent}`;
}

/** Requests of one account. */
export function describeAccount({ requests, operations }: RehearsedAccount): string {
  const done = Object.entries(operations).map(([result, number]) => `${number} ${result}`);
  const sent = `${count(requests.reads, 'read')}, ${count(requests.writes, 'write')}`;
  return done.length === 0 ? sent : `${sent}; operations: ${done.join(', ')}`;
}

/** The standstill of a cycle. */
export function describeStandstill(standstill: Standstill, { pace }: RehearsalFrame): string {
  const { requests, allRequests, durationMs } = standstill;
  const own = count(requests, 'request');
  const all =
    allRequests === requests ? own : `${own}, ${allRequests} with those of other accounts`;
  if (durationMs === null) return `${all}; it was not started again`;
  return `${all}; ${formatDuration(durationMs)} (${pace.isKept ? 'measured' : 'computed'})`;
}

/** Where the rehearsed service is from. */
export function describeSources({ catalog }: RehearsalFrame): string {
  const offered = {
    world: 'connectors and templates from the world file',
    'catalog.json': 'connectors and templates from catalog.json',
    records:
      'connectors and templates as far as the state has them, because catalog.json has none of this environment',
  }[catalog];
  return `Accounts as the state and the plan have them, ${offered}. Nothing was sent to the service`;
}

/** Standstills of all accounts, the longest first. */
export function listLongest(accounts: readonly RehearsedAccount[]): readonly Standstill[] {
  return accounts
    .flatMap(({ standstills }) => standstills)
    .toSorted((one, other) => (other.durationMs ?? Infinity) - (one.durationMs ?? Infinity));
}

/** Names within a sentence, and how many more there are. */
export function toNames(names: readonly string[], most: number): Phrase {
  const parts = names
    .slice(0, most)
    .flatMap((name, index) => [...(index === 0 ? [] : [', ']), { name }]);
  const more = names.length - most;
  return more > 0 ? [...parts, `, and ${more} more`] : parts;
}
