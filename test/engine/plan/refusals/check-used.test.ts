import { describe, expect, it } from 'vitest';
import { findRefused } from '../../../../src/engine/plan/refusals/find-refused.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import { listRefusedDiagnostics, type RefusedObject } from '../../../../src/model/plan/refused.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';
import { planDiff } from '../../../support/values/make-plan.ts';

function refuse(parts: Partial<AccountDiff>, held: readonly RefusedObject[] = []) {
  const found = findRefused(makeDiff(parts), held);
  if (found.kind === 'account') throw new Error(JSON.stringify(found.diagnostics));
  return found.objects;
}

function readRefused(parts: Partial<AccountDiff>): readonly Diagnostic[] {
  return listRefusedDiagnostics(refuse(parts));
}

const codesOf = (refused: readonly RefusedObject[]) =>
  refused.map(({ address, diagnostics }) => [address, ...diagnostics.map(({ code }) => code)]);

const sync = 'northwind/cycles/sync';
const crm = 'northwind/connectors/crm';
const renamed = makeFieldDiff('displayName', 'git');

/** A running cycle that must be paused for its edit, and whose schedule is not known. */
const stuck = cycleDiff('sync', [renamed], {
  live: liveCycle('1', { name: 'Sync', status: 'Active' }),
});

describe('a connector that is to be deleted', () => {
  const record = makeRecord(connectorDiff('crm'));
  const liveOnlyConnectors = [{ kind: 'live-only', live: liveConnector('7'), record } as const];
  const uses = { connectors: [{ id: '7', authenticated: true }] };
  const user = cycleDiff('sync', [], { live: liveCycle('1', uses) });

  it('is refused with the cycle of the manifest that uses it', () => {
    expect(readRefused({ liveOnlyConnectors, cycles: [user] })).toMatchObject([
      {
        code: 'connector-in-use',
        summary: expect.stringMatching(
          /^northwind\/connectors\/crm .*: northwind\/cycles\/sync uses it$/,
        ),
        at: user.at,
      },
    ]);
  });

  it('is removed from the state if the cycle goes too, is bound to another one, or uses another', () => {
    const rebound = { ...user, fields: [makeFieldDiff('connectors/Sample CRM', 'git')] };
    const other = cycleDiff('sync', [], { live: liveCycle('1') });
    for (const cycle of [rebound, other]) {
      expect(readRefused({ liveOnlyConnectors, cycles: [cycle] })).toEqual([]);
    }
    const leaving = makeRecord(user);
    const liveOnlyCycles = [
      { kind: 'live-only', live: liveCycle('1', uses), record: leaving } as const,
    ];
    expect(readRefused({ liveOnlyConnectors, liveOnlyCycles })).toEqual([]);
    const unmanaged = liveOnlyConnectors.map((pair) => ({ ...pair, record: null }));
    expect(readRefused({ liveOnlyConnectors: unmanaged, cycles: [user] })).toEqual([]);
  });

  it('stays while a refused cycle would have been bound to another one', () => {
    const fields = [makeFieldDiff('connectors/Sample CRM', 'git')];
    const live = liveCycle('1', { ...uses, status: 'Active' });
    const refused = refuse({ liveOnlyConnectors, cycles: [cycleDiff('sync', fields, { live })] });
    expect(codesOf(refused)).toEqual([
      [sync, 'schedule-unknown'],
      [crm, 'connector-in-use'],
    ]);
  });

  it('stays while a cycle that uses it is protected, and so not deleted', () => {
    const leaving = makeRecord(user, { isProtected: true });
    const liveOnlyCycles = [
      { kind: 'live-only', live: liveCycle('1', uses), record: leaving } as const,
    ];
    expect(codesOf(refuse({ liveOnlyConnectors, liveOnlyCycles }))).toEqual([
      [crm, 'connector-in-use'],
      [sync, 'protected'],
    ]);
  });

  it('stays while a cycle that uses it may be an ambiguous one', () => {
    const ambiguous = cycleDiff('sync', [renamed], { ...absent, candidates: ['1'] });
    const liveOnlyCycles = [
      { kind: 'live-only', live: liveCycle('1', uses), record: null } as const,
    ];
    expect(codesOf(refuse({ liveOnlyConnectors, liveOnlyCycles, cycles: [ambiguous] }))).toEqual([
      [crm, 'connector-in-use'],
    ]);
  });

  it('stays while an unmanaged cycle uses it, which its reason names', () => {
    const unmanaged = {
      kind: 'live-only',
      live: liveCycle('1', { ...uses, name: 'Ad hoc' }),
      record: null,
    } as const;
    expect(readRefused({ liveOnlyConnectors, liveOnlyCycles: [unmanaged] })).toMatchObject([
      {
        code: 'connector-in-use',
        summary: `${crm} is gone from the manifest and cannot be deleted: "Ad hoc" (1) uses it`,
      },
    ]);
  });

  it('stays while a cycle uses it that is released, because the manifest manages no cycles', () => {
    const record = makeRecord(user);
    const released = { kind: 'live-only', live: liveCycle('1', uses), record } as const;
    const { desired } = makeDiff();
    expect(
      codesOf(
        refuse({
          desired: { ...desired, cycles: { kind: 'unmanaged' } },
          liveOnlyConnectors,
          liveOnlyCycles: [released],
        }),
      ),
    ).toEqual([[crm, 'connector-in-use']]);
  });

  it('is deleted after what is planned, and waits for no refused cycle', () => {
    const other = cycleDiff('other', [renamed], { live: liveCycle('2') });
    const { operations } = planDiff(makeDiff({ liveOnlyConnectors, cycles: [stuck, other] }));
    const deleted = operations.find(({ action }) => action.kind === 'delete-connector');
    const known = new Set(operations.map(({ id }) => id));
    expect(deleted?.after).not.toEqual([]);
    expect(deleted?.after.filter((id) => !known.has(id))).toEqual([]);
  });
});
