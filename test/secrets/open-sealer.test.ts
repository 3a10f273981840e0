import { describe, expect, it } from 'vitest';
import { openFingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { openSealer } from '../../src/secrets/open-sealer.ts';
import { openSecrets } from '../../src/secrets/open-secrets.ts';

const open = async (text: string) => openFingerprintKey({ kind: 'text', text });
const files = {
  read: async () => ({ ok: false, problem: 'missing' }) as const,
  readBytes: async () => ({ ok: false, problem: 'missing' }) as const,
};

describe('a seal', () => {
  it('is whole for its text and its key alone', async () => {
    const sealer = openSealer(await open('a long text for a key'));
    const other = openSealer(await open('another text for a key'));
    const seal = sealer.seal('text');
    expect(sealer.judge(seal, 'text')).toBe('whole');
    expect(sealer.judge(seal, 'texts')).toBe('broken');
    expect(sealer.judge(seal.slice(0, -1), 'text')).toBe('broken');
    expect(sealer.judge(`${seal}0`, 'text')).toBe('broken');
    expect(sealer.judge(other.seal('text'), 'text')).toBe('other-key');
    expect(sealer.judge('', 'text')).toBe('other-key');
  });

  it('is not the fingerprint of any text, which an author of manifests may choose', async () => {
    const key = await open('a long text for a key');
    const { print, sealer } = openSecrets({ environment: new Map(), files, key });
    const seal = sealer.seal('text');
    for (const text of ['text', 'cyclectl seal', 'cyclectl sealtext', `cyclectl seal\u0001`]) {
      expect(print(text)).not.toBe(seal);
    }
    expect(sealer.judge(print('text'), 'text')).toBe('broken');
  });
});
