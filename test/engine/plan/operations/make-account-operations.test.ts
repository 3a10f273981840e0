import { expect, it } from 'vitest';
import { makeAccountOperations } from '../../../../src/engine/plan/operations/make-account-operations.ts';
import { absent, accountDiff, makeFieldDiff } from '../../../support/values/make-field-diff.ts';

it('makes an account with all that the manifest says, in one request', () => {
  const verdicts = [makeFieldDiff('displayName', 'new'), makeFieldDiff('timezone', 'new')];
  expect(makeAccountOperations(accountDiff(verdicts, absent))).toMatchObject([
    {
      address: 'northwind',
      action: { kind: 'create-account', paths: ['displayName', 'timezone'] },
      repeat: 'check-first',
    },
  ]);
});

const companion = { kind: 'write', because: 'companion' } as const;

it('writes what differs, with what must travel beside it', () => {
  const verdicts = [
    makeFieldDiff('displayName', 'same'),
    makeFieldDiff('errorWebhook/enabled', 'same', { disposition: companion }),
    makeFieldDiff('errorWebhook/url', 'same', { disposition: companion }),
    makeFieldDiff('errorWebhook/includeWarnings', 'git'),
  ];
  const [operation] = makeAccountOperations(accountDiff(verdicts));
  expect(operation).toMatchObject({
    repeat: 'safe',
    does: 'writes errorWebhook/includeWarnings',
    action: {
      kind: 'update-account',
      paths: ['errorWebhook/enabled', 'errorWebhook/url', 'errorWebhook/includeWarnings'],
    },
  });
});

it('takes along no companion that the manifest leaves unmanaged', () => {
  const verdicts = [makeFieldDiff('errorWebhook/enabled', 'git')];
  expect(makeAccountOperations(accountDiff(verdicts))[0]?.action).toMatchObject({
    paths: ['errorWebhook/enabled'],
  });
});

it('sends nothing where nothing differs', () => {
  expect(makeAccountOperations(accountDiff([makeFieldDiff('timezone', 'same')]))).toEqual([]);
});
