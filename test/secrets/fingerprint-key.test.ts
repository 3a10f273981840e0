import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationalError } from '../../src/kit/operational-error.ts';
import type { Secrets } from '../../src/model/ports.ts';
import { compareFingerprints } from '../../src/model/secret/secret.ts';
import {
  type FingerprintKey,
  openFingerprintKey,
  openSigner,
  SecretKeyError,
} from '../../src/secrets/fingerprint-key.ts';
import { openSecrets } from '../../src/secrets/open-secrets.ts';
import type { SecretFiles } from '../../src/secrets/providers/file-provider.ts';
import { makeTemporaryFolder } from '../store/temporary-folder.ts';

const noFiles: SecretFiles = {
  read: async () => ({ ok: false, problem: 'missing' }),
  readBytes: async () => ({ ok: false, problem: 'missing' }),
};

function openWith(key: FingerprintKey): Secrets {
  return openSecrets({ environment: new Map(), files: noFiles, key });
}

function keyOfText(text: string | undefined): Promise<FingerprintKey> {
  return openFingerprintKey({ kind: 'text', text });
}

describe('openFingerprintKey from a text', () => {
  it('makes the same key of the same text on every machine', async () => {
    const key = await keyOfText('0123456789abcdef');
    expect(key).toEqual(await keyOfText('0123456789abcdef'));
    // Pinned: another derivation would make every fingerprint in use not comparable.
    expect(openWith(key).fingerprint('value')).toBe(
      '0abe8da5:b00f81d92349e2bcd5c2c16373abfebedbe3f745c66057db28d010b05210520b',
    );
  });

  it('makes keys of different texts whose prints are not comparable', async () => {
    const text = fc.string({ minLength: 16, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, text, async (left, right) => {
        fc.pre(left !== right);
        const [one, other] = [await keyOfText(left), await keyOfText(right)];
        const prints = [
          openWith(one).fingerprint('value'),
          openWith(other).fingerprint('value'),
        ] as const;
        expect(compareFingerprints(...prints)).toBe('not-comparable');
      }),
      { numRuns: 10 },
    );
  });

  it('refuses a text that is too short to keep anything secret, and does not show it', async () => {
    const text = 'fifteen-letters';
    const error = await keyOfText(text).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SecretKeyError);
    expect(error).toBeInstanceOf(OperationalError);
    expect(String(error)).toContain('15 characters');
    expect(String(error)).not.toContain(text);
  });

  it.each([undefined, ''])('makes a key of this run alone without a text: %j', async (text) => {
    const [one, other] = [await keyOfText(text), await keyOfText(text)];
    expect(one.id).toMatch(/^run-[0-9a-f]{8}$/);
    const prints = [
      openWith(one).fingerprint('value'),
      openWith(other).fingerprint('value'),
    ] as const;
    expect(compareFingerprints(...prints)).toBe('not-comparable');
    expect(compareFingerprints(prints[0], openWith(one).fingerprint('value'))).toBe('same');
  });
});

describe('openFingerprintKey from a file', () => {
  it('makes the file once and finds the same key from then on', async () => {
    const path = join(makeTemporaryFolder(), '.cyclectl', 'local', 'secret.key');
    const made = await openFingerprintKey({ kind: 'file', path });
    const bytes = readFileSync(path);
    expect(made.id).toMatch(/^[0-9a-f]{8}$/);
    const found = await openFingerprintKey({ kind: 'file', path });
    expect(openWith(found).fingerprint('v')).toBe(openWith(made).fingerprint('v'));
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('has another key for each file', async () => {
    const folder = makeTemporaryFolder();
    const keys = await Promise.all(
      ['a', 'b'].map((name) => openFingerprintKey({ kind: 'file', path: join(folder, name) })),
    );
    expect(new Set(keys.map((key) => key.id)).size).toBe(2);
  });

  it('gives all who start at the same time one key, and leaves nothing else behind', async () => {
    const folder = makeTemporaryFolder();
    const path = join(folder, 'secret.key');
    const keys = await Promise.all(
      Array.from({ length: 12 }, () => openFingerprintKey({ kind: 'file', path })),
    );
    expect(new Set(keys.map((key) => openWith(key).fingerprint('value'))).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['secret.key']);
  });

  it.each(['', 'abc', `${'0'.repeat(64)}`, `${'0'.repeat(65)}\n`, `${'g'.repeat(64)}\n`])(
    'refuses a damaged file and leaves it as it is: %j',
    async (text) => {
      const path = join(makeTemporaryFolder(), 'secret.key');
      writeFileSync(path, text);
      await expect(openFingerprintKey({ kind: 'file', path })).rejects.toBeInstanceOf(
        SecretKeyError,
      );
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('reports a path that is no file as an error', async () => {
    const path = join(makeTemporaryFolder(), 'secret.key');
    mkdirSync(path);
    await expect(openFingerprintKey({ kind: 'file', path })).rejects.toBeInstanceOf(
      OperationalError,
    );
  });

  it.skipIf(process.platform === 'win32')('keeps the key from other users', async () => {
    const path = join(makeTemporaryFolder(), 'local', 'secret.key');
    await openFingerprintKey({ kind: 'file', path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });
});

const open = async (text: string) => openFingerprintKey({ kind: 'text', text });

const files = {
  read: async () => ({ ok: false, problem: 'missing' }) as const,
  readBytes: async () => ({ ok: false, problem: 'missing' }) as const,
};

describe('a signature', () => {
  it('is whole for its text and its key alone', async () => {
    const signer = openSigner(await open('a long text for a key'), 'seal');
    const other = openSigner(await open('another text for a key'), 'seal');
    const seal = signer.sign('text');
    expect(signer.verify(seal, 'text')).toBe('whole');
    expect(signer.verify(seal, 'texts')).toBe('broken');
    expect(signer.verify(seal.slice(0, -1), 'text')).toBe('broken');
    expect(signer.verify(`${seal}0`, 'text')).toBe('broken');
    expect(signer.verify(other.sign('text'), 'text')).toBe('other-key');
    expect(signer.verify('', 'text')).toBe('other-key');
  });

  it('is not the fingerprint of any text, which an author of manifests may choose', async () => {
    const key = await open('a long text for a key');
    const { fingerprint, signer } = openSecrets({ environment: new Map(), files, key });
    const seal = signer.sign('text');
    for (const text of ['text', 'cyclectl seal', 'cyclectl sealtext', `cyclectl seal\u0001`]) {
      expect(fingerprint(text)).not.toBe(seal);
    }
    expect(signer.verify(fingerprint('text'), 'text')).toBe('broken');
  });
});
