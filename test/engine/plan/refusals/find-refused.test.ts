import { describe, expect, it } from 'vitest';
import { findMisfits, findRefused } from '../../../../src/engine/plan/refusals/find-refused.ts';
import type { AccountDiff, CycleDiff } from '../../../../src/model/diff/field-diff.ts';
import type { RefusedObject } from '../../../../src/model/plan/refused.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  accountDiff,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  plain,
  secretField,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';
import { planDiff } from '../../../support/values/make-plan.ts';

function refuse(parts: Partial<AccountDiff>, held: readonly RefusedObject[] = []) {
  const found = findRefused(makeDiff(parts), held);
  if (found.kind === 'account') throw new Error(JSON.stringify(found.diagnostics));
  return found.objects;
}

const codesOf = (refused: readonly RefusedObject[]) =>
  refused.map(({ address, diagnostics }) => [address, ...diagnostics.map(({ code }) => code)]);

const sync = 'northwind/cycles/sync';
const crm = 'northwind/connectors/crm';
const version = makeFieldDiff('connector/version', 'git', { live: plain('1') });
const renamed = makeFieldDiff('displayName', 'git');
const lacking = makeFieldDiff('auth', 'not-compared', { desired: secretField('auth', null) });

/** A connector that cannot be installed, because its secret has no value. */
const refusedCrm = connectorDiff('crm', [lacking], absent);
/** A running cycle that must be paused for its edit, and whose schedule is not known. */
const stuck = cycleDiff('sync', [renamed], {
  live: liveCycle('1', { name: 'Sync', status: 'Active' }),
});

function using(key: string, fields: CycleDiff['fields']): CycleDiff {
  const desired = nameOne(makeCycle(key), { slotKeys: new Map([['Sample CRM', 'crm']]) });
  return cycleDiff(key, fields, { desired, live: liveCycle('9') });
}

describe('an object that cannot be planned', () => {
  it('is refused alone, and the rest of its account is planned', () => {
    const other = cycleDiff('other', [renamed], { live: liveCycle('2') });
    const { refused, changes, operations, expects } = planDiff(
      makeDiff({ cycles: [stuck, other], connectors: [connectorDiff('crm', [renamed])] }),
    );
    expect(codesOf(refused ?? [])).toEqual([[sync, 'schedule-unknown']]);
    const planned = [crm, 'northwind/cycles/other'];
    for (const items of [changes, operations, expects]) {
      expect([...new Set(items.map(({ address }) => address))].sort()).toEqual(planned);
    }
  });

  it('refuses its account where it is the account', () => {
    const account = accountDiff(
      [makeFieldDiff('name', 'new', { desired: secretField('x', null) })],
      absent,
    );
    const found = findRefused(makeDiff({ account, cycles: [stuck] }));
    expect(found.kind).toBe('account');
    expect(found.kind === 'account' && found.diagnostics.map(({ code }) => code)).toEqual([
      'secret-missing',
      'schedule-unknown',
    ]);
  });

  it('has no secret in the plan, so that its value makes no plan stale', () => {
    const cycles = [stuck];
    expect(planDiff(makeDiff({ cycles })).secrets).toEqual([]);
  });

  it('stays refused where an earlier plan refused it, with its own reasons or the earlier ones', () => {
    const earlier = {
      address: sync as RefusedObject['address'],
      kind: 'cycle',
      diagnostics: [{ code: 'step-unknown', severity: 'error', summary: 'gone' }],
    } as const;
    const fine = cycleDiff('sync', [renamed], { live: liveCycle('1') });
    expect(codesOf(refuse({ cycles: [fine] }, [earlier]))).toEqual([[sync, 'step-unknown']]);
    expect(codesOf(refuse({ cycles: [stuck] }, [earlier]))).toEqual([[sync, 'schedule-unknown']]);
  });
});

describe('a cycle that uses a refused connector', () => {
  it('is refused if it would change, and its reason names the connector', () => {
    const user = using('sync', [renamed]);
    const refused = refuse({ connectors: [refusedCrm], cycles: [user] });
    expect(codesOf(refused)).toEqual([
      [crm, 'secret-missing'],
      [sync, 'connector-refused'],
    ]);
    expect(refused[1]?.diagnostics).toMatchObject([
      {
        summary: `${sync} uses ${crm}, which is refused`,
        at: user.at,
        related: [{ at: refusedCrm.at }],
      },
    ]);
  });

  it('is left in peace without changes', () => {
    const cycles = [using('sync', [makeFieldDiff('displayName', 'same')])];
    expect(codesOf(refuse({ connectors: [refusedCrm], cycles }))).toEqual([
      [crm, 'secret-missing'],
    ]);
  });

  it('is refused where its live steps are bound to it, whatever the manifest names', () => {
    const live = liveConnector('7');
    const connectors = [connectorDiff('crm', [version], { live })];
    const bound = { connectors: [{ id: '7', authenticated: true }] };
    const cycles = [cycleDiff('sync', [renamed], { live: liveCycle('1', bound) })];
    expect(codesOf(refuse({ connectors, cycles }))).toEqual([
      [crm, 'change-refused'],
      [sync, 'connector-refused'],
    ]);
  });

  it('may be a new one with a slot that nothing fills, if the name of the connector is unknown', () => {
    const unknown = { ...refusedCrm, desired: { ...refusedCrm.desired, release: null } };
    const slots = [{ name: 'Sample Mailer', connectorName: 'Sample Mailer', steps: ['Add'] }];
    const desired = nameOne(makeCycle('sync'), { slots });
    const made = [makeFieldDiff('displayName', 'new')];
    const cycles = [cycleDiff('sync', made, { ...absent, desired })];
    expect(codesOf(refuse({ connectors: [unknown], cycles }))).toEqual([
      [crm, 'secret-missing'],
      [sync, 'connector-refused'],
    ]);
    expect(codesOf(refuse({ connectors: [refusedCrm], cycles }))).toEqual([
      [crm, 'secret-missing'],
    ]);
  });

  it('may be any new one while its template cannot be read', () => {
    const desired = nameOne(makeCycle('sync'), { shape: null });
    const unread = cycleDiff('sync', [makeFieldDiff('displayName', 'new')], { ...absent, desired });
    const read = cycleDiff('other', [makeFieldDiff('displayName', 'new')], absent);
    const refused = refuse({ connectors: [refusedCrm], cycles: [unread, read] });
    expect(codesOf(refused)).toEqual([
      [crm, 'secret-missing'],
      [sync, 'connector-refused'],
    ]);
  });
});

describe('what an ambiguous entry may be', () => {
  const ambiguous = cycleDiff('sync', [renamed], { ...absent, candidates: ['1', '2'] });

  it('is not adopted for another entry', () => {
    const other = cycleDiff('other', [renamed], { live: liveCycle('2'), record: null });
    const refused = refuse({ cycles: [ambiguous, other] });
    expect(codesOf(refused)).toEqual([['northwind/cycles/other', 'ambiguous']]);
    expect(refused[0]?.diagnostics[0]?.summary).toBe(
      `"sync" (2) may be ${sync}, which is ambiguous`,
    );
    const misfits = findMisfits(makeDiff({ cycles: [ambiguous, other] }));
    expect(misfits.kind === 'objects' && codesOf(misfits.objects)).toEqual(codesOf(refused));
  });

  it('is not deleted', () => {
    const record = makeRecord(cycleDiff('gone'));
    const liveOnlyCycles = [{ kind: 'live-only', live: liveCycle('1'), record } as const];
    expect(codesOf(refuse({ cycles: [ambiguous], liveOnlyCycles }))).toEqual([
      ['northwind/cycles/gone', 'ambiguous'],
    ]);
  });

  it('is a connector as well', () => {
    const twin = connectorDiff('crm', [], { ...absent, candidates: ['7'] });
    const other = connectorDiff('other', [renamed], { live: liveConnector('7'), record: null });
    expect(codesOf(refuse({ connectors: [twin, other] }))).toEqual([
      ['northwind/connectors/other', 'ambiguous'],
    ]);
  });
});

it('deletes no object of an earlier key whose entry is bound to another one, nor what it replaced', () => {
  const at = { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 1, pointer: '' };
  const base = connectorDiff('crm');
  const clash = {
    code: 'renamed-onto',
    severity: 'error',
    summary: 'both',
    address: base.address,
  } as const;
  const desired = bindConnector(makeConnector('crm', { renamedFrom: { key: 'old', at } }), {
    refusals: [clash],
  });
  const record = makeRecord(connectorDiff('old'));
  const liveOnlyConnectors = [{ kind: 'live-only', live: liveConnector('7'), record } as const];
  const refused = refuse({
    connectors: [connectorDiff('crm', [], { desired })],
    liveOnlyConnectors,
  });
  expect(codesOf(refused)).toEqual([
    [crm, 'renamed-onto'],
    ['northwind/connectors/old', 'renamed-onto'],
  ]);
});
