import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseObjectAddress,
  parsePath,
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
  toFieldAddress,
  toFieldPath,
} from '../../src/model/address.ts';

const anyName = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.stringMatching(/^[a/%25F]{1,6}$/),
  fc.constantFrom('%2F', '%25', '%252F', '/', 'connectors', 'cycles'),
);

it('gives back the names that a path was made of, with / and % in them', () => {
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1 }), (names) => {
      expect(parsePath(toFieldPath(...names))).toEqual(names);
    }),
  );
});

it('puts a field under its object', () => {
  const path = toFieldPath('steps', 'Add/remove 50%', 'fields', 'Email');
  const address = toFieldAddress(toCycleAddress('northwind', 'sync'), path);
  expect(address).toBe('northwind/cycles/sync/steps/Add%2Fremove 50%25/fields/Email');
});

describe('parseObjectAddress', () => {
  it('reads what the others write', () => {
    fc.assert(
      fc.property(anyName, anyName, (account, key) => {
        const own = toAccountAddress(account);
        expect(parseObjectAddress(own)).toEqual({
          kind: 'account',
          account,
          key: account,
          address: own,
        });
        const connector = toConnectorAddress(account, key);
        expect(parseObjectAddress(connector)).toEqual({
          kind: 'connector',
          account,
          key,
          address: connector,
        });
        const cycle = toCycleAddress(account, key);
        expect(parseObjectAddress(cycle)).toEqual({ kind: 'cycle', account, key, address: cycle });
      }),
    );
  });

  it.each([
    '',
    '/cycles/sync',
    'northwind/cycles',
    'northwind/cycles/',
    'northwind/steps/a',
    'a/cycles/b/state',
  ])('finds no object in "%s" of any kind', (text) => {
    expect(parseObjectAddress(text)).toBeNull();
  });
});
