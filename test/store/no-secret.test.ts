import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toConnectorAddress, toFieldPath } from '../../src/model/address.ts';
import type { PlainValue } from '../../src/model/fields/field-value.ts';
import { openFingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { openSecrets } from '../../src/secrets/open-secrets.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

it('no byte of a secret or of the key is ever in a file of the store', async () => {
  const folder = makeTemporaryFolder();
  const address = toConnectorAddress('northwind', 'crm');
  const auth = toFieldPath('auth');
  const port = toFieldPath('properties', 'port');
  let worlds = 0;
  const canary = fc.stringMatching(/^[A-Za-z0-9]{12,24}$/);
  await fc.assert(
    fc.asyncProperty(canary, canary, async (secret, keyText) => {
      worlds += 1;
      const place = join(folder, `${worlds}`);
      const key = await openFingerprintKey({ kind: 'text', text: `${keyText}-and-more` });
      const files = {
        read: async () => ({ ok: true, text: secret }) as const,
        readBytes: async () => ({ ok: true, bytes: Buffer.from(secret) }) as const,
      };
      const secrets = openSecrets({ environment: new Map([['CRM_KEY', secret]]), files, key });
      const { fingerprint } = await secrets.bind({ env: 'CRM_KEY' });
      const smuggled = (await secrets.read({ file: 'key' })) as unknown as PlainValue;
      const store = openSqliteStore({ file: join(place, 'store.db') });
      await store.update({
        account: 'northwind',
        saveObjects: [
          {
            address,
            kind: 'connector',
            remoteId: '1',
            applied: {
              [auth]: {
                kind: 'secret',
                written: fingerprint,
                read: secrets.fingerprint(`${secret}!`),
                origin: 'sent',
              },
              // A mistake that the types forbid; even so it is not written.
              [port]: { kind: 'plain', value: smuggled, origin: 'sent' },
            },
            run: null,
          },
        ],
        openPauses: [
          {
            address,
            cycleId: '1',
            schedule: { kind: 'webhook' },
            sent: null,
            pausedAt: '2026-01-01T00:00:00Z',
            reason: `an edit with ${smuggled}`,
          },
        ],
      });
      const state = await store.readState('northwind');
      expect(state.objects.get(address)?.applied[auth]).toMatchObject({ written: fingerprint });
      expectNowhere(place, [secret, keyText, Buffer.from(key.bytes).toString('latin1')]);
      await store.close();
      expectNowhere(place, [secret, keyText, Buffer.from(key.bytes).toString('latin1')]);
    }),
    { numRuns: 10 },
  );
});

function expectNowhere(folder: string, secrets: readonly string[]): void {
  const names = readdirSync(folder);
  expect(names).toContain('store.db');
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    for (const secret of secrets) {
      const raw = Buffer.from(secret, 'latin1');
      for (const form of [raw, raw.toString('hex'), raw.toString('base64').replace(/.?=*$/, '')])
        expect(bytes.includes(form)).toBe(false);
    }
  }
}
