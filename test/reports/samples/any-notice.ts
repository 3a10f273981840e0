import fc from 'fast-check';
import { toConnectorAddress } from '../../../src/model/address.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import { notUndoneReasons } from '../../../src/model/plan/notice.ts';
import { anyName, anyPath, anySpan, anyValue } from './any-values.ts';

const anyRelease = fc.record({ id: anyName, version: fc.option(anyName) });

/** Any notice about an object of an account. */
export function anyNotice(account: string): fc.Arbitrary<Notice> {
  const address = anyName.map((key) => toConnectorAddress(account, key));
  const since = fc.constant('2026-11-21T10:00:00Z');
  return fc.oneof(
    fc.record({
      kind: fc.constant('waits'),
      address,
      name: anyName,
      user: anyName,
      at: anySpan,
    } as const),
    fc.record({
      kind: fc.constant('stays-paused'),
      address,
      connectors: fc.array(address, { minLength: 1, maxLength: 3 }),
    } as const),
    fc.record({
      kind: fc.constant('edit-waits'),
      address,
      paths: fc.array(anyPath, { minLength: 1, maxLength: 3 }),
      connectors: fc.array(address, { minLength: 1, maxLength: 3 }),
    } as const),
    fc.record({ kind: fc.constant('not-started'), address, at: anySpan } as const),
    fc.record({ kind: fc.constant('run-unknown'), address, moment: since } as const),
    fc.record({
      kind: fc.constant('single-run'),
      address,
      moment: since,
      paths: fc.array(anyPath, { maxLength: 2 }),
    } as const),
    fc.record({
      kind: fc.constant('single-run'),
      address,
      moment: since,
      paths: fc.constant([]),
      isRemoved: fc.constant(true),
    } as const),
    fc.record({ kind: fc.constant('account-first'), address } as const),
    fc.record({ kind: fc.constant('not-created'), address } as const),
    fc.record({ kind: fc.constant('leaving'), address, isLeaving: fc.boolean() } as const),
    fc.record({
      kind: fc.constant('by-hand'),
      address,
      path: anyPath,
      wants: anyValue,
      at: anySpan,
    } as const),
    fc.record({ kind: fc.constant('delete-by-hand'), address } as const),
    fc.record({
      kind: fc.constant('foreign'),
      object: fc.constantFrom('connector', 'cycle'),
      name: anyName,
    } as const),
    fc.record({
      kind: fc.constant('not-compared'),
      address,
      path: anyPath,
      from: anyName,
      lack: fc.constantFrom('not-set', 'outside'),
    } as const),
    fc.record({ kind: fc.constant('not-readable'), address, path: anyPath } as const),
    fc.record({
      kind: fc.constant('never-verified'),
      address,
      path: anyPath,
      what: fc.constantFrom('secret', 'schedule', 'category'),
    } as const),
    fc.record({
      kind: fc.constant('paused-by-us'),
      address,
      since,
      reason: anyName,
      isNamed: fc.boolean(),
    } as const),
    fc.record({
      kind: fc.constant('paused-by-us'),
      address,
      since,
      reason: anyName,
      isNamed: fc.constant(true),
      remains: fc.constantFrom('paused', 'running', 'waiting'),
    } as const),
    fc.record({ kind: fc.constant('other-key'), address, path: anyPath } as const),
    fc.record({ kind: fc.constant('create-interrupted'), address, since } as const),
    fc.record({
      kind: fc.constant('create-interrupted'),
      address,
      since,
      isOrphaned: fc.constant(true),
    } as const),
    fc.record({ kind: fc.constant('names-unchecked'), address } as const),
    fc.record({ kind: fc.constant('logs-requests'), address, path: anyPath } as const),
    fc.record({
      kind: fc.constant('unmanaged-open'),
      address,
      paths: fc.array(anyPath, { minLength: 1, maxLength: 3 }),
    } as const),
    fc.record({
      kind: fc.constant('warning'),
      address,
      diagnostic: fc.record({
        code: fc.constant('value-unlisted'),
        severity: fc.constant('warning'),
        summary: anyName,
        at: anySpan,
        address,
        remedy: anyName,
      } as const),
    } as const),
    fc.record({ kind: fc.constant('slot-unfilled'), address, slot: anyName, at: anySpan } as const),
    fc.record({
      kind: fc.constant('observed'),
      address,
      path: anyPath,
      wants: anyValue,
      is: anyValue,
      at: anySpan,
    } as const),
    fc.record({
      kind: fc.constant('troubled'),
      address,
      errors: fc.nat(),
      warnings: fc.nat(),
    } as const),
    fc.record({ kind: fc.constant('behind-template'), address } as const),
    fc.record({
      kind: fc.constant('behind-release'),
      address,
      name: anyName,
      installed: anyRelease,
      latest: anyRelease,
    } as const),
    fc.record({ kind: fc.constant('behind-unread'), address, why: anyName } as const),
    fc.record({
      kind: fc.constant('part-unread'),
      address,
      part: fc.constantFrom('edges', 'variables', 'structure'),
      why: anyName,
    } as const),
    fc.record({
      kind: fc.constantFrom('unshown', 'uncompared'),
      address,
      fields: fc.array(fc.record({ address, path: anyPath }), { minLength: 1, maxLength: 12 }),
    } as const),
    fc.record({
      kind: fc.constant('not-undone'),
      address,
      path: fc.option(anyPath),
      why: fc.constantFrom(...notUndoneReasons),
    } as const),
  );
}
