import { describe, expect, it } from 'vitest';
import { findMoves } from '../../../src/engine/verify/find-moves.ts';
import type { FieldPath } from '../../../src/model/address.ts';
import type { AccountDiff } from '../../../src/model/diff/field-diff.ts';
import type { AccountPlan, PlannedSecret } from '../../../src/model/plan/plan.ts';
import {
  absent,
  accountDiff,
  connectorDiff,
  cycleDiff,
  fingerprint,
  makeDiff,
  makeFieldDiff,
  makeRecord,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';
import { planDiff } from '../../support/values/make-plan.ts';

const crm = (live: string, more: Parameters<typeof makeFieldDiff>[2] = {}) =>
  connectorDiff('crm', [makeFieldDiff('description', 'git', { live: plain(live), ...more })]);

const timezone = (live: string) =>
  makeFieldDiff('timezone', live === 'wanted' ? 'same' : 'git', { live: plain(live) });

const sync = (more: Parameters<typeof cycleDiff>[2] = {}) =>
  cycleDiff('sync', [makeFieldDiff('description', 'git')], more);

function planOf(diff: AccountDiff, more: Partial<AccountPlan> = {}): AccountPlan {
  return { ...planDiff(diff), ...more };
}

function look(diff: AccountDiff, more: Partial<AccountPlan> = {}) {
  return { plan: planOf(diff, more), diff, fingerprint };
}

const before = makeDiff({ account: accountDiff([timezone('there')]), connectors: [crm('old')] });
const planned = planOf(before);

it('lets a plan hold that a fresh look makes again', () => {
  expect(findMoves(planned, look(before))).toBeNull();
  expect(findMoves(planned, look(before, { hasNews: true }))).toBeNull();
});

describe('a change in the service', () => {
  it('is each field that the plan writes, with what it was and what it is', () => {
    const after = makeDiff({ account: accountDiff([timezone('UTC')]), connectors: [crm('new')] });
    expect(findMoves(planned, look(after))).toEqual({
      summary: 'the service has changed (northwind, northwind/connectors/crm)',
      isDone: false,
      moves: [
        { address: 'northwind', path: 'timezone', was: plain('there'), is: plain('UTC') },
        {
          address: 'northwind/connectors/crm',
          path: 'description',
          was: plain('old'),
          is: plain('new'),
        },
      ],
    });
  });

  it('is a field that the plan had no need to write and a fresh one would', () => {
    const moved = makeFieldDiff('displayName', 'live', { live: plain('by hand') });
    const kept = makeFieldDiff('displayName', 'same');
    const was = makeDiff({ account: accountDiff([timezone('there'), kept]) });
    const is = makeDiff({ account: accountDiff([timezone('there'), moved]) });
    expect(findMoves(planOf(was), look(is))?.moves).toEqual([
      { address: 'northwind', path: 'displayName', was: plain('wanted'), is: plain('by hand') },
    ]);
  });

  it('is no field that is unmanaged or would not be written', () => {
    const noted = makeFieldDiff('displayName', 'not-readable');
    const is = makeDiff({ ...before, account: accountDiff([timezone('there'), noted]) });
    expect(findMoves(planned, look(is))).toBeNull();
  });

  it('is an object that is gone, that is another, or that is there by now', () => {
    const gone = makeDiff({ ...before, connectors: [connectorDiff('crm', [], absent)] });
    expect(findMoves(planned, look(gone))?.moves).toEqual([
      {
        address: 'northwind/connectors/crm',
        path: null,
        was: { kind: 'there', id: 'live-crm' },
        is: { kind: 'absent' },
      },
    ]);
    expect(findMoves(planOf(gone), look(before))?.moves).toMatchObject([
      { was: { kind: 'absent' }, is: { kind: 'there', id: 'live-crm' } },
    ]);
    const another = { ...crm('old'), live: liveConnector('another') };
    expect(findMoves(planned, look({ ...before, connectors: [another] }))?.moves).toMatchObject([
      { was: { id: 'live-crm' }, is: { id: 'another' } },
    ]);
  });

  it('is an object that the plan does not touch and that is gone', () => {
    const mailer = connectorDiff('mailer', [makeFieldDiff('description', 'same')]);
    const was = makeDiff({ connectors: [crm('old'), mailer] });
    const is = makeDiff({ connectors: [crm('old'), connectorDiff('mailer', [], absent)] });
    expect(findMoves(planOf(was), look(is))?.moves).toEqual([
      {
        address: 'northwind/connectors/mailer',
        path: null,
        was: { kind: 'there', id: null },
        is: { kind: 'absent' },
      },
    ]);
  });

  it('is a cycle that was started or stopped outside Git, also one to delete', () => {
    const was = makeDiff({ cycles: [sync()] });
    const runs = sync({ live: liveCycle('live-sync', { status: 'Active' }) });
    expect(
      findMoves(planOf(was), { ...look(was), diff: makeDiff({ cycles: [runs] }) })?.moves,
    ).toEqual([
      {
        address: 'northwind/cycles/sync',
        path: null,
        was: { kind: 'resting' },
        is: { kind: 'active' },
      },
    ]);
    const record = makeRecord({ address: sync().address, kind: 'cycle' });
    const toGone = (status: string) =>
      makeDiff({
        liveOnlyCycles: [{ kind: 'live-only', live: liveCycle('live-sync', { status }), record }],
      });
    expect(findMoves(planOf(toGone('Active')), look(toGone('Paused')))?.moves).toMatchObject([
      { was: { kind: 'active' }, is: { kind: 'resting' } },
    ]);
  });

  it('is an adopted object that is another one by now, though nothing is sent to it', () => {
    const found = (id: string) =>
      makeDiff({
        connectors: [connectorDiff('crm', [], { live: liveConnector(id), record: null })],
      });
    expect(findMoves(planOf(found('one')), look(found('one')))).toBeNull();
    expect(findMoves(planOf(found('one')), look(found('two')))?.moves).toMatchObject([
      { address: 'northwind/connectors/crm', was: { id: 'one' }, is: { id: 'two' } },
    ]);
  });

  it('is of a secret that it is another, by its fingerprint and without its value', () => {
    const auth = (read: string) =>
      makeDiff({
        connectors: [
          connectorDiff('crm', [
            makeFieldDiff('auth', 'git', {
              desired: secretField('auth', 'new'),
              live: { kind: 'secret', read: fingerprint(read) },
            }),
            makeFieldDiff('properties/key', 'git', {
              desired: secretField('properties/key', 'new'),
              live: plain(read),
            }),
          ]),
        ],
      });
    const moved = findMoves(planOf(auth('mask')), look(auth('other')))?.moves ?? [];
    const hidden = { kind: 'secret', from: null };
    expect(moved).toEqual([
      { address: 'northwind/connectors/crm', path: 'auth', was: hidden, is: hidden },
      { address: 'northwind/connectors/crm', path: 'properties/key', was: hidden, is: hidden },
    ]);
    expect(JSON.stringify(planOf(auth('mask')).expects)).not.toContain('"mask"');
    expect(findMoves(planOf(auth('mask')), look(auth('mask')))).toBeNull();
  });
});

describe('the direction of a difference', () => {
  const tell = (more: Partial<AccountPlan>) => findMoves(planned, look(before, more));

  it('is the manifest, or our state if nothing else is there', () => {
    const is = (summary: string) => ({ summary, isDone: false, moves: [] });
    expect(tell({ desired: 'e' })).toEqual(is('the manifest has changed'));
    const [first] = planned.operations;
    const remembered = planned.operations.map((each) =>
      each === first ? { ...each, does: 'else' } : each,
    );
    expect(tell({ operations: remembered })).toEqual(is('its state has changed'));
  });

  it('may be several of them', () => {
    const after = makeDiff({ ...before, account: accountDiff([timezone('UTC')]) });
    const says = 'the manifest has changed, and the service has changed (northwind)';
    expect(findMoves(planned, look(after, { desired: 'e' }))?.summary).toBe(says);
  });

  it('is empty if entries of the manifest only changed their order', () => {
    const says = 'the entries of the manifest have another order';
    expect(tell({ operations: planned.operations.toReversed() })?.summary).toBe(says);
  });

  it('is not known where the service offers something else than then', () => {
    expect(tell({ notOffered: ['accounts'] })).toMatchObject({
      summary: 'the service offers other requests than at the plan',
      isDone: false,
    });
  });
});

describe('a secret', () => {
  const secret = (text: string | null): PlannedSecret => {
    const { address } = accountDiff();
    const path = 'errorWebhook/url' as FieldPath;
    return { address, path, from: '$KEY', print: text === null ? null : fingerprint(text) };
  };
  const tell = (was: string | null, is: string | null) =>
    findMoves({ ...planned, secrets: [secret(was)] }, look(before, { secrets: [secret(is)] }))
      ?.summary;

  it('that has another value is named by its reference and its place', () => {
    expect(tell('one', 'two')).toBe(
      'the secret $KEY (northwind/errorWebhook/url) has another value',
    );
    expect(tell('one', 'one')).toBeUndefined();
  });

  it('that has a value only once is distinguished from one that changed', () => {
    expect(tell('one', null)).toBe('$KEY has no value here (northwind/errorWebhook/url)');
    expect(tell(null, 'one')).toBe('$KEY had no value at the plan (northwind/errorWebhook/url)');
  });
});

describe('a plan that was applied', () => {
  const applied = makeDiff({
    account: accountDiff([timezone('wanted')]),
    connectors: [connectorDiff('crm', [makeFieldDiff('description', 'same')])],
  });

  it('is reported if nothing is left to do and the state has it', () => {
    const says = 'nothing is left to do: the plan was already applied';
    expect(findMoves(planned, look(applied))).toEqual({ summary: says, isDone: true, moves: [] });
  });

  it('is not reported if the state does not have it', () => {
    const says = 'nothing is left to do: the service is already up to date';
    expect(findMoves(planned, look(applied, { hasNews: true }))).toEqual({
      summary: says,
      isDone: true,
      moves: [],
    });
  });

  it('is distinguished from a partly done one', () => {
    const part = makeDiff({ ...before, connectors: applied.connectors });
    expect(findMoves(planned, look(part))).toMatchObject({
      summary: 'a part of the plan is done already (northwind/connectors/crm)',
      isDone: false,
      moves: [{ path: 'description', was: plain('old'), is: plain('wanted') }],
    });
  });

  it('is not reported after a later change in Git', () => {
    const moved = findMoves(planned, look(applied, { desired: 'e' }));
    expect(moved?.summary).toContain('the manifest has changed');
    expect(moved?.isDone).toBe(false);
  });

  it('is not reported if the service now offers less, because the result is unknown', () => {
    expect(findMoves(planned, look(applied, { notOffered: ['accounts'] }))).toMatchObject({
      summary:
        'the service offers other requests than at the plan (northwind, northwind/connectors/crm)',
      isDone: false,
    });
  });

  it('made an account alone, which is there by now', () => {
    const notices = [{ kind: 'account-first', address: accountDiff().address }] as const;
    const says = 'the account exists now (northwind, northwind/connectors/crm)';
    expect(findMoves({ ...planned, notices }, look(applied, { desired: 'e' }))?.summary).toBe(says);
  });
});
