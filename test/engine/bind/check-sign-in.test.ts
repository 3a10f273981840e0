import { describe, expect, it } from 'vitest';
import { checkSignIn } from '../../../src/engine/bind/check-sign-in.ts';
import type { DesiredAuth, DesiredConnector } from '../../../src/model/desired/desired.ts';
import {
  at,
  fieldsOf,
  makeConnector,
  makeRelease,
  plainField,
} from '../../support/values/make-desired.ts';
import { secretField } from '../../support/values/make-field-diff.ts';

const ref = { env: 'KEY' } as const;
const auths = {
  key: { kind: 'value', form: { kind: 'api-key', key: ref } },
  basic: { kind: 'value', form: { kind: 'basic', username: 'sync', password: ref } },
  raw: { kind: 'value', form: { kind: 'raw', value: ref } },
  oauth: { kind: 'oauth', user: 'it@northwind.example' },
  none: { kind: 'none' },
  absent: { kind: 'unmanaged' },
} as const satisfies Record<string, DesiredAuth>;

function check(
  auth: keyof typeof auths,
  types: readonly string[],
  more: Partial<DesiredConnector> = {},
) {
  const authentications = types.map((type, index) => ({ id: `a${index}`, name: type, type }));
  const fields = fieldsOf(
    ...(auths[auth].kind === 'value' ? [{ ...secretField('auth', 'word'), at: at(14) }] : []),
  );
  return checkSignIn(
    makeConnector('crm', { auth: auths[auth], fields, ...more }),
    makeRelease({ authentications }),
  );
}

describe('a sign-in', () => {
  it.each([
    ['key', ['ApiKey']],
    ['key', ['Basic', 'ApiKey']],
    ['basic', ['Basic']],
    ['oauth', ['OAuth2']],
    ['oauth', ['OAuth1']],
    ['none', ['None']],
    ['none', ['AuthFields']],
    ['raw', ['OAuth2']],
    ['raw', ['None']],
    ['absent', ['None']],
    ['absent', ['AuthFields']],
    ['absent', ['ApiKey', 'None']],
    ['key', []],
    ['absent', []],
    ['key', ['Basic', 'Certificate']],
    ['absent', ['Certificate']],
  ] as const)('of the kind %s is fine where the connector offers %j', (auth, types) => {
    expect(check(auth, types)).toBeNull();
  });

  it.each([
    { auth: 'key', types: ['Basic'], says: 'an API key', line: 14 },
    { auth: 'basic', types: ['ApiKey', 'OAuth2'], says: 'a user name and a password', line: 14 },
    { auth: 'oauth', types: ['ApiKey'], says: 'the consent of a person', line: 10 },
    { auth: 'none', types: ['ApiKey'], says: 'auth: none', line: 10 },
    { auth: 'key', types: ['AuthFields'], says: 'an API key', line: 14 },
  ] as const)('of another kind is warned about: %j', ({ auth, types, says, line }) => {
    expect(check(auth, types)).toMatchObject({
      code: 'sign-in-not-offered',
      severity: 'warning',
      summary: `"Sample CRM" signs in with ${types.join(' or ')}, and the manifest has ${says}`,
      at: { line },
      address: 'northwind/connectors/crm/auth',
    });
  });

  it('is that of the chosen type, with the line to write', () => {
    const types = ['Basic', 'ApiKey'];
    expect(check('key', types, { authentication: 'ApiKey' })).toBeNull();
    expect(check('key', types, { authentication: 'Basic' })?.remedy).toBe(
      'Write auth: {basic: {username: NAME, password: {env: NAME}}}.',
    );
  });

  it('is missing where each type needs one', () => {
    expect(check('absent', ['ApiKey', 'OAuth2'])).toMatchObject({
      code: 'sign-in-missing',
      summary: '"Sample CRM" signs in with ApiKey or OAuth2, and the manifest has no auth',
      remedy:
        'Write auth: {apiKey: {env: NAME}}, or auth: {oauth: {user: NAME}}. Or sign it in in the console: its cycles stay paused until then.',
    });
  });

  it('by OAuth may be in the properties', () => {
    const fields = fieldsOf(plainField('properties/ClientId', 'x'));
    expect(check('absent', ['OAuth2'], { fields })).toBeNull();
    expect(check('none', ['OAuth2'], { fields })).toBeNull();
    expect(check('none', ['OAuth2'])).not.toBeNull();
    expect(check('absent', ['ApiKey'], { fields })).not.toBeNull();
  });
});
