import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { TextReading } from '../../src/kit/files/folder.ts';
import { compareFingerprints } from '../../src/model/secret/secret.ts';
import type { FingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { openFingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { openSecrets } from '../../src/secrets/open-secrets.ts';
import type { SecretFiles } from '../../src/secrets/providers/file-provider.ts';

const key: FingerprintKey = await openFingerprintKey({ kind: 'text', text: 'a key for the tests' });

/** A folder in memory; a path with a problem has the problem's name for a text. */
function makeFiles(readings: Readonly<Record<string, TextReading>>): SecretFiles {
  const known = new Map(Object.entries(readings));
  return {
    read: async (path) => known.get(path) ?? { ok: false, problem: 'missing' },
    readBytes: async () => ({ ok: false, problem: 'missing' }),
  };
}

function openWith(environment: Record<string, string | undefined>, files = makeFiles({})) {
  return openSecrets({ environment: new Map(Object.entries(environment)), files, key });
}

async function reveal(text: string): Promise<string | null> {
  const files = makeFiles({ 'secrets/key': { ok: true, text } });
  const value = await openWith({}, files).read({ file: 'secrets/key' });
  return value === null ? null : value.reveal();
}

describe('openSecrets', () => {
  it('reads a variable as it is, with its spaces and line ends', async () => {
    const secrets = openWith({ CRM_KEY: ' a b\n' });
    expect((await secrets.read({ env: 'CRM_KEY' }))?.reveal()).toBe(' a b\n');
  });

  it('takes a variable that is not set and one that is empty for missing', async () => {
    const secrets = openWith({ EMPTY: '', UNSET: undefined });
    for (const env of ['EMPTY', 'UNSET', 'OTHER', 'toString', '__proto__']) {
      expect(await secrets.read({ env })).toBeNull();
      expect(await secrets.bind({ env })).toEqual({
        ref: { env },
        fingerprint: null,
        lack: 'not-set',
      });
    }
  });

  it.each([
    ['value\n', 'value'],
    ['value\r\n', 'value'],
    ['value', 'value'],
    ['value\n\n', 'value\n'],
    ['\nvalue \n', '\nvalue '],
    ['two\nlines', 'two\nlines'],
    ['value\r', 'value\r'],
  ])('drops one line end of a file and no more: %j', async (text, value) => {
    expect(await reveal(text)).toBe(value);
  });

  it.each(['', '\n', '\r\n'])('takes a file with nothing in it for missing: %j', async (text) => {
    expect(await reveal(text)).toBeNull();
  });

  it.each(['missing', 'not-a-file', 'too-large', 'binary', 'outside', 'unreadable'] as const)(
    'has no value for a file that is %s, and says so',
    async (problem) => {
      const files = makeFiles({ 'secrets/key': { ok: false, problem } });
      const secrets = openWith({}, files);
      expect(await secrets.read({ file: 'secrets/key' })).toBeNull();
      expect(await secrets.bind({ file: 'secrets/key' })).toMatchObject({ lack: problem });
    },
  );

  it('reads again each time, so that a changed secret is noticed', async () => {
    const environment = new Map([['CRM_KEY', 'old']]);
    const secrets = openSecrets({ environment, files: makeFiles({}), key });
    const before = await secrets.bind({ env: 'CRM_KEY' });
    environment.set('CRM_KEY', 'new');
    const after = await secrets.bind({ env: 'CRM_KEY' });
    expect(before.fingerprint).not.toBe(after.fingerprint);
  });

  it('binds equal values to equal fingerprints, wherever they are read, and others to others', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), async (a, b) => {
        const files = makeFiles({ copy: { ok: true, text: `${a}\n` } });
        const secrets = openWith({ A: a, B: b }, files);
        const [first, copy, other] = await Promise.all([
          secrets.bind({ env: 'A' }),
          secrets.bind({ file: 'copy' }),
          secrets.bind({ env: 'B' }),
        ]);
        expect(first.fingerprint).toBe(secrets.fingerprint(a));
        expect(copy.fingerprint).toBe(first.fingerprint);
        expect(first.fingerprint === other.fingerprint).toBe(a === b);
        expect(compareFingerprints(secrets.fingerprint(a), secrets.fingerprint(b))).toBe(
          a === b ? 'same' : 'different',
        );
      }),
    );
  });

  it('shows a value in nothing but its reveal', async () => {
    const canary = 'canary-4711';
    const secrets = openWith({ CRM_KEY: canary });
    const value = await secrets.read({ env: 'CRM_KEY' });
    const bound = await secrets.bind({ env: 'CRM_KEY' });
    const shown = [
      `${value}`,
      JSON.stringify({ value, bound }),
      inspect({ value, bound, secrets }, { depth: 9, showHidden: true }),
    ];
    for (const text of shown) {
      expect(text).not.toContain(canary);
      expect(text).not.toContain(Buffer.from(canary).toString('base64'));
    }
    expect(value?.reveal()).toBe(canary);
  });
});
