import { describe, expect, it } from 'vitest';
import { makeOperations } from '../../../../src/engine/plan/operations/make-operations.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import { makeAccount, makeCycle, nameOne } from '../../../support/values/make-desired.ts';
import {
  absent,
  accountDiff,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const name = [makeFieldDiff('displayName', 'new')];

/** `KIND KEY after KIND KEY, …` for each operation. */
function list(diff: AccountDiff): string[] {
  const operations = makeOperations(diff);
  const nameOf = new Map(
    operations.map((item) => [item.id, `${item.action.kind} ${item.address.split('/').at(-1)}`]),
  );
  return operations.map(({ id, after }) =>
    [nameOf.get(id), ...after.map((other) => nameOf.get(other))].join(' < '),
  );
}

/** A cycle that is not there and uses the connector. */
function newCycle(key: string, connector: string) {
  const slotKeys = new Map([['Sample CRM', connector]]);
  return cycleDiff(key, name, { desired: nameOne(makeCycle(key), { slotKeys }), ...absent });
}

describe('orderOperations', () => {
  it('makes the account first, then connectors, then the cycles that use them', () => {
    const diff = makeDiff({
      account: accountDiff(name, absent),
      connectors: [connectorDiff('crm', name, absent), connectorDiff('mailer', name, absent)],
      cycles: [newCycle('sync', 'crm')],
    });
    expect(list(diff)).toEqual([
      'create-account northwind',
      'install-connector crm < create-account northwind',
      'install-connector mailer < create-account northwind',
      'install-template sync < create-account northwind < install-connector crm',
      'update-cycle sync < install-template sync',
    ]);
  });

  it('makes a cycle after every connector where its template shows none', () => {
    const unseen = nameOne(makeCycle('sync'), { shape: null });
    const diff = makeDiff({
      connectors: [connectorDiff('crm', name, absent), connectorDiff('mailer', name, absent)],
      cycles: [cycleDiff('sync', name, { desired: unseen, ...absent })],
    });
    expect(list(diff)).toEqual([
      'install-connector crm',
      'install-connector mailer',
      'install-template sync < install-connector crm < install-connector mailer',
      'update-cycle sync < install-template sync',
    ]);
  });

  it('lets an edit of an account that is there hold up nothing', () => {
    const diff = makeDiff({
      account: accountDiff([makeFieldDiff('timezone', 'git')]),
      connectors: [connectorDiff('crm', name, absent)],
    });
    expect(list(diff)).toEqual(['update-account northwind', 'install-connector crm']);
  });

  it('deletes ours alone, connectors after every cycle that may use them', () => {
    const cycle = cycleDiff('old');
    const crm = connectorDiff('crm');
    const diff = makeDiff({
      cycles: [cycleDiff('sync', [makeFieldDiff('description', 'git')])],
      liveOnlyCycles: [
        { kind: 'live-only', live: liveCycle('1'), record: makeRecord(cycle) },
        { kind: 'live-only', live: liveCycle('2'), record: null },
      ],
      liveOnlyConnectors: [
        { kind: 'live-only', live: liveConnector('1'), record: makeRecord(crm) },
        { kind: 'live-only', live: liveConnector('2'), record: null },
      ],
    });
    expect(list(diff)).toEqual([
      'update-cycle sync',
      'delete-cycle old',
      'delete-connector crm < update-cycle sync < delete-cycle old',
    ]);
  });

  it('deletes nothing whose whole map is gone from the manifest', () => {
    const diff = makeDiff({
      desired: makeAccount(),
      liveOnlyCycles: [
        { kind: 'live-only', live: liveCycle('1'), record: makeRecord(cycleDiff('old')) },
      ],
      liveOnlyConnectors: [
        { kind: 'live-only', live: liveConnector('1'), record: makeRecord(connectorDiff('crm')) },
      ],
    });
    expect(list(diff)).toEqual([]);
  });
});
