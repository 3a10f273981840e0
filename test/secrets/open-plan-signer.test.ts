import { describe, expect, it } from 'vitest';
import { openFingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { openPlanSigner } from '../../src/secrets/open-plan-signer.ts';
import { openSecrets } from '../../src/secrets/open-secrets.ts';

const open = async (text: string) => openFingerprintKey({ kind: 'text', text });
const files = {
  read: async () => ({ ok: false, problem: 'missing' }) as const,
  readBytes: async () => ({ ok: false, problem: 'missing' }) as const,
};

describe('a signature', () => {
  it('is whole for its text and its key alone', async () => {
    const signer = openPlanSigner(await open('a long text for a key'));
    const other = openPlanSigner(await open('another text for a key'));
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
