import { describe, expect, it } from 'vitest';
import { makeSubstitutes } from '../../../../src/app/ports/rehearsal/make-substitutes.ts';
import { toConnectorAddress, toFieldPath } from '../../../../src/model/address.ts';
import type { PlannedSecret } from '../../../../src/model/plan/plan.ts';
import { readAuthValue } from '../../../../src/model/secret/auth-value.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import { openSecrets } from '../../../../src/secrets/open-secrets.ts';
import { makeCanary } from '../../../canaries/register.ts';

const [key, word] = [makeCanary('an API key'), makeCanary('a password')];
const reads: string[] = [];
const environment = new Proxy(
  new Map([
    ['KEY', key],
    ['WORD', word],
  ]),
  {
    get: (map, name) =>
      name === 'get'
        ? (variable: string) => {
            reads.push(variable);
            return map.get(variable);
          }
        : Reflect.get(map, name),
  },
);
const real = openSecrets({
  environment,
  files: { read: async () => ({ ok: false, problem: 'missing' }) } as never,
  key: { id: 'abcdabcd', bytes: new Uint8Array(32) },
});

function plan(from: string, text: string): PlannedSecret {
  const address = toConnectorAddress('northwind', 'crm');
  return { address, path: toFieldPath('auth'), from, print: real.fingerprint(text) };
}

const place = { kind: 'connector', id: '7', path: toFieldPath('properties', 'token') } as const;
const basic = (text: string) => Buffer.from(text, 'utf8').toString('base64');

describe('substitutes of secrets', () => {
  it('have the fingerprints of the plan, and no secret is read for them', async () => {
    reads.length = 0;
    const { secrets } = makeSubstitutes(real, [
      plan('$KEY', key),
      plan('$WORD', basic(`me:${word}`)),
    ]);
    const value = await secrets.read({ env: 'KEY' });
    const print = value?.fingerprint((text) => {
      expect(text).not.toContain(key);
      return secrets.fingerprint(text);
    });
    expect(print).toBe(real.fingerprint(key));
    expect(await secrets.bind({ env: 'KEY' })).toMatchObject({ fingerprint: print });
    const pair = await readAuthValue(
      { kind: 'basic', username: 'me', password: { env: 'WORD' } },
      secrets,
    );
    expect(pair?.fingerprint((text) => secrets.fingerprint(text))).toBe(
      real.fingerprint(basic(`me:${word}`)),
    );
    expect(reads).toEqual([]);
  });

  it('of a password with several names have the fingerprint of each pair', async () => {
    const planned = ['one', 'two'].map((name) => plan('$WORD', basic(`${name}:${word}`)));
    const { secrets } = makeSubstitutes(real, planned);
    for (const [index, username] of ['one', 'two'].entries()) {
      const pair = await readAuthValue(
        { kind: 'basic', username, password: { env: 'WORD' } },
        secrets,
      );
      const print = pair?.fingerprint((text) => {
        expect(Buffer.from(text, 'base64').toString()).not.toContain(word);
        return secrets.fingerprint(text);
      });
      expect(print).toBe(planned[index]?.print);
    }
  });

  it('without a value in the plan have none', async () => {
    const { secrets } = makeSubstitutes(real, [{ ...plan('$KEY', key), print: null }]);
    expect(await secrets.read({ env: 'KEY' })).toBeNull();
    expect(await secrets.bind({ env: 'KEY' })).toMatchObject({ fingerprint: null });
  });

  it('have the fingerprint of a member of an object, and not after it was changed', () => {
    const { secrets, toText } = makeSubstitutes(real, []);
    const member = 'abcdabcd:12' as Fingerprint;
    const text = toText({ print: real.fingerprint(key), member }, place);
    const print = (value: string) =>
      secrets.fingerprint(JSON.stringify([place.kind, place.id, place.path, value]));
    expect(secrets.fingerprint(text)).toBe(real.fingerprint(key));
    expect(print(text)).toBe(member);
    const other = toText({ print: null, member: null }, place);
    expect(print(other)).not.toBe(member);
  });
});
