import { type Address, toAccountAddress, toFieldPath } from '../../../src/model/address.ts';
import type { IgnoredNotice, Notice } from '../../../src/model/plan/notice.ts';
import type { SourceSpan } from '../../../src/model/source-span.ts';

function at(line: number, column: number): SourceSpan {
  const file = 'accounts/northwind.yaml';
  return { file, line, column, endLine: line, endColumn: column + 1, pointer: '' };
}

/** Notices of a cycle with seeded and observed fields. */
export function ownedNotices(contacts: Address): readonly Notice[] {
  return [
    {
      kind: 'observed',
      address: contacts,
      path: toFieldPath('schedule'),
      wants: { kind: 'plain', value: { kind: 'every', every: '15m' } },
      is: { kind: 'plain', value: { kind: 'every', every: '1h' } },
      at: at(12, 5),
    },
    { kind: 'not-started', address: contacts, at: at(12, 5), isLeft: true },
    {
      kind: 'ignore-over',
      address: contacts,
      until: '2026-11-30',
      reason: 'until the new office is open',
      at: at(10, 5),
    },
  ];
}

/** A difference that is left as it is for a time. */
export const ignoredTimezone: IgnoredNotice = {
  kind: 'ignored',
  address: toAccountAddress('northwind'),
  path: toFieldPath('timezone'),
  until: '2026-12-31',
  reason: 'they move to Porto, and set it themselves until then',
  wants: { kind: 'plain', value: 'Europe/Berlin' },
  is: { kind: 'plain', value: 'Europe/Lisbon' },
  at: at(9, 5),
};
