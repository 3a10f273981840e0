import { describe, expect, it } from 'vitest';
import {
  makeCycleDelete,
  makeCycleOperations,
} from '../../../../src/engine/plan/operations/make-cycle-operations.ts';
import type { AccountDiff, CycleDiff } from '../../../../src/model/diff/field-diff.ts';
import type { Operation } from '../../../../src/model/plan/operation.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makeIntent,
  makePause,
} from '../../../support/values/make-field-diff.ts';
import { liveCycle } from '../../../support/values/make-live.ts';

const running = { live: liveCycle('live-sync', { status: 'Active' }) };
const run = { desired: nameOne(makeCycle('sync', { activity: toActivity('active', quarterly) })) };
const rest = { desired: nameOne(makeCycle('sync', { activity: toActivity('paused') })) };

/** The cycle `sync` whose fields are all in this state. */
function sync(
  paths: readonly string[],
  state: Parameters<typeof makeFieldDiff>[1],
  more: Partial<CycleDiff>,
): CycleDiff {
  return cycleDiff(
    'sync',
    paths.map((path) => makeFieldDiff(path, state)),
    more,
  );
}

/** The requests of a cycle by what they do; each needs the one before it. */
function list(cycle: CycleDiff, more: Partial<AccountDiff> = {}): string[] {
  const operations = plan(cycle, more, ['before']);
  expect(operations.map((operation) => operation.after)).toEqual(
    operations.map((_, index) => [operations[index - 1]?.id ?? 'before']),
  );
  return operations.map((operation) => operation.action.kind);
}

/** Whose pause window each request belongs to. */
function windowsOf(cycle: CycleDiff): (string | null)[] {
  return plan(cycle).map((operation) => operation.window);
}

function plan(
  cycle: CycleDiff,
  more: Partial<AccountDiff> = {},
  after: readonly string[] = [],
): readonly Operation[] {
  const diff = makeDiff({ ...more, cycles: [cycle] });
  return diff.cycles.flatMap((each) => makeCycleOperations(each, diff, after));
}

describe('a new cycle', () => {
  it('is installed, named, bound, filled in and started, in this order', () => {
    const paths = [
      'state',
      'steps/Add/fields/Email',
      'variables/Region',
      'connectors/Sample CRM',
      'displayName',
    ];
    const cycle = sync(paths, 'new', { ...run, ...absent });
    expect(list(cycle)).toEqual([
      'install-template',
      'update-cycle',
      'bind-slots',
      'set-variables',
      'set-mapping',
      'activate-cycle',
    ]);
    expect(windowsOf(cycle).every((window) => window === null)).toBe(true);
  });

  it('is written to even where nothing of its own is managed, for its tag', () => {
    const kinds = list(sync(['from/template'], 'new', { ...absent }));
    expect(kinds).toEqual(['install-template', 'update-cycle']);
  });

  it('is named again where making it was interrupted, for its tag, and no other one is', () => {
    const started = cycleDiff('sync', [], {});
    const creates = [makeIntent({ address: started.address, kind: 'cycle' })];
    expect(list(started, { state: makeAccountState({ creates }) })).toEqual(['update-cycle']);
    expect(list(started)).toEqual([]);
  });

  it('stays paused where the manifest says so, or leaves it open', () => {
    expect(list(sync(['state'], 'new', { ...rest, ...absent }))).not.toContain('activate-cycle');
    expect(list(sync([], 'new', { ...absent }))).not.toContain('activate-cycle');
  });

  it('stays paused until a person has signed in its connector', () => {
    const oauth = makeConnector('crm', { auth: { kind: 'oauth', user: 'admin' } });
    const crm = connectorDiff('crm', [], { desired: bindConnector(oauth), ...absent });
    const slotKeys = new Map([['Sample CRM', 'crm']]);
    const cycle = sync(['state'], 'new', { desired: { ...run.desired, slotKeys }, ...absent });
    expect(list(cycle, { connectors: [crm] })).not.toContain('activate-cycle');
  });
});

describe('a running cycle', () => {
  it('is edited inside a window that is its own', () => {
    const cycle = sync(['description', 'steps/Add/fields/Email'], 'git', {
      ...run,
      ...running,
    });
    expect(list(cycle)).toEqual(['pause-cycle', 'update-cycle', 'set-mapping', 'activate-cycle']);
    expect(new Set(windowsOf(cycle))).toEqual(new Set(['northwind/cycles/sync']));
    const [pause] = plan(cycle);
    expect(pause?.action).toEqual({ kind: 'pause-cycle', restart: quarterly });
  });

  it('is paused and started for another schedule alone', () => {
    const cycle = sync(['schedule'], 'git', { ...run, ...running });
    expect(list(cycle)).toEqual(['pause-cycle', 'activate-cycle']);
  });

  it('is stopped before it is edited where it must rest, without a window', () => {
    const cycle = sync(['state', 'description'], 'git', { ...rest, ...running });
    expect(list(cycle)).toEqual(['pause-cycle', 'update-cycle']);
    expect(windowsOf(cycle)).toEqual([null, null]);
    const [pause] = plan(cycle);
    expect(pause?.action).toEqual({ kind: 'pause-cycle', restart: null });
  });

  it('is left alone where nothing of it differs', () => {
    expect(list(sync(['state', 'description'], 'same', { ...run, ...running }))).toEqual([]);
  });
});

describe('a paused cycle', () => {
  it('is edited in place, and started only where it must run', () => {
    expect(list(sync(['description'], 'git', {}))).toEqual(['update-cycle']);
    const cycle = sync(['description', 'state'], 'git', run);
    expect(list(cycle)).toEqual(['update-cycle', 'activate-cycle']);
  });

  it('is started again where we paused it and were interrupted', () => {
    const cycle = cycleDiff('sync');
    const pauses = [makePause(cycle.address)];
    expect(list(cycle, { state: makeAccountState({ pauses }) })).toEqual(['activate-cycle']);
  });
});

it('takes the fields of its own in one request, and each mapping in one', () => {
  const paths = [
    'retention/successHours',
    'tags',
    'steps/Add/parameters/a',
    'steps/Add/fields/b%2Fc',
  ];
  const operations = plan(sync(paths, 'live', {}));
  expect(operations.map((operation) => operation.action)).toEqual([
    { kind: 'update-cycle', paths: ['retention/successHours', 'tags'] },
    { kind: 'set-mapping', slot: 'parameters', path: 'steps/Add/parameters/a' },
    { kind: 'set-mapping', slot: 'fields', path: 'steps/Add/fields/b%2Fc' },
  ]);
});

it('stops a running cycle before it deletes it', () => {
  const { address } = cycleDiff('sync');
  const kindsOf = (status: string) =>
    makeCycleDelete(address, liveCycle('1', { status }), []).map((item) => item.action.kind);
  expect(kindsOf('Active')).toEqual(['pause-cycle', 'delete-cycle']);
  expect(kindsOf('Paused')).toEqual(['delete-cycle']);
});
