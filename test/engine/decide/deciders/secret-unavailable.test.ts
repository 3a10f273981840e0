import { describe, expect, it } from 'vitest';
import { decideAccount } from '../../../../src/engine/decide/decide-account.ts';
import { secretUnavailable } from '../../../../src/engine/decide/deciders/secret-unavailable.ts';
import { isChanged } from '../../../../src/model/diff/disposition.ts';
import { allCapabilities } from '../../../../src/model/live/capabilities.ts';
import {
  accountDiff,
  makeDiff,
  makeFieldDiff,
  secretField,
} from '../../../support/values/make-field-diff.ts';

function decide(url: string | null) {
  const account = accountDiff([
    makeFieldDiff('timezone', 'git'),
    makeFieldDiff('errorWebhook/enabled', 'git'),
    makeFieldDiff('errorWebhook/url', url === null ? 'live' : 'git', {
      desired: secretField('errorWebhook/url', url),
    }),
    makeFieldDiff('errorWebhook/includeWarnings', 'git'),
  ]);
  return decideAccount(makeDiff({ account })).account.fields;
}

describe('fields that travel in one request', () => {
  it('are kept whole when a secret in it has no value here', () => {
    const fields = decide(null);
    expect(fields.filter(isChanged).map(({ path }) => path)).toEqual(['timezone']);
    expect(fields.map(({ disposition }) => disposition)).toMatchObject([
      { kind: 'write' },
      { because: { kind: 'companion-lacks-secret' } },
      { because: { kind: 'secret-unavailable', lack: 'not-set' } },
      { because: { kind: 'companion-lacks-secret' } },
    ]);
  });

  it('are sent whole when the secret has one', () => {
    expect(decide('https://hook.example').every(isChanged)).toBe(true);
  });
});

it('leaves the creation of an object to its refusal', () => {
  const field = makeFieldDiff('auth', 'new', { desired: secretField('auth', null) });
  const object = accountDiff([field], { live: null });
  const ownership = { owner: 'managed', ignored: null, pendingSeed: false } as const;
  const facts = {
    object,
    ownership,
    part: undefined,
    capabilities: allCapabilities,
  } as const;
  expect(secretUnavailable(field, facts)).toBeNull();
});
