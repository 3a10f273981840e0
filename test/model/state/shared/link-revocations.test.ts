import { expect, it } from 'vitest';
import {
  addRevocation,
  isLinkRevoked,
} from '../../../../src/model/state/shared/link-revocations.ts';

const at = '2026-11-30T10:00:00.000Z';
const now = Date.parse(at);

it('drops revocations of which no link is left, by the clock of the store', () => {
  const before = { old: '2026-10-30T00:00:00.000Z', kept: '2026-11-02T00:00:00.000Z' };
  const next = addRevocation(before, { what: 'northwind', at: '2027-06-01T00:00:00.000Z' }, now);
  expect(next).toEqual({ kept: before.kept, northwind: '2027-06-01T00:00:00.000Z' });
});

it('keeps the latest of the times of a name, of this machine, and of the store', () => {
  const behind = '2020-01-01T00:00:00.000Z';
  expect(addRevocation({}, { what: '*', at: behind }, now)).toEqual({ '*': at });
  const later = '2026-11-30T12:00:00.000Z';
  expect(addRevocation({ a: later }, { what: 'a', at }, now)).toEqual({ a: later });
});

it('revokes what was issued until then, of the connector, the account or all', () => {
  const link = { account: 'northwind', address: 'northwind/connectors/crm', issuedAt: at };
  for (const what of ['*', link.account, link.address]) {
    expect(isLinkRevoked({ [what]: at }, link)).toBe(true);
    expect(isLinkRevoked({ [what]: '2026-11-30T09:59:59.999Z' }, link)).toBe(false);
  }
  expect(isLinkRevoked({ contoso: at, 'northwind/connectors/mailer': at }, link)).toBe(false);
});
