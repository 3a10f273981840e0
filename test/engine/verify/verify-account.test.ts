import { describe, expect, it } from 'vitest';
import { verifyAccount } from '../../../src/engine/verify/verify-account.ts';
import type { FieldPath } from '../../../src/model/address.ts';
import { type Action, toOperationId } from '../../../src/model/plan/operation.ts';
import type { OperationStatus } from '../../../src/model/plan/outcome.ts';
import { quarterly } from '../../support/values/make-desired.ts';
import {
  accountDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';

const account = accountDiff();
const { address } = cycleDiff('sync');

/** What an action on an object came to. */
function outcome(action: Action, result: OperationStatus = 'done', on = address) {
  const id = toOperationId(on, action);
  const operation = {
    id,
    address: on,
    does: 'x',
    action,
    repeat: 'safe',
    after: [],
    window: null,
  } as const;
  return {
    account: 'northwind',
    outcomes: [{ operation, result, diagnostics: [] }],
    diagnostics: [],
  };
}

function pathOf(path: string): FieldPath {
  return path as FieldPath;
}

/** The paths of the cycle `sync` that are said to be kept as another value. */
function verify(action: Action, paths: readonly string[], result: OperationStatus = 'done') {
  const verdicts = paths.map((path) => makeFieldDiff(path, 'live'));
  const diff = makeDiff({ cycles: [cycleDiff('sync', verdicts)] });
  return verifyAccount(outcome(action, result), diff).map(
    (item) => item.address?.split('sync/')[1],
  );
}

describe('verifyAccount', () => {
  it('names both values of a field that was written and is kept as another', () => {
    const wanted = makeFieldDiff('retention/successHours', 'live', { live: plain(24) });
    const paths = [wanted.path];
    const diff = makeDiff({ account: accountDiff([wanted]) });
    const done = outcome({ kind: 'update-account', paths }, 'done', account.address);
    expect(verifyAccount(done, diff)).toMatchObject([
      {
        code: 'kept-another-value',
        summary: expect.stringMatching(/^northwind\/retention\/successHours: /),
        values: { sent: plain('wanted'), kept: plain(24) },
        address: 'northwind/retention/successHours',
      },
    ]);
  });

  it('names neither value of a secret', () => {
    const desired = secretField('errorWebhook/url', 'word');
    const url = makeFieldDiff('errorWebhook/url', 'live', { desired });
    const done = outcome({ kind: 'update-account', paths: [url.path] }, 'done', account.address);
    const [said] = verifyAccount(done, makeDiff({ account: accountDiff([url]) }));
    expect(said?.summary).toContain('did not keep the sent value');
    expect(JSON.stringify(said)).not.toMatch(/word|there/);
  });

  it('asks no person to set the state that a cycle was left in', () => {
    const [said] = verifyAccount(
      outcome({ kind: 'activate-cycle', schedule: quarterly }),
      makeDiff({ cycles: [cycleDiff('sync', [makeFieldDiff('state', 'live')])] }),
    );
    expect(said?.summary).toMatch(/^northwind\/cycles\/sync\/state: /);
    expect(said?.remedy).toMatch(/^Apply again/);
  });

  it('says nothing of what no operation wrote, or one that did not succeed', () => {
    const action = { kind: 'update-cycle', paths: [pathOf('tags')] } as const;
    expect(verify(action, ['tags', 'description'])).toEqual(['tags']);
    for (const result of ['failed', 'unknown', 'undone', 'skipped', 'waiting'] as const) {
      expect(verify(action, ['tags'], result)).toEqual([]);
    }
  });

  it('says nothing of what is as it was sent', () => {
    const diff = makeDiff({ cycles: [cycleDiff('sync', [makeFieldDiff('tags', 'same')])] });
    expect(verifyAccount(outcome({ kind: 'update-cycle', paths: [pathOf('tags')] }), diff)).toEqual(
      [],
    );
  });

  it.each<{ action: Action; found: readonly string[] }>([
    { action: { kind: 'activate-cycle', schedule: quarterly }, found: ['state', 'schedule'] },
    { action: { kind: 'pause-cycle', restart: null }, found: ['state'] },
    { action: { kind: 'pause-cycle', restart: quarterly }, found: [] },
    {
      action: { kind: 'set-mapping', slot: 'fields', path: pathOf('steps/A/fields/b') },
      found: ['steps/A/fields/b'],
    },
    { action: { kind: 'set-variables', paths: [pathOf('variables/a')] }, found: ['variables/a'] },
    {
      action: { kind: 'bind-slots', paths: [pathOf('connectors/CRM')] },
      found: ['connectors/CRM'],
    },
    { action: { kind: 'install-template' }, found: [] },
  ])('knows what $action.kind wrote', ({ action, found }) => {
    const paths = ['state', 'schedule', 'steps/A/fields/b', 'variables/a', 'connectors/CRM'];
    expect(verify(action, paths)).toEqual(found);
  });
});
