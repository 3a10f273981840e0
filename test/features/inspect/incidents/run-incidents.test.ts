import { expect, it } from 'vitest';
import { makeRedactor } from '../../../../src/features/inspect/incidents/run-incidents.ts';
import type { DesiredAccount } from '../../../../src/model/desired/desired.ts';
import type { Fingerprint } from '../../../../src/model/secret/secret.ts';
import { makeEmptyState } from '../../../../src/model/state/account-state.ts';

const print = (text: string) => `print of ${text}` as Fingerprint;

it('hides a password that is sent with a name, of which state has only the fingerprint of both', () => {
  const secret = {
    ref: { kind: 'env', name: 'FILES' },
    fingerprint: print('sync:wrong-horse'),
    partFingerprints: [print('wrong-horse')],
  };
  const desired = {
    key: 'a',
    fields: new Map(),
    connectors: {
      kind: 'set',
      value: new Map([
        ['files', { fields: new Map([['auth', { value: { kind: 'secret', secret } }]]) }],
      ]),
    },
    cycles: { kind: 'unmanaged' },
  } as unknown as DesiredAccount;
  const known = { desired, id: '1', state: makeEmptyState('a') };
  const redact = makeRedactor(known, { fingerprint: print });
  expect(redact('401 for sync with wrong-horse and again')).toBe(
    '401 for sync with [secret] and again',
  );
});
