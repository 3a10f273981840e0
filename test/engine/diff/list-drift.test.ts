import { describe, expect, it } from 'vitest';
import { listDrift } from '../../../src/engine/diff/list-drift.ts';
import {
  accountDiff,
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  plain,
} from '../../support/values/make-field-diff.ts';

describe('listDrift', () => {
  it('lists changes outside Git, and none of Git alone', () => {
    const verdicts = [
      makeFieldDiff('displayName', 'git'),
      makeFieldDiff('description', 'same'),
      makeFieldDiff('timezone', 'live', { applied: plain('before') }),
      makeFieldDiff('retention/successHours', 'both'),
      makeFieldDiff('retention/erroredHours', 'unknown'),
      makeFieldDiff('errorWebhook/url', 'not-readable'),
    ];
    const items = listDrift(makeDiff({ account: accountDiff(verdicts) }));
    expect(items.map((item) => [item.path, item.kind, item.moved])).toEqual([
      ['timezone', 'field', 'live'],
      ['retention/successHours', 'field', 'both'],
      ['retention/erroredHours', 'field', 'unknown'],
    ]);
    expect(items[0]).toMatchObject({
      wanted: plain('wanted'),
      before: plain('before'),
      now: plain('there'),
    });
  });

  it('says of an object of ours that is gone one thing, and nothing of one that is new', () => {
    const crm = connectorDiff('crm', [makeFieldDiff('displayName', 'new')]);
    const diff = makeDiff({
      connectors: [{ ...crm, live: null, record: null, missing: 'gone' }],
      cycles: [
        cycleDiff('sync', [makeFieldDiff('state', 'new')], {
          live: null,
          missing: 'new',
        }),
      ],
    });
    expect(listDrift(diff)).toMatchObject([
      { address: 'northwind/connectors/crm', path: null, kind: 'gone', moved: 'live' },
    ]);
  });

  it('calls a lost sign-in and a stopped cycle by their names', () => {
    const auth = makeFieldDiff('auth', 'live', { live: plain(false) });
    const noKey = makeFieldDiff('auth', 'live', { live: plain(null) });
    const applied = plain('active');
    const stopped = makeFieldDiff('state', 'live', { live: plain('paused'), applied });
    const started = makeFieldDiff('state', 'live', { live: plain('active') });
    const unknown = makeFieldDiff('state', 'unknown', { live: plain('paused') });
    const diff = makeDiff({
      connectors: [connectorDiff('crm', [auth]), connectorDiff('mailer', [noKey])],
      cycles: [
        cycleDiff('one', [stopped]),
        cycleDiff('two', [started]),
        cycleDiff('three', [unknown]),
      ],
    });
    expect(listDrift(diff).map((item) => item.kind)).toEqual([
      'authentication-lost',
      'authentication-lost',
      'stopped',
      'field',
      'field',
    ]);
  });
});
