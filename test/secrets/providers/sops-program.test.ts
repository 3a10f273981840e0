import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { makeTemporaryFolder } from '../../store/temporary-folder.ts';
import { encryptTree, type PlainTree } from '../encrypt-sops.ts';
import { openSecretFolder } from '../open-folder.ts';

const tree: PlainTree = {
  crm: { apiKey: 'CANARY-sops-crm', port: 4711, isOn: true, empty: '' },
  list: ['CANARY-sops-first', 'CANARY-sops-second'],
  note_unencrypted: 'plain',
};
const recipients = [await identityToRecipient(await generateX25519Identity())];
const file = await encryptTree(tree, { recipients });
const yaml = stringify(file);

/** A stand-in of sops: it prints its arguments to a file, and the plain values to stdout. */
function openBySops(text: string, script: string, allowed: readonly string[] = ['sops']) {
  const bin = makeTemporaryFolder();
  const head = `#!/bin/sh\nprintf '%s\\n' "$@" > "${bin}/args"\n`;
  writeFileSync(join(bin, 'sops'), `${head}${script}\n`, { mode: 0o755 });
  const folder = openSecretFolder({ PATH: `${bin}:/usr/bin:/bin` }, { allowed });
  folder.write('secrets/all.yaml', text);
  return {
    read: (key: string) => folder.read({ sops: 'secrets/all.yaml', key }),
    path: join(folder.root, 'secrets/all.yaml'),
    readArgs: () => readFileSync(join(bin, 'args'), 'utf8').trim().split('\n'),
  };
}

describe('A file of sops for another key service', () => {
  const { sops, ...values } = file as { readonly sops: object };
  const withKeys = (keys: object) => {
    const metadata: object = { ...sops, age: null, ...keys };
    return { ...values, sops: metadata };
  };
  const services = {
    'AWS KMS': withKeys({ kms: [{ arn: 'arn:aws:kms:eu-west-1:1:key/1', enc: 'AQ==' }] }),
    PGP: withKeys({ pgp: [{ fp: '85D77543B3D624B6', enc: '-----BEGIN PGP MESSAGE-----' }] }),
    Vault: withKeys({ hc_vault: [{ vault_address: 'https://vault.example', enc: 'v1' }] }),
    'key groups': withKeys({ key_groups: [{ age: [] }] }),
    'a MAC of encrypted values alone': { ...values, sops: { ...sops, mac_only_encrypted: true } },
  };
  const plain = {
    ...tree,
    crm: { apiKey: 'CANARY-sops-program', port: 4711, isOn: true, empty: '' },
  };
  const print = `cat <<'END'\n${stringify(plain)}END`;

  it.each(Object.entries(services))(
    'is decrypted by the program of sops: %s',
    async (_, written) => {
      const { read, path, readArgs } = openBySops(stringify(written), print);
      expect(await read('crm.apiKey')).toBe('CANARY-sops-program');
      expect(await read('crm.port')).toBe('4711');
      expect(await read('crm.isOn')).toBe('true');
      expect(await read('list.1')).toBe('CANARY-sops-second');
      expect(await read('crm.empty')).toBe('lack: empty');
      expect(await read('crm')).toBe('lack: no-such-key');
      expect(await read('note_unencrypted')).toBe('lack: not-encrypted');
      const types = ['--input-type', 'yaml', '--output-type', 'yaml'];
      expect(readArgs()).toEqual(['--decrypt', ...types, path]);
    },
  );

  it('is decrypted as JSON where it is JSON, whatever its name', async () => {
    const { read, readArgs } = openBySops(JSON.stringify(services.PGP), print);
    expect(await read('crm.apiKey')).toBe('CANARY-sops-program');
    expect(readArgs()).toContain('json');
  });

  it('has no value, and says why, without permission, without sops and where sops fails', async () => {
    const text = stringify(services.PGP);
    expect(await openBySops(text, print, []).read('crm.apiKey')).toBe('lack: other-key-service');
    const without = openSecretFolder({ PATH: makeTemporaryFolder() }, { allowed: ['sops'] });
    without.write('secrets/all.yaml', text);
    const ref = { sops: 'secrets/all.yaml', key: 'crm.apiKey' };
    expect(await without.read(ref)).toBe('lack: no-sops');
    for (const script of ['echo CANARY-sops-stderr >&2; exit 128', 'echo CANARY-no-map', '']) {
      expect(await openBySops(text, script).read('crm.apiKey')).toBe('lack: sops-failed');
    }
  });

  it('is decrypted by sops too where it is for age, and no identity here is its own', async () => {
    const { read } = openBySops(yaml, print);
    expect(await read('crm.apiKey')).toBe('CANARY-sops-program');
    expect(await openBySops(yaml, print, []).read('crm.apiKey')).toBe('lack: no-identity');
  });
});
