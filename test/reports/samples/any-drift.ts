import fc from 'fast-check';
import { type Address, toAccountAddress, toCycleAddress } from '../../../src/model/address.ts';
import type { UnknownName } from '../../../src/model/diff/unresolved-name.ts';
import { impacts } from '../../../src/model/plan/change.ts';
import type { IgnoredNotice } from '../../../src/model/plan/notice.ts';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount, DriftObject } from '../../../src/model/report/report.ts';
import { anyNotice } from './any-notice.ts';
import { anyDiagnostic, anyName, anyPath, anySpan, anyValue } from './any-values.ts';

const anyLost: fc.Arbitrary<UnknownName> = fc.record({
  thing: fc.constantFrom('step', 'request field', 'property', 'template'),
  name: anyName,
  step: fc.option(anyName),
  isSeveral: fc.boolean(),
  near: fc.array(anyName, { maxLength: 3 }),
});

function anyItem(account: string): fc.Arbitrary<DriftItem> {
  return fc
    .record({
      key: fc.option(anyName),
      path: anyPath,
      kind: fc.constantFrom('field', 'gone', 'authentication-lost', 'stopped'),
      moved: fc.constantFrom('live', 'both', 'unknown'),
      wanted: anyValue,
      before: anyValue,
      now: anyValue,
      at: fc.option(anySpan),
      impact: fc.constantFrom(...impacts),
      lost: fc.option(anyLost),
      since: fc.option(fc.constantFrom('2026-11-21T10:00:00Z', '2019-01-01T00:00:00Z', '?')),
    })
    .map(({ key, path, kind, lost, ...rest }) => ({
      ...rest,
      ...(lost === null || kind !== 'field' ? {} : { lost }),
      kind,
      path: kind === 'gone' ? null : path,
      address: key === null ? toAccountAddress(account) : toCycleAddress(account, key),
    }));
}

function anyObject(account: string): fc.Arbitrary<DriftObject> {
  return fc.record({
    address: anyName.map((key) => toCycleAddress(account, key)),
    isThere: fc.boolean(),
  });
}

/** A difference of an object that is left as it is for a time. */
export function anyIgnored(address: Address): fc.Arbitrary<IgnoredNotice> {
  return fc.record({
    kind: fc.constant('ignored'),
    address: fc.constant(address),
    path: fc.option(anyPath),
    until: anyName,
    reason: anyName,
    wants: anyValue,
    is: anyValue,
    at: anySpan,
  } as const);
}

/** One account of a drift report. */
export const anyDriftAccount: fc.Arbitrary<DriftAccount> = anyName.chain((account) =>
  fc.oneof(
    fc.record({
      kind: fc.constant('read'),
      account: fc.constant(account),
      at: anySpan,
      objects: fc.array(anyObject(account), { maxLength: 4 }),
      items: fc.array(anyItem(account), { maxLength: 4 }),
      manifestMoved: fc.nat(3),
      isApplied: fc.boolean(),
      notOffered: fc.subarray(['accounts', 'connectors', 'templates', 'cycles'] as const),
      notReadable: fc.nat(),
      notices: fc.array(anyNotice(account), { maxLength: 3 }),
      ignored: fc.array(anyIgnored(toAccountAddress(account)), { maxLength: 2 }),
    } as const),
    fc.record({
      kind: fc.constant('unread'),
      account: fc.constant(account),
      at: anySpan,
      diagnostics: fc.array(anyDiagnostic, { minLength: 1, maxLength: 2 }),
    } as const),
  ),
);
