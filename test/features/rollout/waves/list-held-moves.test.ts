import { describe, expect, it } from 'vitest';
import {
  Approvals,
  listApproved,
} from '../../../../src/features/rollout/waves/approved-changes.ts';
import { type Address, toFieldPath } from '../../../../src/model/address.ts';
import type { Change, FieldChange, Moved } from '../../../../src/model/plan/change.ts';
import type { Expectation } from '../../../../src/model/plan/expectation.ts';
import type { RolloutAccountState } from '../../../../src/model/state/rollout.ts';
import { formatMoves } from '../../../../src/reports/blocks/words/format-moves.ts';
import { accountPlan } from '../../../support/values/make-plan.ts';

const address = 'north/cycles/sync' as Address;
const head = { address, kind: 'cycle', name: 'Sync', reasons: [], at: null } as const;

type Planned = { readonly changes: readonly Change[]; readonly expects?: readonly Expectation[] };

function updateField(name: string, [before, after]: readonly [string, string], moved: Moved) {
  const values = {
    before: { kind: 'plain', value: before },
    after: { kind: 'plain', value: after },
  } as const;
  const field: FieldChange = { path: toFieldPath(name), ...values, secret: false, moved, at: null };
  return { ...head, verb: 'update', impact: 'in-place', fields: [field] } as const;
}

const create = { ...head, verb: 'create', origin: '', fields: [], impact: 'in-place' } as const;
const remove = { ...head, verb: 'delete', impact: 'destroys', remoteId: '7' } as const;
const replace = {
  ...head,
  verb: 'replace',
  impact: 'replaces',
  remoteId: '7',
  origin: '',
  webhooks: [],
  fields: [],
} as const;
const forget = { ...head, verb: 'forget', impact: 'none', path: null } as const;
const adopt = { ...head, verb: 'adopt', impact: 'none', remoteId: '7' } as const;
const run = { ...head, verb: 'run', impact: 'none', runsAt: null, cancels: false } as const;

/** What the message of an account says that a rollout with these changes holds back. */
function explain(
  approved: Planned,
  now: Planned,
  state: RolloutAccountState = 'waiting',
): readonly string[] {
  const member = {
    account: 'north',
    approved: listApproved(accountPlan('north', approved)),
    state,
  };
  const planned = { kind: 'planned', plan: accountPlan('north', now) } as const;
  const held = new Approvals([member]).hold(planned);
  if (held.kind === 'planned') return [];
  const [diagnostic] = held.diagnostics;
  const [, what = ''] = /\((.*)\)$/.exec(diagnostic?.summary ?? '') ?? [];
  return [what, ...formatMoves(diagnostic?.moves ?? [])];
}

const nothing: Planned = { changes: [] };

it.each<readonly [string, readonly Change[], readonly string[]]>([
  [
    'a cycle that was stopped in the console',
    [updateField('state', ['paused', 'active'], 'live')],
    [`start ${address}`, `${address}/state: was "active", is "paused"`],
  ],
  [
    'a value that was edited in the console',
    [updateField('displayName', ['By hand', 'One'], 'live')],
    [`update ${address}`, `${address}/displayName: was "One", is "By hand"`],
  ],
  [
    'a value of which the state knows nothing',
    [updateField('displayName', ['By hand', 'One'], 'unknown')],
    [`update ${address}`, `${address}/displayName: was "One", is "By hand"`],
  ],
  [
    'a cell that changed',
    [updateField('folder', ['/f05', '/f05new'], 'manifest')],
    [`update ${address}`, `${address}/folder: the manifest wanted "/f05", now wants "/f05new"`],
  ],
  [
    'a cell that changed, of a value that was edited in the console',
    [updateField('folder', ['/hand', '/f05new'], 'both')],
    [
      `update ${address}`,
      `${address}/folder: was unknown, is "/hand"`,
      `${address}/folder: the manifest now wants "/f05new"`,
    ],
  ],
  [
    'a cycle that Git stops',
    [updateField('state', ['active', 'paused'], 'manifest')],
    [`stop ${address}`, `${address}/state: the manifest wanted "active", now wants "paused"`],
  ],
  [
    'a cycle that was deleted in the console',
    [{ ...create, isGone: true }],
    [`create ${address}`, `${address}: was there, is gone`],
  ],
  [
    'a row that came later',
    [create],
    [`create ${address}`, `${address}: the manifest had no such entry, now has one`],
  ],
  [
    'a cycle that an override leaves out, or of a row that came later',
    [remove],
    [`delete ${address}`, `${address}: the manifest had this entry, now has none`],
  ],
  [
    'an object that Git no longer manages',
    [forget],
    [`remove ${address} from state`, `${address}: the manifest had this entry, now has none`],
  ],
  [
    'a field that Git no longer manages',
    [{ ...forget, path: toFieldPath('tags') }],
    [`remove ${address}/tags from state`, `${address}/tags: the manifest now does not name it`],
  ],
  ['a replacement', [replace], [`replace ${address}`]],
  ['an adoption', [adopt], [`adopt ${address}`]],
  ['a single run', [run], [`run ${address}`]],
  ['the end of a single run', [{ ...run, cancels: true }], [`cancel the run of ${address}`]],
])('says what would be done and which side moved of %s', (_, changes, says) => {
  expect(explain(nothing, { changes })).toEqual(says);
});

it('says which sides moved of a value that the rollout changes', () => {
  const approved = { changes: [updateField('folder', ['/one', '/two'], 'manifest')] };
  const edited = updateField('folder', ['/hand', '/two'], 'both');
  const wanted = updateField('folder', ['/one', '/new'], 'manifest');
  expect(explain(approved, { changes: [edited] })).toEqual([
    `update ${address}`,
    `${address}/folder: was "/one", is "/hand"`,
  ]);
  expect(explain(approved, { changes: [wanted] })).toEqual([
    `update ${address}`,
    `${address}/folder: the manifest wanted "/two", now wants "/new"`,
  ]);
});

describe('an object that the rollout ends', () => {
  const was = { id: '7', isActive: true, before: { displayName: { kind: 'plain', value: 'One' } } };
  const toExpects = (own: Address, more: Partial<Expectation> = {}): readonly Expectation[] => [
    { address: own, ...(was as Omit<Expectation, 'address'>), ...more },
  ];
  const renamed = { before: { displayName: { kind: 'plain', value: 'Mine' } } } as const;

  it.each<readonly [Change, Address]>([
    [remove, address],
    [replace, `${address}~1` as Address],
  ])('holds its account where others changed it: %o', (change, own) => {
    const approved = { changes: [change], expects: toExpects(own) };
    expect(explain(approved, approved)).toEqual([]);
    const would = `${change.verb} ${address}, which changed since`;
    expect(explain(approved, { ...approved, expects: toExpects(own, renamed) })).toEqual([
      would,
      `${own}/displayName: was "One", is "Mine"`,
    ]);
    expect(explain(approved, { ...approved, expects: toExpects(own, { id: '8' }) })).toEqual([
      would,
      `${own}: was there as 7, is there as 8`,
    ]);
  });

  it('may be stopped by an apply of it that has not ended, and by no other', () => {
    const approved = { changes: [remove], expects: toExpects(address) };
    const stopped = { ...approved, expects: toExpects(address, { isActive: false }) };
    expect(explain(approved, stopped)).toEqual([
      `delete ${address}, which changed since`,
      `${address}: was active, is paused`,
    ]);
    for (const state of ['admitted', 'failed'] as const)
      expect(explain(approved, stopped, state)).toEqual([]);
    const edited = { ...stopped, expects: toExpects(address, { ...renamed, isActive: false }) };
    expect(explain(approved, edited, 'admitted')).toHaveLength(2);
  });
});
